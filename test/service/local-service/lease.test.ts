import assert from 'node:assert/strict';
import { type LocalService, type Reply, request, startLocalService } from '../../support/local-service';
import { type Pages, startPages } from '../../support/pages';
import { extension } from './extension';
import { stagedIn } from './folders';
import { openRequest } from './open-request';
import { browserOf, trialsOf } from '../../support/processes';
import { click, sessionId } from './session';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';
import { FORM_TYPE, formBytes, upload } from './upload';

const ZIP = extension('first');
const FORM = formBytes([
  ['extensions[0][name]', 'mine'],
  ['extensions[0][zip_file]', ZIP],
]);

/** The answer to a request that was aborted. */
function cutOff(session: string): RegExp {
  return new RegExp(`^\\{"code":"not_found","message":"browser session not found: ${session}.*"\\}$`);
}

describe('A lease', () => {
  let service: LocalService;
  let pages: Pages;

  before(async () => {
    pages = await startPages();
    service = await startLocalService({ args: ['--start-url', `${pages.url}/hang`] });
  });
  after(async () => {
    await Promise.all([service.stop(), pages.stop()]);
    assert.equal(service.complaints(), '');
  });

  const acquire = async (): Promise<string> =>
    sessionId(await request(service, 'POST', `/browser_pools/${service.pool}/acquire`, {}));
  const release = (session: string, reuse: boolean): Promise<Reply> =>
    request(service, 'POST', `/browser_pools/${service.pool}/release`, { session_id: session, reuse });

  /** Checks that the browser has no extension with that name, by uploading one. Leaves a new browser in the pool. */
  async function assertUntouched(session: string): Promise<void> {
    assert.equal((await upload(service, session, { mine: extension('second') })).status, 201);
    assert.equal((await release(session, false)).status, 204);
  }

  for (const reuse of [true, false]) {
    describe(`ends with its release (reuse ${reuse})`, () => {
      // How an upload is cut off does not depend on what becomes of the browser.
      const eitherWay = reuse ? it : nightly;
      eitherWay('and so does an upload that is still being sent', async () => {
        const session = await acquire();
        const sending = await openRequest(service, 'POST', `/browsers/${session}/extensions`, {
          'content-type': FORM_TYPE,
          'content-length': FORM.length,
        });
        await sending.write(FORM.subarray(0, -20));
        await until('the upload has reached the service', () => stagedIn(service) > 0);
        assert.equal((await release(session, reuse)).status, 204);
        const { status, text } = await sending.answer;
        assert.equal(status, 404);
        assert.match(text, cutOff(session));
        await assertUntouched(await acquire());
      });

      eitherWay('and so does an upload whose extensions are being tried', async () => {
        const session = await acquire();
        const uploading = upload(service, session, { mine: ZIP });
        await until('they are tried', () => trialsOf(service.pid).length > 0);
        assert.equal((await release(session, reuse)).status, 204);
        const { status, text } = await uploading;
        assert.equal(status, 404);
        assert.match(text, cutOff(session));
        assert.deepEqual(trialsOf(service.pid), []);
        await assertUntouched(await acquire());
      });

      nightly('and so does an upload that restarts the browser: it is done before the browser goes on', async () => {
        const session = await acquire();
        const before = browserOf(service.pid, session);
        const uploading = upload(service, session, { mine: ZIP });
        await until('the browser restarts', () => browserOf(service.pid, session) !== before);
        assert.equal((await release(session, reuse)).status, 204);
        const { status } = await uploading;
        // If the browser is ended, the upload into it is aborted, or has just finished.
        assert.ok(status === 201 || (status === 404 && !reuse), `${status}`);
        const next = await acquire();
        assert.equal((await upload(service, next, { mine: ZIP })).status, reuse ? 400 : 201);
        await release(next, false);
      });

      it('and so do a click that hangs and those behind it, which press nothing', async () => {
        const session = await acquire();
        pages.clear();
        const hanging = click(service, session, { x: 10, y: 10 });
        await pages.waitFor(({ type }) => type === 'mousedown');
        const behind = Promise.all([1, 2, 3].map((x) => click(service, session, { x, y: 1 })));
        await until('they wait', async () => (await request(service, 'GET', '/browsers')).status === 200);
        assert.equal((await release(session, reuse)).status, 204);
        assert.notEqual((await hanging).status, 200);
        for (const { status, text } of await behind) {
          assert.equal(status, 404);
          assert.match(text, cutOff(session));
        }
        assert.equal(pages.events().filter(({ type }) => type === 'mousedown').length, 1);
        await release(await acquire(), false);
      });

      eitherWay('and a request of it that is still being sent reaches nobody else', async () => {
        const session = await acquire();
        const body = JSON.stringify({ x: 10, y: 10 });
        const sending = await openRequest(service, 'POST', `/browsers/${session}/computer/click_mouse`, {
          'content-length': body.length,
        });
        await sending.write(body.slice(0, 5));
        await request(service, 'GET', '/browsers');
        assert.equal((await release(session, reuse)).status, 204);
        const next = await acquire();
        pages.clear();
        const { status, text } = await sending.end(body.slice(5));
        assert.equal(status, 404);
        assert.match(text, cutOff(session));
        assert.equal((await request(service, 'POST', `/browsers/${next}/computer/screenshot`, {})).status, 200);
        assert.deepEqual(
          pages.events().filter(({ type }) => type === 'mousedown'),
          [],
        );
        await release(next, true);
      });
    });
  }

  it('is over for whoever waits only when the last of it has ended', async () => {
    const session = await acquire();
    const before = browserOf(service.pid, session);
    const uploading = upload(service, session, { mine: ZIP });
    await until('the browser restarts', () => browserOf(service.pid, session) !== before);
    const waiting = acquire();
    const releasing = release(session, true);
    assert.equal(await waiting, session);
    const restarted = browserOf(service.pid, session);
    assert.deepEqual([(await uploading).status, (await releasing).status], [201, 204]);
    assert.equal(browserOf(service.pid, session), restarted, 'no restart under the next lease');
    await release(session, false);
  });

  it('is released once, however often that is asked at once', async () => {
    const session = await acquire();
    const replies = await Promise.all([1, 2, 3, 4].map(() => release(session, false)));
    const [first, ...others] = replies.map(({ status }) => status).toSorted((one, other) => one - other);
    assert.equal(first, 204);
    // One that comes when the next browser is there asks for a session that is no more.
    for (const status of others) assert.ok(status === 400 || status === 404, `${status}`);
    for (const { status, text } of replies)
      if (status === 400) assert.match(text, /was already released to pool local-pool/);
    const next = await acquire();
    const twice = await Promise.all([release(next, true), release(next, true)]);
    assert.deepEqual(
      twice.map(({ status }) => status).toSorted((one, other) => one - other),
      [204, 400],
    );
  });

  it('ends with the session: an upload into it is cut off, and it is deleted once', async () => {
    const session = sessionId(await request(service, 'POST', '/browsers', {}));
    const uploading = upload(service, session, { mine: ZIP });
    await until('it is tried', () => trialsOf(service.pid).length > 0);
    const replies = await Promise.all([1, 2].map(() => request(service, 'DELETE', `/browsers/${session}`)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [204, 404],
    );
    const { status, text } = await uploading;
    assert.equal(status, 404);
    assert.match(text, cutOff(session));
    assert.equal(stagedIn(service), 0);
  });
});
