import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import * as vscode from 'vscode';
import { WorkerWatch } from '../../src/devtools/page/extension-state';
import { writeFiles } from '../support/files';
import { nightly } from '../support/nightly';
import { PATIENCE, until } from '../support/until';
import { connect, loadedAs, overDevTools } from './fixture';
import { writeTasks } from './tasks';
import { rootOf, breakAt, topFrame, evaluate, useDebugging, withManifest } from './debug-fixture';

describe('The debugger on an uploaded extension, on a real browser', () => {
  const debugging = useDebugging();
  const { events, sessions, upload, debug, WORKER } = debugging;

  nightly('stops in the first line of a new version that is uploaded while the old one is paused', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'reloaded');
    const file = path.join(folder, 'worker.js');
    breakAt(file, 4);
    await debug(folder);
    const { session: old } = await events.next('stopped');
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await writeFile(file, `self.version = 'new';\n${WORKER}`);
    breakAt(file, 1);
    await vscode.commands.executeCommand('browserSessions.uploadAgain', { folder, session: debugging.session });
    const stopped = await events.next('stopped', 0, (each) => each !== old);
    const frame = await topFrame(stopped);
    assert.equal(frame.line, 1);
    assert.equal(await evaluate(stopped, frame, 'self.version'), 'undefined');
  });

  it('stops in the source of the event that wakes the worker, also after another upload', async () => {
    const project = await debugging.fixture.makeExtension({
      'src/worker.ts':
        'let last: number = 0;\nchrome.runtime.onMessage.addListener(() => {\n  last++;\n  console.log(last);\n});\n',
      'dist/page.html': '<!doctype html><script src="page.js"></script>',
      'dist/page.js': 'chrome.runtime.sendMessage(1);',
    });
    const source = path.join(project, 'src/worker.ts');
    const folder = path.join(project, 'dist');
    writeFiles(folder, withManifest());
    const bundle = () =>
      build({ entryPoints: [source], outfile: path.join(folder, 'worker.js'), bundle: true, sourcemap: true });
    await bundle();
    const { client, session } = debugging;
    await vscode.commands.executeCommand('browserSessions.uploadFolder', { folder, session, name: 'stopped' });
    const { id } = await loadedAs(client, session, 'stopped');
    await overDevTools(client, session, async (devtools, signal) => {
      const watch = await WorkerWatch.open(devtools, signal);
      const worker = await watch.until(id, (each) => each?.status === 'running', PATIENCE);
      await watch.stop(worker ?? assert.fail());
      assert.ok(await watch.until(id, (each) => each?.status === 'stopped', PATIENCE));
      watch.end();
    });
    const wake = () =>
      overDevTools(client, session, (devtools, signal) =>
        devtools.send('Target.createTarget', { url: `chrome-extension://${id}/page.html` }, { signal }),
      );
    breakAt(source, 4);
    await debug(folder, { targets: ['worker'] });
    await until('it debugs', () => events.outputs().some((text) => text.startsWith('Debugging')));
    await wake();
    const first = await events.next('stopped');
    assert.equal(await evaluate(first, await topFrame(first), 'last'), '1');
    await first.session.customRequest('continue', { threadId: first.body['threadId'] });

    await writeFile(source, (await readFile(source, 'utf8')).replace('= 0', '= 100'));
    await bundle();
    await vscode.commands.executeCommand('browserSessions.uploadAgain', { folder, session });
    await wake();
    const second = await events.next('stopped', 0, (each) => each !== first.session);
    assert.equal(await evaluate(second, await topFrame(second), 'last'), '101');
  });

  nightly('uploads by a task before it starts, and stops in what was uploaded', async () => {
    const folder = await debugging.fixture.makeExtension({ ...withManifest(), 'worker.js': WORKER });
    const file = path.join(folder, 'worker.js');
    const label = 'upload, then debug';
    await writeTasks([{ type: 'browserSessions', label, folder, session: debugging.session }]);
    try {
      breakAt(file, 4);
      await debug(folder, { preLaunchTask: label });
      const first = await events.next('stopped');
      assert.ok(Number(await evaluate(first, await topFrame(first), 'count')) > 40);
      await vscode.debug.stopDebugging();
      await until('no session is left', () => sessions.size === 0);
      await writeFile(file, WORKER.replace('40', '4000'));
      const before = events.all.length;
      await debug(folder, { preLaunchTask: label });
      const second = await events.next('stopped', before);
      assert.ok(Number(await evaluate(second, await topFrame(second), 'count')) > 4000);
    } finally {
      await writeTasks([]);
    }
  });

  nightly('comes back after the browser was restarted', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'restarted');
    breakAt(path.join(folder, 'worker.js'), 4);
    await debug(folder);
    const { session: old } = await events.next('stopped');
    // A first upload of a folder restarts the browser.
    await upload({ ...withManifest(), 'worker.js': '' }, 'besides');
    const stopped = await events.next('stopped', 0, (each) => each !== old);
    assert.equal((await topFrame(stopped)).line, 4);
  });

  it('ends with its connection', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'removed');
    breakAt(path.join(folder, 'worker.js'), 4);
    await debug(folder);
    await events.next('stopped');
    try {
      await connect({ url: 'http://127.0.0.1:9', token: debugging.fixture.service.token });
      await until('no session is left', () => sessions.size === 0);
    } finally {
      await connect(debugging.fixture.service);
    }
  });

  // The built-in debugger has a session for how it attaches, and one below it for what it has attached to.
  for (const [what, isMeant] of [
    ['a target', ({ websocketAddress }) => websocketAddress !== undefined],
    ['what was attached to', ({ __pendingTargetId: pending }) => pending !== undefined],
  ] as const satisfies [string, (configuration: vscode.DebugConfiguration) => boolean][])
    nightly(`leaves no session when it is stopped while the session for ${what} is starting`, async () => {
      const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'starting');
      breakAt(path.join(folder, 'worker.js'), 4);
      const going = new AbortController();
      let isHeld = false;
      // The editor asks this before it starts a session.
      const resolveDebugConfiguration = async (
        _folder: vscode.WorkspaceFolder | undefined,
        configuration: vscode.DebugConfiguration,
      ): Promise<vscode.DebugConfiguration> => {
        if (going.signal.aborted || !isMeant(configuration)) return configuration;
        isHeld = true;
        await once(going.signal, 'abort');
        return configuration;
      };
      const holding = ['node', 'pwa-node'].map((type) =>
        vscode.debug.registerDebugConfigurationProvider(type, { resolveDebugConfiguration }),
      );
      try {
        await debug(folder);
        await until('the session is about to start', () => isHeld);
        await vscode.debug.stopDebugging();
        await until('what was debugged has ended', () => ![...sessions].some(({ name }) => name === 'Test'));
      } finally {
        going.abort();
        for (const each of holding) each.dispose();
      }
      // Sessions start one after the other.
      await debug(folder, { name: 'After' });
      await events.next('stopped', 0, (each) => rootOf(each).name === 'After');
      await vscode.debug.stopDebugging();
      await until('no session is left', () => sessions.size === 0);
    });

  nightly('debugs two extensions at once', async () => {
    const folders = [
      await upload({ ...withManifest(), 'worker.js': WORKER }, 'first'),
      await upload({ ...withManifest(), 'worker.js': WORKER }, 'second'),
    ];
    for (const folder of folders) {
      breakAt(path.join(folder, 'worker.js'), 4);
      await debug(folder, { name: folder });
      const frame = await topFrame(await events.next('stopped', 0, (each) => rootOf(each).name === folder));
      assert.ok(frame.source.path.includes(folder), frame.source.path);
    }
  });
});
