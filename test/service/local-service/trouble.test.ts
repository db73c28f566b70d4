import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../../../src/core/errors';
import { type LocalService, request, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { extension } from './extension';
import { homeOf } from './folders';
import { openRequest } from './open-request';
import { browserOf, trialsOf } from '../../support/processes';
import { click, startSessionOn } from './session';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';
import { temporaryFolder } from '../../support/temporary-folder';
import { FORM_TYPE, formBytes, postForm, upload } from './upload';

const ZIP = extension('mine');
const FORM = formBytes([
  ['extensions[0][name]', 'mine'],
  ['extensions[0][zip_file]', ZIP],
]);

/** Checks that an answer of the service says what went wrong on its machine. */
function assertTold(reply: { status: number; text: string }, sentence: RegExp): void {
  assert.equal(reply.status, 500, reply.text);
  const { code, message }: { code: string; message: string } = JSON.parse(reply.text);
  assert.equal(code, 'internal_error');
  assert.match(message, sentence);
}

describe('An upload during which', function () {
  // Each test starts many browsers.

  describe('a browser is killed', () => {
    let service: LocalService;
    let pages: Pages;
    let session: string;

    before(async () => {
      [service, pages] = await Promise.all([startLocalService(), startPages()]);
    });
    beforeEach(async () => {
      session = await startSessionOn(service, pages, '/button');
    });
    afterEach(() => request(service, 'DELETE', `/browsers/${session}`));
    after(() => Promise.all([service.stop(), pages.stop()]));

    /** Checks that the session works and shows its page, and that no extension was loaded, so the name is free. */
    async function assertRecovered(): Promise<void> {
      pages.clear();
      assert.equal((await click(service, session, { x: 200, y: 150 })).status, 200);
      await pages.waitFor(({ type, path: place }) => type === 'click' && place === '/button');
      assert.deepEqual(
        pages.events().filter(({ type }) => type === 'changed'),
        [],
      );
      assert.equal((await upload(service, session, { mine: ZIP })).status, 201);
      await pages.waitFor(({ type, by }) => type === 'changed' && by === 'mine ');
    }

    it('that is asked about the extension: says so, and changes nothing', async () => {
      const uploading = upload(service, session, { mine: ZIP });
      await until('it is asked', () => trialsOf(service.pid).length > 0);
      for (const pid of trialsOf(service.pid)) process.kill(pid, 'SIGKILL');
      assertTold(
        await uploading,
        /^the browser (ended while this was under way; nothing was changed, so try again|did not start.*; nothing was changed)$/,
      );
      await assertRecovered();
    });

    nightly('that comes back with the extension: says so, and changes nothing', async () => {
      const before = browserOf(service.pid, session);
      const uploading = upload(service, session, { mine: ZIP });
      const isAnother = (pid: number | undefined): pid is number => pid !== undefined && pid !== before;
      await until('it comes back', () => isAnother(browserOf(service.pid, session)));
      const pid = browserOf(service.pid, session);
      if (isAnother(pid)) process.kill(pid, 'SIGKILL');
      const reply = await uploading;
      // It may already have been restarted.
      if (reply.status === 201) return;
      assertTold(
        reply,
        /^the browser (ended while this was under way; nothing was changed, so try again|did not start.*; nothing was changed)$/,
      );
      await assertRecovered();
    });

    it('that the extension is for, while it is sent: is done all the same', async () => {
      const sending = await openRequest(service, 'POST', `/browsers/${session}/extensions`, {
        'content-type': FORM_TYPE,
        'content-length': FORM.length,
      });
      await sending.write(FORM.subarray(0, 100));
      process.kill(browserOf(service.pid, session) ?? assert.fail('no browser runs'), 'SIGKILL');
      pages.clear();
      assert.equal((await sending.end(FORM.subarray(100))).status, 201);
      await pages.waitFor(({ type, by }) => type === 'changed' && by === 'mine ');
    });
  });

  describe('the disk is full', () => {
    const MIB = 1024 * 1024;
    let disk: string;
    let service: LocalService;
    let pages: Pages;

    before(async function () {
      disk = temporaryFolder();
      // Filling a disk requires mounting one: only root can, if the machine allows it.
      const mounted =
        process.platform === 'linux' &&
        spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]).status === 0;
      if (!mounted) {
        console.log('      (no disk can be mounted here, so none can be filled)');
        return this.skip();
      }
      pages = await startPages();
      service = await startLocalService({ env: { TMPDIR: disk } });
    });
    after(async () => {
      await Promise.all([service?.stop(), pages?.stop()]);
      spawnSync('umount', ['-l', disk]);
    });

    /** Leaves that many bytes free. The browsers write too, so the last bytes may already be in use. */
    function fill(free: number): void {
      const { bavail, bsize } = statfsSync(disk);
      try {
        writeFileSync(path.join(disk, 'fill'), Buffer.alloc(Math.max(0, bavail * bsize - free)));
      } catch (error) {
        assert.equal(codeOf(error), 'ENOSPC');
      }
    }
    const empty = (): void => rmSync(path.join(disk, 'fill'), { force: true });

    const large = {
      name: 'large.bin',
      content: Buffer.from(Array.from({ length: 4 * MIB }, (_, index) => (index * 7919 + (index >> 8)) & 255)),
      isStored: true,
    };
    const places = [
      ['while the form is received', 2 * MIB, nightly],
      ['while the zip is unpacked', 6 * MIB, it],
      ['to the last byte', 0, nightly],
    ] as const;
    for (const [where, free, test] of places) {
      test(`${where}: says so, leaves nothing half done, and works when there is room again`, async () => {
        const session = await startSessionOn(service, pages, '/button');
        const folders = readdirSync(homeOf(service, disk)).toSorted();
        fill(free);
        const reply = await upload(service, session, { mine: extension('mine', {}, [large]) }).finally(empty);
        assertTold(
          reply,
          /^the disk of the local service is full \(ENOSPC\); nothing was changed: free some space and try again$/,
        );
        assert.deepEqual(readdirSync(homeOf(service, disk)).toSorted(), folders);
        assert.deepEqual(readdirSync(path.join(homeOf(service, disk), session, 'extensions')), []);
        pages.clear();
        assert.equal((await click(service, session, { x: 200, y: 150 })).status, 200);
        await pages.waitFor(({ type }) => type === 'click');
        assert.equal((await upload(service, session, { mine: extension('mine', {}, [large]) })).status, 201);
        await request(service, 'DELETE', `/browsers/${session}`);
      });
    }

    it('while an extension goes into the catalog: says so, and keeps nothing of it', async () => {
      const form = formBytes([
        ['name', 'mine'],
        ['file', extension('mine', {}, [large])],
      ]);
      fill(10 * MIB);
      const reply = await postForm(service, '/extensions', form).finally(empty);
      assertTold(reply, /^the disk of the local service is full \(ENOSPC\)/);
      assert.deepEqual(readdirSync(path.join(homeOf(service, disk), 'catalog')), []);
      assert.equal((await postForm(service, '/extensions', form)).status, 201);
    });

    nightly('while a browser starts: says so, or starts it all the same', async () => {
      const session = await startSessionOn(service, pages, '/button');
      // Enough space for the extension, but not for another profile.
      fill(512 * 1024);
      const reply = await upload(service, session, { mine: ZIP }).finally(empty);
      if (reply.status !== 201) {
        assertTold(reply, /^(the disk of the local service is full|the browser )/);
        assert.deepEqual(readdirSync(path.join(homeOf(service, disk), session, 'extensions')), []);
      }
      pages.clear();
      assert.equal((await click(service, session, { x: 200, y: 150 })).status, 200);
      await pages.waitFor(({ type }) => type === 'click');
      await request(service, 'DELETE', `/browsers/${session}`);
    });
  });
});
