import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { connect } from './fixture';
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
