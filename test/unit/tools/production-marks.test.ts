import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { isMarkedProduction, ProductionMarks } from '../../../src/tools/agents/production-marks';
import { temporaryFolder } from '../../support/temporary-folder';

describe('An address that an editor marks as production', () => {
  let folder: string;
  const address = `https://${randomUUID()}.example/api`;
  beforeEach(async () => {
    folder = temporaryFolder();
    const marks = new ProductionMarks({ BROWSER_SESSIONS_STATE: folder }, folder);
    await marks.write([{ name: 'Shop', settings: { name: 'Shop', address, production: true } }]);
  });

  const isMarked = (other: string): Promise<boolean> => isMarkedProduction({ BROWSER_SESSIONS_STATE: folder }, other);

  it('is known in any spelling', async () => {
    const host = new URL(address).host;
    for (const spelling of [
      'api',
      'api/',
      'api//',
      '/api',
      '%61pi',
      'api%2F',
      '%2Fapi',
      './api',
      'x/../api',
      'x/%2e%2E/api',
      'api#project',
    ])
      assert.equal(await isMarked(`https://${host}/${spelling}`), true, spelling);
    assert.equal(await isMarked(`HTTPS://${host.toUpperCase()}.:443/api`), true);
    for (const other of ['', 'test', 'api/test', '%zz'])
      assert.equal(await isMarked(`https://${host}/${other}`), false, other);
  });

  it('is known whatever the environment says of the home of the user', async function () {
    // The home that the system has for this user cannot be another one for a test: what is made there is removed.
    const within = path.join(userInfo().homedir, '.local/state/browser-sessions/production');
    const made = await mkdir(within, { recursive: true }).catch(() => this.skip());
    const mark = path.join(within, `${randomUUID()}.json`);
    const { HOME } = process.env;
    try {
      process.env['HOME'] = folder;
      assert.equal(await isMarkedProduction({}, address), false);
      const marks = path.join(folder, 'browser-sessions/production');
      await copyFile(path.join(marks, (await readdir(marks))[0] ?? ''), mark);
      assert.equal(await isMarkedProduction({}, address), true);
      assert.equal(await isMarkedProduction({ BROWSER_SESSIONS_STATE: tmpdir() }, address), true);
    } finally {
      if (HOME === undefined) delete process.env['HOME'];
      else process.env['HOME'] = HOME;
      await rm(made ?? mark, { recursive: true, force: true });
    }
  });
});
