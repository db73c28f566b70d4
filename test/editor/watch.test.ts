import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { SettledChanges, WatchLoop } from '../../src/app/watch-loop';
import { watchFiles } from '../../src/ui/editor/file-watcher';
import { startServiceProxy, type ServiceProxy } from '../support/network/service-proxy';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { connect, pageChanger, openFixture, type Fixture } from './fixture';
import { ended, startTask, writeTasks } from './tasks';
import { writeFiles } from '../support/files';

const run = (name: string, args: object = {}): Thenable<void> =>
  vscode.commands.executeCommand(`browserSessions.${name}`, args);

/** Calls a function for each change that the editor reports in a folder. */
function onDidChangeIn(folder: string, onChange: () => void): vscode.Disposable {
  return watchFiles(vscode.Uri.file(folder), { onChange, onCreate: onChange, onDelete: onChange });
}

describe('A watched folder, on a real browser', () => {
  let fixture: Fixture;
  let proxy: ServiceProxy;
  let folder: string;
  /** Each reload sends one zip, and none is sent without one. */
  let reloads = 0;
  /** A zip waits for this before it is passed on. */
  let held: Promise<unknown> | undefined;

  before(async () => {
    fixture = await openFixture();
    proxy = await startServiceProxy(fixture.service.url, async ({ url }) => {
      if (!url?.includes('/fs/upload_zip')) return false;
      reloads += 1;
      await held;
      return false;
    });
    await connect({ url: proxy.url, token: fixture.service.token });
  });
  beforeEach(async () => {
    const session = await fixture.openSession('/plain');
    // The editor is slow to see what is in a new folder, so this one is there from the start.
    folder = await fixture.makeExtension({ ...pageChanger('before'), 'data/first.json': '' });
    await run('uploadFolder', { folder, session, name: 'changer' });
    await shown('before');
    await run('watchFolder', { folder, session });
    // What was already there when it was switched on is not counted.
    await save('watched');
    await shown('watched');
    reloads = 0;
  });
  afterEach(() => run('stopWatching'));
  after(async () => {
    await writeTasks([]);
    await proxy.stop();
    await fixture.clear();
  });

  const save = (word: string): Promise<void> =>
    writeFile(path.join(folder, 'change.js'), pageChanger(word)['change.js'] ?? '');
  const shown = (word: string): Promise<unknown> => fixture.pages.waitFor(({ by }) => by === word);

  /** Removes the folder as a whole, and writes it again at once. */
  async function writeAnew(files: Record<string, string>): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    writeFiles(folder, files);
  }

  /** Saves once more: whatever else was under way is sent before. */
  async function reloadsBeforeNext(): Promise<number> {
    await save('next');
    await shown('next');
    return reloads - 1;
  }

  /** Waits until the editor has reported that many changes of the folder, after the work. */
  async function changes(atLeast: number, work: () => Promise<unknown>): Promise<void> {
    let count = 0;
    const watcher = onDidChangeIn(folder, () => (count += 1));
    await work();
    await until('the changes are reported', () => count >= atLeast);
    watcher.dispose();
  }

  /** The editor may report so many files over some seconds; that a pause in the changes ends them is shown elsewhere. */
  nightly('is reloaded far fewer than 500 times for 500 changed files', async () => {
    await changes(500, async () => {
      for (let index = 0; index < 500; index++) await writeFile(path.join(folder, `data/${index}.json`), `${index}`);
      await save('many');
    });
    await shown('many');
    const reloaded = await reloadsBeforeNext();
    assert.ok(reloaded >= 1 && reloaded <= 20, `${reloaded} times`);
  });

  it('is reloaded once for 500 files that a build writes', async () => {
    const end = path.join(folder, '../build-wrote');
    const command = `until [ -e ${end} ]; do sleep 0.1; done`;
    await writeTasks([{ label: 'writes', type: 'shell', command, group: 'build' }]);
    const builtTo = ended('writes');
    await startTask('writes');
    await changes(500, async () => {
      for (let index = 0; index < 500; index++) await writeFile(path.join(folder, `data/${index}.json`), `${index}0`);
      await save('built');
    });
    assert.equal(reloads, 0, 'it has not waited');
    await writeFile(end, '');
    await builtTo;
    await shown('built');
    assert.equal(await reloadsBeforeNext(), 1);
    await rm(end);
  });

  it('is reloaded once when it is emptied and written anew', async () => {
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
    for (const [name, content] of Object.entries(pageChanger('anew')))
      await writeFile(path.join(folder, name), content);
    await shown('anew');
    assert.equal(await reloadsBeforeNext(), 1);
  });

  it('outside the workspace is reloaded when it is removed as a whole and written anew, each time', async () => {
    for (const word of ['again', 'once more', 'for good']) {
      await writeAnew(pageChanger(word));
      await shown(word);
    }
  });

  it('outside the workspace has the problems of what was written anew, each time', async () => {
    const manifest = vscode.Uri.file(path.join(folder, 'manifest.json'));
    const problems = (): string[] => vscode.languages.getDiagnostics(manifest).map(({ message }) => message);
    for (const word of ['mended', 'mended again']) {
      await writeAnew({ 'manifest.json': '{ "name": "broken" }' });
      await until('its problems are shown', () => problems().length > 0);
      await writeAnew(pageChanger(word));
      await until('they are gone', () => problems().length === 0);
      await shown(word);
    }
  });

  nightly('of the workspace is reloaded once when it is removed as a whole and written anew', async () => {
    await run('stopWatching');
    const session = await fixture.openSession('/plain');
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'built');
    await writeAnew(pageChanger('built'));
    await run('uploadFolder', { folder, session, name: 'built' });
    await shown('built');
    await run('watchFolder', { folder, session });
    await save('once');
    await shown('once');
    reloads = 0;
    await writeAnew(pageChanger('whole'));
    await shown('whole');
    assert.equal(await reloadsBeforeNext(), 1);
    await rm(folder, { recursive: true });
  });

  it('is reloaded exactly once more for what changes during a reload', async () => {
    const gate = new EventEmitter();
    held = once(gate, 'open');
    await save('first');
    await until('the reload has begun', () => reloads === 1);
    await changes(2, async () => {
      await save('second');
      await writeFile(path.join(folder, 'more.txt'), 'more');
    });
    held = undefined;
    gate.emit('open');
    await shown('second');
    assert.equal(await reloadsBeforeNext(), 2);
  });

  it('waits for a build that runs, and not for one in the background', async () => {
    const end = path.join(folder, '../build-ends');
    const command = `until [ -e ${end} ]; do sleep 0.1; done`;
    await writeTasks([
      { label: 'build', type: 'shell', command, group: 'build' },
      { label: 'build watch', type: 'shell', command, group: 'build', isBackground: true, problemMatcher: [] },
    ]);
    const inBackground = await startTask('build watch');
    await save('beside it');
    await shown('beside it');
    assert.equal(reloads, 1);
    inBackground.terminate();

    const builtTo = ended('build');
    await startTask('build');
    await waitsFor(2, () => save('during'));
    assert.equal(reloads, 1, 'it has not waited');
    await writeFile(end, '');
    await builtTo;
    await shown('during');
    assert.equal(await reloadsBeforeNext(), 2);
    await rm(end);
  });

  it('asks for no token when a file is saved, and goes on when there is one again', async () => {
    delete process.env['BROWSER_SESSIONS_TOKEN'];
    await waitsFor(1, () => save('without a token'));
    process.env['BROWSER_SESSIONS_TOKEN'] = fixture.service.token;
    await save('with a token');
    await shown('with a token');
  });

  for (const [what, change] of [
    ['is removed', () => ({ name: 'Another' })],
    ['has another address', () => ({ address: fixture.service.url })],
    ['becomes one for production, which was not confirmed', () => ({ production: true })],
  ] as const)
    it(`ends when its connection ${what}, and stays so when that is undone`, async () => {
      const service = { url: proxy.url, token: fixture.service.token };
      await connect(service, change());
      await waitsFor(1, () => save('changed'));
      await connect(service);
      await waitsFor(1, () => save('undone'));
      assert.equal(reloads, 0);
    });

  /** Waits as long as a loop that waits for no build needs for that many rounds. */
  async function waitsFor(rounds: number, work: () => Promise<void>): Promise<void> {
    let done = 0;
    const settled = new SettledChanges();
    const loop = new WatchLoop(settled, async () => {
      done += 1;
      if (done < rounds) settled.changed();
    });
    const watcher = onDidChangeIn(folder, () => settled.changed());
    await work();
    await until('another loop has had its rounds', () => done >= rounds);
    loop.stop();
    watcher.dispose();
  }
});
