import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../support/until';
import { temporaryFolder } from '../support/temporary-folder';

/** Where the cursor is. */
const AT = '|';

describe('The manifest.json of an extension, in the editor', () => {
  let folder: string;
  before(() => (folder = temporaryFolder()));

  async function open(text: string): Promise<{ readonly uri: vscode.Uri; readonly position: vscode.Position }> {
    const file = path.join(await mkdtemp(path.join(folder, 'a-')), 'manifest.json');
    await writeFile(file, text.replace(AT, ''));
    const document = await vscode.workspace.openTextDocument(file);
    return { uri: document.uri, position: document.positionAt(Math.max(0, text.indexOf(AT))) };
  }

  async function offered(text: string): Promise<readonly vscode.CompletionItem[]> {
    const { uri, position } = await open(text);
    const found = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      position,
    );
    // Words of other files are no completion of ours.
    return found.items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
  }

  const labels = async (text: string): Promise<string[]> =>
    (await offered(text)).map(({ label }) => (typeof label === 'string' ? label : label.label));

  async function hover(text: string): Promise<string> {
    const { uri, position } = await open(text);
    const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position);
    return found
      .flatMap(({ contents }) => contents)
      .map((each) => (typeof each === 'string' ? each : each.value))
      .join('\n');
  }

  it('is completed: its keys, their values, and permissions, each with what it does', async () => {
    const keys = await labels('{ "manifest_version": 3, | }');
    for (const key of ['action', 'background', 'content_scripts', 'side_panel']) assert.ok(keys.includes(key), key);
    assert.ok(!keys.includes('manifest_version') && !keys.includes('theme'));
    assert.ok((await labels('{ "manifest_version": 3, "incognito": | }')).includes('"split"'));
    const inside = '{ "manifest_version": 3, "content_scripts": [{ "matches": [], "js": 1, | }] }';
    assert.ok((await labels(inside)).includes('run_at'));
    const permissions = await offered('{ "manifest_version": 3, "permissions": ["tabs", |] }');
    const alarms = permissions.find(({ label }) => label === '"alarms"');
    assert.ok(alarms);
    const { documentation = '' } = alarms;
    assert.match(typeof documentation === 'string' ? documentation : documentation.value, /schedule code/);
  });

  it('is begun by one snippet, or by its manifest_version', async () => {
    assert.ok((await labels(AT)).includes('Chromium extension'));
    assert.deepEqual(await labels('{ "name": "Mine", | }'), ['manifest_version']);
  });

  it('is described: its keys, and its permissions', async () => {
    assert.match(await hover('{ "manifest_version": 3, "back|ground": {} }'), /service worker/);
    assert.match(await hover('{ "manifest_version": 3, "permissions": ["ala|rms"] }'), /schedule code/);
  });

  it('gets no second report of what the checks report', async () => {
    const wrong = { manifest_version: 3, permissions: 'tabs', incognito: 'no', background: [], action: 5, key: 1 };
    // The editor itself reports the comma, so it has looked.
    const { uri } = await open(`${JSON.stringify(wrong).slice(0, -1)},}`);
    const others = (): readonly vscode.Diagnostic[] =>
      vscode.languages.getDiagnostics(uri).filter(({ source }) => source !== 'Browser Sessions');
    await vscode.window.showTextDocument(uri);
    await until('the editor reports the comma', () => others().length > 0);
    assert.deepEqual(
      others().map(({ message }) => message),
      ['Trailing comma'],
    );
  });

  it('of a web app is left alone', async () => {
    const app = '{ "name": "Shop", "start_url": "/", "icons": [], | }';
    assert.deepEqual(await labels(app), []);
    assert.equal(await hover('{ "na|me": "Shop", "start_url": "/" }'), '');
  });
});
