import assert from 'node:assert/strict';
import { type LocalService, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { BUTTON_AT, type Pages, startPages } from '../../support/pages';
import { extension } from './extension';
import { browserOf, pagesOf } from '../../support/processes';
import { click, startSessionOn } from './session';
import { until } from '../../support/until';
import { upload } from './upload';

describe('a browser that crashes', () => {
  let service: LocalService;
  let pages: Pages;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
  });
  after(() => Promise.all([service.stop(), pages.stop()]));

  async function crash(session: string): Promise<void> {
    const pid = browserOf(service.pid, session);
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await until('it has ended', () => browserOf(service.pid, session) !== pid);
  }

  it('is back for the next click, with its page and its extensions', async () => {
    const session = await startSessionOn(service, pages, '/button');
    await upload(service, session, { first: extension('one') });
    await pages.waitFor(({ type, by }) => type === 'changed' && by === 'one ');
    pages.clear();
    await crash(session);
    assert.equal((await click(service, session, BUTTON_AT)).status, 200);
    await pages.waitFor(({ type, by }) => type === 'changed' && by === 'one ');
    await pages.waitFor(({ type, path }) => type === 'click' && path === '/button');
    assert.equal(pages.events().filter(({ type }) => type === 'click').length, 1);
  });

  nightly('is back as often as it crashes', async () => {
    const session = await startSessionOn(service, pages, '/button');
    for (let times = 1; times <= 3; times++) {
      await crash(session);
      pages.clear();
      assert.equal((await click(service, session, BUTTON_AT)).status, 200);
      await pages.waitFor(({ type }) => type === 'click');
    }
  });

  nightly('takes an upload as if nothing had happened', async () => {
    const session = await startSessionOn(service, pages, '/plain');
    await crash(session);
    pages.clear();
    assert.equal((await upload(service, session, { first: extension('one') })).status, 201);
    await pages.waitFor(({ type, by }) => type === 'changed' && by === 'one ');
  });

  it('loads a page again whose own process has crashed', async () => {
    const session = await startSessionOn(service, pages, '/button');
    const crashed = pagesOf(session);
    assert.notEqual(crashed.length, 0);
    for (const pid of crashed) process.kill(pid, 'SIGKILL');
    await pages.waitFor(({ type, path }) => type === 'load' && path === '/button');
    assert.equal((await click(service, session, BUTTON_AT)).status, 200);
    await pages.waitFor(({ type }) => type === 'click');
  });

  it('is not clicked a second time when it ends under the click', async () => {
    const session = await startSessionOn(service, pages, '/hang');
    // The page hangs in its first mousedown, so a click can no longer be answered.
    const clicking = click(service, session, BUTTON_AT);
    await pages.waitFor(({ type }) => type === 'mousedown');
    await crash(session);
    const { status, text } = await clicking;
    assert.equal(status, 500);
    assert.match(text, /it may have happened, and is not sent again/);
    assert.equal(pages.events().filter(({ type }) => type === 'mousedown').length, 1);
  });
});
