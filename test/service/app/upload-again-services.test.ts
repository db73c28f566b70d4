import assert from 'node:assert/strict';
import { startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { ExtensionFolder, filesIn, openSession, Person } from '../../support/person';
import { nightly } from '../../support/nightly';

/** Bytes. */
const MAX_GROWTH = 200e6;

describe('Uploading again at a service that cannot do it', () => {
  let service: LocalService;
  let proxy: BreakingProxy;
  let person: Person;
  let folder: ExtensionFolder;
  let session: string;
  let untouched: Record<string, string>;
  let place: string;

  before(async () => {
    service = await startLocalService();
    proxy = await BreakingProxy.start(service.url);
    folder = new ExtensionFolder();
    session = await openSession(service);
    const straight = new Person(service);
    await straight.upload(folder.path, session, 'again');
    place = (await straight.loaded(session))[0]?.path ?? assert.fail();
    straight.close();
    untouched = filesIn(place);
    folder.change();
    person = new Person({ url: proxy.url, token: service.token }, straight.storage);
  });
  beforeEach(() => {
    person = new Person({ url: proxy.url, token: service.token }, person.storage);
    proxy.breakAt(() => undefined);
    proxy.hidesDevTools = false;
  });
  afterEach(() => {
    person.close();
    // Nothing was changed, and what is remembered is still so.
    assert.deepEqual(filesIn(place), untouched);
    assert.notEqual(person.record(folder.path, session)?.digests, undefined);
  });
  after(async () => {
    await proxy.stop();
    await service.stop();
  });

  const again = async (): Promise<string> => (await person.again(folder.path, session)).kind;

  it('without DevTools: it is said to be not possible, and the address is asked for only once', async () => {
    proxy.hidesDevTools = true;
    assert.equal(await again(), 'notPossible');
    assert.equal(await again(), 'notPossible');
    assert.deepEqual(proxy.calls, [{ name: 'GET session', nth: 1 }]);
  });

  for (const status of [403, 404, 405, 501])
    it(`without files (${status}): not possible`, async () => {
      proxy.breakAt(({ name }) => (name.includes(' fs/') ? status : undefined));
      assert.equal(await again(), 'notPossible');
    });

  it('with a list of files, but no operation to write them: not possible', async () => {
    proxy.breakAt(({ name }) => (name === 'POST fs/upload_zip' ? 404 : undefined));
    assert.equal(await again(), 'notPossible');
  });

  it('where DevTools answer each call with an error: not possible', async () => {
    proxy.breakAt(({ name }) => (/^[A-Z]+ /.test(name) || name === 'DevTools' ? undefined : 500));
    assert.equal(await again(), 'notPossible');
  });

  for (const status of [403, 404])
    it(`where DevTools are refused (${status}): not possible`, async () => {
      proxy.breakAt(({ name }) => (name === 'DevTools' ? status : undefined));
      assert.equal(await again(), 'notPossible');
    });

  nightly('whose browser restarts, and is not reachable for a while: a sentence, and no second copy', async () => {
    proxy.breakAt(({ name }) => (name === 'DevTools' ? 503 : undefined));
    await assert.rejects(again(), /^UserError: The browser of “.+” doesn’t respond\. Nothing was sent\. Try again/);
  });

  it('that answers each call with an error: a sentence', async () => {
    proxy.breakAt(() => 500);
    await assert.rejects(
      again(),
      /^ServiceError: Couldn’t look up “.+”\. The service failed \(500\)\. You can try again\./,
    );
  });

  nightly('that floods: a sentence after ten seconds, and no more memory than before', async () => {
    proxy.breakAt(({ name }) => (name === 'Extensions.getExtensions' ? 'flood' : undefined));
    const { rss } = process.memoryUsage();
    let most = rss;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
    await assert.rejects(again(), /^UserError: The browser of “.+” doesn’t respond\. Nothing was sent\. Try again/);
    clearInterval(timer);
    assert.ok(most - rss < MAX_GROWTH, `${most - rss} bytes`);
    person.close();
    // The flood has ended with its connection, and the next connection works.
    proxy.breakAt(() => undefined);
    person = new Person(service, person.storage);
    assert.equal((await person.loaded(session)).length, 1);
  });
});
