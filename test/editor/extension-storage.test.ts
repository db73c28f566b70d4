import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import type { StorageArea } from '../../src/core/storage-area';
import { changeStorage, readStorage, type LoadedExtension } from '../../src/devtools';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { manifest } from '../support/files';
import { request } from '../support/local-service';
import { CONNECTION } from '../support/connection';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { connect, loadedAs, openFixture, overDevTools, type Fixture } from './fixture';

const run = (name: string, args: object = {}): Thenable<void> =>
  vscode.commands.executeCommand(`browserSessions.${name}`, args);

async function type(editor: vscode.TextEditor, text: string): Promise<void> {
  const { document } = editor;
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  assert.ok(await editor.edit((edits) => edits.replace(all, text)));
}

const jsonOf = ({ document }: vscode.TextEditor): unknown => JSON.parse(document.getText());

describe('The storage of an extension as a document', () => {
  let fixture: Fixture;
  let client: Client;
  let session: string;
  let extension: LoadedExtension;

  before(async () => {
    fixture = await openFixture();
    client = createClient({ baseUrl: fixture.service.url, token: fixture.service.token, network: networkSettings });
  });
  beforeEach(async () => {
    await connect(fixture.service);
    session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension({
      'manifest.json': JSON.stringify(
        manifest('Keeper', {
          permissions: ['storage', 'unlimitedStorage'],
          background: { service_worker: 'worker.js' },
        }),
      ),
      'worker.js': '',
    });
    await run('uploadFolder', { folder, session, name: 'keeper' });
    extension = await loadedAs(client, session, 'keeper');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    client.close();
    await fixture.clear();
  });

  /** As the extension itself, or another tool, changes it. */
  const set = (values: Record<string, unknown>): Promise<void> =>
    overDevTools(client, session, (devtools, signal) =>
      changeStorage(devtools, extension.id, 'local', { set: values }, signal),
    );
  const stored = (keys?: readonly string[]): Promise<unknown> =>
    overDevTools(
      client,
      session,
      async (devtools, signal) => (await readStorage(devtools, extension.id, 'local', signal, keys)).values,
    );

  async function open(area: StorageArea = 'local'): Promise<vscode.TextEditor> {
    const connection = { name: CONNECTION, address: fixture.service.url };
    await run('openStorage', { kind: 'area', connection, session: { id: session }, extension, area });
    await until(
      'it is open',
      () => vscode.window.activeTextEditor?.document.uri.path.endsWith(`/Keeper/${area}.json`) === true,
    );
    return vscode.window.activeTextEditor ?? assert.fail();
  }

  it('is JSON in lines, and saving sends only what is different', async () => {
    await set({ count: 1, nested: { on: true } });
    const editor = await open();
    assert.equal(editor.document.languageId, 'json');
    assert.equal(editor.document.getText(), '{\n  "count": 1,\n  "nested": {\n    "on": true\n  }\n}\n');
    await type(editor, '{"nested": {"on": true}, "new": [1]}');
    assert.ok(await editor.document.save());
    assert.deepEqual(await stored(), { nested: { on: true }, new: [1] });
    assert.equal(editor.document.getText(), '{"nested": {"on": true}, "new": [1]}', 'the text stays as it was typed');
  });

  it('follows what the extension stores', async () => {
    const editor = await open();
    assert.deepEqual(jsonOf(editor), {});
    await set({ told: 1 });
    await until('it is shown', () => editor.document.getText().includes('told'));
    await set({ told: 2 });
    await until('the next change is shown', () => editor.document.getText().includes('"told": 2'));
    assert.ok(!editor.document.isDirty);
  });

  it('is not saved over what the extension has stored meanwhile, also if that is as long', async () => {
    await set({ count: 1 });
    const editor = await open();
    await type(editor, '{"count": 5}');
    await set({ count: 2 });
    assert.ok(!(await editor.document.save()));
    assert.deepEqual(await stored(), { count: 2 });
    assert.equal(editor.document.getText(), '{"count": 5}');
    await vscode.commands.executeCommand('workbench.files.action.acceptLocalChanges').then(undefined, () => {});
  });

  it('is not saved while it is no JSON, or no object, and the problem is at its place', async () => {
    const editor = await open();
    for (const [text, line, words] of [
      ['{\n  "one": 1,\n  two\n}', 2, /./],
      ['\n[1]', 1, /is an object/],
    ] as const) {
      await type(editor, text);
      assert.ok(!(await editor.document.save()));
      await until('one of us tells the problem, at its place', () => {
        const at = vscode.languages
          .getDiagnostics(editor.document.uri)
          .filter(({ range, severity }) => range.start.line === line && severity === vscode.DiagnosticSeverity.Error);
        return at.length > 0 && new Set(at.map(({ source }) => source)).size === 1 && words.test(at[0]?.message ?? '');
      });
    }
    await type(editor, '{"one": 1}');
    assert.ok(await editor.document.save());
    assert.deepEqual(await stored(), { one: 1 });
    await until('no problem is left', () => vscode.languages.getDiagnostics(editor.document.uri).length === 0);
  });

  it('is read only where it is managed', async () => {
    const editor = await open('managed');
    assert.equal(vscode.workspace.fs.isWritableFileSystem(editor.document.uri.scheme), true);
    const { permissions } = await vscode.workspace.fs.stat(editor.document.uri);
    assert.equal(permissions, vscode.FilePermission.Readonly);
  });

  it('keeps what was typed when its session ends, and is not saved', async () => {
    const editor = await open();
    await type(editor, '{"typed": true}');
    await request(fixture.service, 'DELETE', `/browsers/${session}`);
    assert.ok(!(await editor.document.save()));
    const reading = Promise.resolve(vscode.workspace.fs.stat(editor.document.uri));
    await assert.rejects(reading, /has ended or belongs to another account/);
    assert.equal(editor.document.getText(), '{"typed": true}');
    assert.ok(editor.document.isDirty);
  });

  it('may have a key that is no name of a variable', async () => {
    const editor = await open();
    await type(editor, '{"__proto__": {"polluted": true}, "": 1}');
    assert.ok(await editor.document.save());
    assert.equal(JSON.stringify(await stored()), '{"":1,"__proto__":{"polluted":true}}');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('shows the first 10 MB, says how much is left, and leaves that as it is', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    await set(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`key ${10 + index}`, megabyte])));
    const editor = await open();
    const { uri } = editor.document;
    await until('it says so', () => {
      const [told] = vscode.languages.getDiagnostics(uri);
      return /^\d more keys aren’t shown, because the limit is 10/.test(told?.message ?? '');
    });
    const [told] = vscode.languages.getDiagnostics(uri);
    assert.equal(told?.severity, vscode.DiagnosticSeverity.Information);
    const shown = Object.keys(Object(jsonOf(editor)));
    assert.ok(shown.length < 12 && editor.document.getText().length <= 10 * 1024 * 1024 + 1000);
    // The line of the first key.
    assert.ok(await editor.edit((edits) => edits.replace(new vscode.Range(1, 0, 2, 0), '  "new": 1,\n')));
    assert.ok(await editor.document.save());
    const before = Array.from({ length: 12 }, (_, index) => `key ${10 + index}`);
    const half = (await Promise.all([before.slice(0, 6), [...before.slice(6), 'new']].map(stored))).map(Object);
    assert.deepEqual(
      half.flatMap((each) => Object.keys(each)).toSorted(),
      [...before.filter((key) => key !== shown[0]), 'new'].toSorted(),
    );
  });

  nightly('may have 100,000 keys', async () => {
    await set(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key ${index}`, index])));
    const editor = await open();
    const { 'key 5': _removed, ...rest } = Object(jsonOf(editor));
    assert.equal(Object.keys(rest).length, 99_999);
    await type(editor, JSON.stringify({ ...rest, 'key 6': 'six' }));
    assert.ok(await editor.document.save());
    const now = Object(await stored());
    assert.deepEqual(
      [Object.keys(now).length, now['key 5'], now['key 6'], now['key 99999']],
      [99_999, undefined, 'six', 99_999],
    );
  });
});
