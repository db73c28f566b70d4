import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { extension } from './extension';
import { homeOf } from './folders';
import { openRequest } from './open-request';
import { browserOf, processesOf, trialsOf } from '../../support/processes';
import { click, startSession } from './session';
import { until } from '../../support/until';
import { FORM_TYPE, formBytes, upload } from './upload';
import { nightly } from '../../support/nightly';
import { temporaryFolder } from '../../support/temporary-folder';

describe('The temporary folder', () => {
  let temporary: string;
  let service: LocalService;

  beforeEach(async () => {
    temporary = temporaryFolder();
    service = await startLocalService({ env: { TMPDIR: temporary } });
  });
  afterEach(() => service.stop());

  /** Everything in it beside the folder of the service, and everything in that folder. */
  const beside = (): string[] =>
    readdirSync(temporary).filter((name) => !name.startsWith(`browser-sessions-${service.pid}-`));
  const inside = (): string[] => readdirSync(homeOf(service, temporary)).toSorted();
  const end = (session: string) => request(service, 'DELETE', `/browsers/${session}`);

  nightly('holds nothing more after ten sessions that were started and deleted', async () => {
    const before = inside();
    for (let count = 0; count < 10; count++) assert.equal((await end(await startSession(service))).status, 204);
    assert.deepEqual([beside(), inside()], [[], before]);
  });

  it('holds nothing of uploads, of those that were refused neither', async () => {
    const before = inside();
    const session = await startSession(service);
    assert.equal((await upload(service, session, { good: extension('good') })).status, 201);
    assert.equal((await upload(service, session, { old: extension('old', { manifest_version: 2 }) })).status, 400);
    await end(session);
    assert.deepEqual([beside(), inside()], [[], before]);
  });

  nightly('holds nothing of browsers that were killed, once their sessions are deleted', async () => {
    const before = inside();
    const session = await startSession(service);
    for (let count = 0; count < 2; count++) {
      const pid = browserOf(service.pid, session) ?? assert.fail('no browser runs');
      process.kill(pid, 'SIGKILL');
      await until('it has ended', () => browserOf(service.pid, session) !== pid);
      assert.equal((await click(service, session, { x: 1, y: 1 })).status, 200);
    }
    await end(session);
    assert.deepEqual([beside(), inside()], [[], before]);
  });

  it('is empty after SIGTERM, also in the middle of uploads', async () => {
    const form = formBytes([
      ['extensions.name', 'mine'],
      ['extensions.zip_file', extension('mine')],
    ]);
    const sending = await openRequest(service, 'POST', `/browsers/${service.session}/extensions`, {
      'content-type': FORM_TYPE,
      'content-length': form.length,
    });
    await sending.write(form.subarray(0, -20));
    const session = await startSession(service);
    const uploading = upload(service, session, { mine: extension('mine') }).catch(() => undefined);
    await until('extensions are tried', () => trialsOf(service.pid).length > 0);
    await service.stop();
    await Promise.allSettled([uploading, sending.answer]);
    assert.deepEqual(readdirSync(temporary), []);
    await until('all its processes have ended', () => processesOf(service.pid).length === 0);
  });

  it('is cleared by the next service of one that was killed', async () => {
    process.kill(service.pid, 'SIGKILL');
    await service.stop();
    await until('all its processes have ended', () => processesOf(service.pid).length === 0);
    const next = await startLocalService({ env: { TMPDIR: temporary } });
    await next.stop();
    assert.deepEqual(readdirSync(temporary), []);
  });

  nightly('may have a long name: then nothing is left in it, or in /tmp', async () => {
    const long = path.join(temporary, 'a'.repeat(80));
    mkdirSync(long);
    const other = await startLocalService({ env: { TMPDIR: long } });
    const session = await startSession(other);
    await request(other, 'DELETE', `/browsers/${session}`);
    assert.ok(homeOf(other, '/tmp'));
    await other.stop();
    assert.deepEqual(readdirSync(long), []);
    assert.throws(() => homeOf(other, '/tmp'), /has no folder/);
  });
});
