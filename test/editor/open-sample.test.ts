import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { SAMPLES } from '../../src/app/copy-sample';
import { rootFolder } from './debug-fixture';

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
}

describe('Open Sample…', () => {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const into = path.join(workspace?.uri.fsPath ?? '', 'samples of a person');
  before(() => vscode.workspace.fs.createDirectory(vscode.Uri.file(into)));
  after(() => rm(into, { recursive: true }));

  const open = (name: string): Thenable<unknown> =>
    vscode.commands.executeCommand('browserSessions.openSample', { name, folder: into });

  it('copies all of one, and replaces nothing', async () => {
    assert.deepEqual(readdirSync(path.join(rootFolder, 'samples')).toSorted(), Object.keys(SAMPLES).toSorted());
    for (const name of Object.keys(SAMPLES)) {
      await open(name);
      const copy = path.join(into, `visits-${name}`);
      assert.deepEqual(files(copy), files(path.join(rootFolder, 'samples', name)));
      assert.equal(JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8')).name, 'visits');
    }
    const kept = path.join(into, 'visits-wxt/README.md');
    await writeFile(kept, 'mine');
    await open('wxt');
    assert.equal(await readFile(kept, 'utf8'), 'mine');
  });
});
