import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { writeFiles } from '../support/files';
import { until } from '../support/until';

const OLD = { manifest_version: 3, name: 'Compared', version: '1.0' };
const NEW = { ...OLD, version: '2.0', host_permissions: ['<all_urls>'] };

describe('Compare with Version, in the editor', () => {
  let folder: string;
  beforeEach(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    folder = await mkdtemp(path.join(workspace?.uri.fsPath ?? '', 'compared-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('shows at its line in the Problems panel that Chrome will disable the update, until it is mended', async () => {
    const manifest = path.join(folder, 'new', 'manifest.json');
    writeFiles(folder, { 'old/manifest.json': OLD, 'new/manifest.json': NEW });
    const [old, now] = ['old', 'new'].map((name) => path.join(folder, name));
    // It ends when the person has answered.
    const ended = vscode.commands.executeCommand('browserSessions.compareWithVersion', { folder: now, against: old });
    const found = (): vscode.Diagnostic[] =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(manifest))
        .filter(({ code }) => typeof code === 'string' && code.startsWith('update-'));
    await until('the problem is shown', () => found().length > 0);
    const [problem, ...others] = found();
    assert.deepEqual(others, []);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    assert.match(
      problem.message,
      /^Chrome will disable the extension until each user accepts “Read and change all your data on all websites”\./,
    );
    assert.deepEqual([problem.range.start.line, problem.range.start.character], [5, 4]);
    await writeFile(manifest, JSON.stringify({ ...NEW, host_permissions: [] }));
    await until('the problem is gone', () => found().length === 0);
    await vscode.commands.executeCommand('notifications.clearAll');
    await ended;
  });
});
