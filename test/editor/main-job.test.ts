import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { CONNECTION } from '../support/connection';
import { BUTTON_AT, type PageEvent } from '../support/pages';
import { pageChanger, openFixture, type Fixture } from './fixture';

const run = (name: string, args: object): Thenable<void> =>
  vscode.commands.executeCommand(`browserSessions.${name}`, args);

describe('The main job, by the commands of the editor, on a real browser', () => {
  let fixture: Fixture;
  before(async () => (fixture = await openFixture()));
  after(() => fixture.clear());

  it('an uploaded extension changes a real page', async () => {
    const session = await fixture.openSession('/plain');
    await run('uploadFolder', {
      folder: await fixture.makeExtension(pageChanger('uploaded')),
      session,
      name: 'changer',
    });
    await fixture.pages.waitFor(({ type, by }) => type === 'changed' && by === 'uploaded');
  });

  it('uploaded again, its page runs the new version, and nothing else was loaded', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension(pageChanger('before'));
    await run('uploadFolder', { folder, session, name: 'changer' });
    await fixture.pages.waitFor(({ by }) => by === 'before');
    await writeFile(path.join(folder, 'change.js'), pageChanger('after')['change.js'] ?? '');
    await run('uploadAgain', { folder, session });
    // The older copy would have written first: then the page had told of both.
    await fixture.pages.waitFor(({ by }) => by === 'after');
  });

  it('a manifest that is handed over stands for its folder', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension(pageChanger('by manifest'));
    await run('uploadFolder', { folder: path.join(folder, 'manifest.json'), session, name: 'changer' });
    await fixture.pages.waitFor(({ by }) => by === 'by manifest');
  });

  it('a button of a row that is just being drawn again asks for nothing', async () => {
    await vscode.commands.executeCommand('browserSessions.deleteExtension', undefined, undefined);
  });

  const clickOnButton = async (rest: string, last: string): Promise<PageEvent[]> => {
    const session = await fixture.openSession('/button');
    await run('click', { session, click: `${BUTTON_AT.x}, ${BUTTON_AT.y} ${rest}` });
    await fixture.pages.waitFor(({ type }) => type === last);
    return fixture.pages.events();
  };

  it('a click lands on the button at its coordinates', async () => {
    const events = await clickOnButton('', 'click');
    const clicks = events
      .filter(({ type }) => type === 'click')
      .map(({ x, y, button, detail }) => ({ x, y, button, detail }));
    assert.deepEqual(clicks, [{ ...BUTTON_AT, button: 0, detail: 1 }]);
  });

  it('a double click arrives as such', async () => {
    const events = await clickOnButton('x2', 'dblclick');
    assert.deepEqual(
      events.filter(({ type }) => /click/.test(type)).map(({ type, detail }) => [type, detail]),
      [
        ['click', 1],
        ['click', 2],
        ['dblclick', 2],
      ],
    );
  });

  it('a right click arrives as such', async () => {
    const events = await clickOnButton('right', 'contextmenu');
    assert.ok(events.some(({ type, button }) => type === 'mousedown' && button === 2));
    assert.ok(!events.some(({ type }) => type === 'click'));
  });

  it('a held Shift arrives as such', async () => {
    const events = await clickOnButton('+shift', 'click');
    assert.deepEqual(
      events
        .filter(({ type }) => type === 'click')
        .map(({ shift, control, alt, meta }) => ({ shift, control, alt, meta })),
      [{ shift: true, control: false, alt: false, meta: false }],
    );
  });

  it('the last click is repeated as it was', async () => {
    const session = await fixture.openSession('/button');
    await run('click', { session, click: `${BUTTON_AT.x}, ${BUTTON_AT.y} +shift` });
    await fixture.pages.waitFor(({ type }) => type === 'click');
    fixture.pages.clear();
    await run('repeatLastClick', {});
    assert.equal((await fixture.pages.waitFor(({ type }) => type === 'click')).shift, true);
  });

  it('what Chromium would refuse is not sent, and stands in the Problems panel at its line', async () => {
    const session = await fixture.openSession('/plain');
    const folder = await fixture.makeExtension({
      'manifest.json': '{\n  "manifest_version": 2,\n  "name": "Old",\n  "version": "1"\n}',
    });
    // The command does not wait for the message, which stays until it is answered.
    await run('uploadFolder', { folder, session, name: 'taken' });
    const [problem, ...others] = vscode.languages.getDiagnostics(vscode.Uri.file(path.join(folder, 'manifest.json')));
    assert.deepEqual(others, []);
    assert.equal(problem?.range.start.line, 1);
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
    assert.match(problem.message, /no longer loads extensions with manifest version 2/);
    // If it had been sent, the name would be taken, or the older page would be gone.
    await run('uploadFolder', { folder: await fixture.makeExtension(pageChanger('free')), session, name: 'taken' });
    await fixture.pages.waitFor(({ by }) => by === 'free');
  });

  it('a mended manifest leaves the Problems panel when it is saved', async () => {
    const folder = await fixture.makeExtension({
      'manifest.json': '{"manifest_version": 2, "name": "Old", "version": "1"}',
    });
    const manifest = vscode.Uri.file(path.join(folder, 'manifest.json'));
    await run('uploadFolder', { folder, session: 'any', name: 'any' });
    assert.equal(vscode.languages.getDiagnostics(manifest).length, 1);
    const document = await vscode.workspace.openTextDocument(manifest);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(manifest, new vscode.Range(0, 21, 0, 22), '3');
    const mended = new Promise<void>((resolve) => {
      const listener = vscode.languages.onDidChangeDiagnostics(() => {
        if (vscode.languages.getDiagnostics(manifest).length > 0) return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.workspace.applyEdit(edit);
    await document.save();
    await mended;
  });

  it('a session that the service does not have is not clicked in another', async () => {
    const session = await fixture.openSession('/button');
    await run('click', { session: 'gone', click: `${BUTTON_AT.x}, ${BUTTON_AT.y}` });
    await run('click', { session, click: `${BUTTON_AT.x}, ${BUTTON_AT.y} right` });
    await fixture.pages.waitFor(({ type }) => type === 'contextmenu');
    assert.ok(!fixture.pages.events().some(({ type }) => type === 'click'));
  });

  it('what a workspace says of addresses, programs and proxies is not heeded', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const hostile = {
      'browserSessions.connections': [{ name: CONNECTION, address: 'http://127.0.0.1:1' }],
      'browserSessions.chromium': '/tmp/hostile',
      'browserSessions.localService.port': 1,
      'browserSessions.timeouts.answer': 1,
      'http.proxy': 'http://127.0.0.1:1',
      'http.proxyAuthorization': 'Basic aG9zdGlsZQ==',
      'http.proxySupport': 'on',
      'http.proxyStrictSSL': false,
      'http.noProxy': ['*'],
    };
    const before = valuesOf(Object.keys(hostile));
    const taken = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeConfiguration(() => {
        if (vscode.workspace.getConfiguration('editor').get('tabSize') !== 7) return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder.uri, '.vscode/settings.json'),
      Buffer.from(JSON.stringify({ ...hostile, 'editor.tabSize': 7 })),
    );
    // The harmless setting of the same file is in effect, which proves that the file was read.
    await taken;
    assert.deepEqual(valuesOf(Object.keys(hostile)), before);
    const session = await fixture.openSession('/button');
    await run('click', { session, click: `${BUTTON_AT.x}, ${BUTTON_AT.y}` });
    await fixture.pages.waitFor(({ type }) => type === 'click');
  });
});

function valuesOf(settings: readonly string[]): unknown[] {
  return settings.map((setting) => vscode.workspace.getConfiguration().get(setting));
}
