import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeHome, removeFolder } from '../../../src/chromium/home';

describe('The folder of a process', () => {
  let parent: string;
  before(() => (parent = mkdtempSync(path.join(tmpdir(), 'home-'))));
  after(() => rmSync(parent, { recursive: true, force: true, maxRetries: 10 }));

  it('stops nothing if it cannot be removed, and goes with a later start', async () => {
    // As of a process that has ended: an ID of 0 would be ours, and no system gives one as high as this.
    const left = path.join(parent, 'browser-sessions-999999999-aa');
    mkdirSync(left);
    // Windows removes no folder that a process works in.
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("here")'], { cwd: left });
    try {
      await once(other.stdout, 'data');
      await removeFolder(left);
      assert.equal(existsSync(left), process.platform === 'win32');
      assert.ok(existsSync(await makeHome(parent)));
    } finally {
      other.kill();
      await once(other, 'exit');
    }
    await makeHome(parent);
    assert.equal(existsSync(left), false);
  });
});
