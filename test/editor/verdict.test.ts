import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { watchFiles } from '../../src/ui/editor/file-watcher';
import { writeFiles } from '../support/files';
import { until } from '../support/until';

const GOOD = { manifest_version: 3, name: 'Judged', version: '1.0' };
const BAD = { ...GOOD, version: 'one' };
const SCRIPT = { content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js'] }] };

describe('The verdict on a manifest that is open, in the editor', () => {
  let folder: string;
  beforeEach(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    folder = await mkdtemp(path.join(workspace?.uri.fsPath ?? '', 'judged-'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  const file = (name = 'manifest.json'): string => path.join(folder, name);
  const read = (): Promise<string> => readFile(file(), 'utf8');
  const write = (content: object | string, name = 'manifest.json'): void =>
    writeFiles(folder, { [name]: typeof content === 'string' ? content : JSON.stringify(content, undefined, 2) });

  function problems(name?: string): vscode.Diagnostic[] {
    return vscode.languages.getDiagnostics(vscode.Uri.file(file(name)));
  }

  const shows = (words: string, name?: string): Promise<void> =>
    until(`there is a problem: ${words}`, () => problems(name).some(({ message }) => message.includes(words)));
  const isGone = (words: string, name?: string): Promise<void> =>
    until(`the problem is gone: ${words}`, () => problems(name).every(({ message }) => !message.includes(words)));

  /** Opens a manifest, and uses nothing else of the extension. */
  async function open(content: object, name = 'manifest.json'): Promise<vscode.TextEditor> {
    write(content, name);
    await isWatched();
    return vscode.window.showTextDocument(vscode.Uri.file(file(name)));
  }

  /** Waits until the editor tells of changes in the folder: it is slow to see what is in a new one. */
  async function isWatched(): Promise<void> {
    let isTold = false;
    const tell = (): void => void (isTold = true);
    const watcher = watchFiles(vscode.Uri.file(folder), { onCreate: tell, onChange: tell, onDelete: tell });
    await until('the editor tells of changes in the folder', async () => {
      await writeFile(file('sign.txt'), `${performance.now()}`);
      return isTold;
    });
    watcher.dispose();
    await rm(file('sign.txt'));
  }

  /** Applies the fix that is preferred for a problem, as a person does with its key, and saves. */
  async function fix(editor: vscode.TextEditor, words: string, title: string): Promise<void> {
    await shows(words);
    const { range } = problems().find(({ message }) => message.includes(words)) ?? assert.fail(words);
    const titles = async (): Promise<string[]> => {
      const { uri } = editor.document;
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
        vscode.CodeActionKind.QuickFix.value,
      );
      return actions.map((action) => action.title);
    };
    await until(`there is a fix: ${title}`, async () => (await titles()).some((each) => each.includes(title)));
    editor.selection = new vscode.Selection(range.start, range.start);
    await vscode.commands.executeCommand('editor.action.autoFix');
    await vscode.workspace.saveAll();
    await isGone(words);
  }

  it('goes when what was missing is there', async () => {
    await open({ ...GOOD, ...SCRIPT });
    await shows('content.js');
    write('', 'content.js');
    await isGone('content.js');
  });

  it('follows the manifest as it is saved', async () => {
    await open(GOOD);
    write(BAD);
    await shows('version');
    write(GOOD);
    await isGone('version');
  });

  it('leaves it to the editor to tell of broken JSON in a file that is open', async () => {
    await open(GOOD);
    write('{ "manifest_version": 3, "name": "Judged" "version": "1.0" }');
    await shows('Expected comma');
    await until('only one problem is told', () => problems().length === 1);
  });

  it('says nothing of a web app’s manifest', async () => {
    await open({ name: 'A web app', start_url: '/', icons: [] });
    // When a problem of another manifest is shown, this one has been inspected too.
    await open(BAD, 'second/manifest.json');
    await shows('version', 'second/manifest.json');
    assert.deepEqual(problems(), []);
  });

  it('goes with its folder', async () => {
    await open(BAD);
    await shows('version');
    await rename(folder, `${folder}-elsewhere`);
    await isGone('version');
    await rm(`${folder}-elsewhere`, { recursive: true });
  });

  it('goes with a folder that it lies in', async () => {
    await open(BAD, 'built/manifest.json');
    await shows('version', 'built/manifest.json');
    await rm(folder, { recursive: true });
    await isGone('version', 'built/manifest.json');
  });

  describe('is mended by one click, which', () => {
    it('creates a missing file', async () => {
      await fix(await open({ ...GOOD, ...SCRIPT }), 'content.js', 'Create');
      assert.equal(await readFile(file('content.js'), 'utf8'), '');
    });

    it('writes the name as it is on the disk', async () => {
      write('', 'Content.js');
      await fix(await open({ ...GOOD, ...SCRIPT }), 'content.js', 'Content.js');
      assert.match(await read(), /"Content\.js"/);
    });

    it('adds the default locale', async () => {
      write({ name: { message: 'Judged' } }, '_locales/en/messages.json');
      await fix(await open(GOOD), 'default_locale', 'default_locale');
      assert.match(await read(), /"default_locale": "en"/);
    });

    it('removes a key that does nothing', async () => {
      await fix(await open({ ...GOOD, browser_action: {}, action: {} }), 'browser_action', 'Remove');
      assert.doesNotMatch(await read(), /browser_action/);
    });
  });
});
