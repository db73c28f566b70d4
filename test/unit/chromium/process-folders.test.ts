import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { makeProcessFolder, removeFolder, removeLeftBehind } from '../../../src/chromium/process-folders';
import { temporaryFolder } from '../../support/temporary-folder';

describe('The folder of a process', () => {
  let parent: string;
  before(() => (parent = temporaryFolder()));

  it('stops nothing if it cannot be removed, and goes with a later start', async () => {
    // As of a process that has ended: an ID of 0 would be ours, and no system gives one as high as this.
    const left = path.join(parent, 'browser-sessions-999999999-aa');
    mkdirSync(left);
    const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000);
    utimesSync(left, longAgo, longAgo);
    // Windows removes no folder that a process works in.
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("here")'], { cwd: left });
    try {
      await once(other.stdout, 'data');
      await removeFolder(left);
      assert.equal(existsSync(left), process.platform === 'win32');
      assert.ok(existsSync(await makeProcessFolder(parent)));
    } finally {
      other.kill();
      await once(other, 'exit');
    }
    await makeProcessFolder(parent);
    assert.equal(existsSync(left), false);
  });

  it('stays while its process lives, although it has an ID that nobody has here, as in another container', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = path.join(parent, 'browser-sessions-999999998-aa');
    mkdirSync(folder);
    const script = `require('net').createServer().listen(${JSON.stringify(path.join(folder, 'alive'))}, () => console.log('here'))`;
    const other = spawn(process.execPath, ['-e', script]);
    try {
      await once(other.stdout, 'data');
      await removeLeftBehind(parent);
      assert.ok(existsSync(folder));
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    await removeLeftBehind(parent);
    assert.equal(existsSync(folder), false);
  });

  it('stays for a day where its process has not begun to listen', async function () {
    if (process.platform !== 'linux') this.skip();
    const folder = path.join(parent, 'browser-sessions-999999997-aa');
    mkdirSync(folder);
    await removeLeftBehind(parent);
    assert.ok(existsSync(folder));
  });
});
