import assert from 'node:assert/strict';
import { until } from '../../support/until';
import { DevServer, ShareFixture } from './share-fixture';

/** What a request got, or what went wrong. */
const TOLD = `async (url, options) => {
  try { const answer = await fetch(url, options); return answer.status + ' ' + await answer.text(); }
  catch (error) { return error.name; }
}`;

describe('A port of this machine that is shared with a session', () => {
  let fixture: ShareFixture;
  let dev: DevServer;
  let other: DevServer;

  before(async () => {
    [fixture, dev, other] = await Promise.all([ShareFixture.open(), DevServer.start(), DevServer.start()]);
    dev.on('/app', (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end('<title>loading</title><script type="module" src="/main.js"></script>'),
    );
    dev.on('/main.js', (_, response) =>
      response
        .setHeader('content-type', 'text/javascript')
        .end(`import { word } from './dep.js'; document.title = word;`),
    );
    dev.on('/dep.js', (_, response) =>
      response.setHeader('content-type', 'text/javascript').end(`export const word = 'imported';`),
    );
  });
  afterEach(() => {
    fixture.stop();
    for (const each of [dev, other]) each.asked.splice(0);
  });
  after(async () => {
    dev.stop();
    other.stop();
    await fixture.close();
  });

  it('answers pages, modules and requests of the session, until it is stopped', async () => {
    const page = await fixture.open(dev.origin).catch(() => undefined);
    assert.equal(dev.asked.length, 0, 'the browser reached this machine by itself');
    assert.ok(page);
    await fixture.share(dev.port);
    const app = await fixture.open(`${dev.origin}/app?a=1`);
    await until('the module has run', async () => (await app.run('document.title')) === 'imported');
    assert.equal(await app.run(`(${TOLD})('/x', { method: 'POST', body: 'é' })`), '200 <title>/x</title><p>page</p>');
    assert.deepEqual(dev.lines, ['GET /app?a=1', 'GET /main.js', 'GET /dep.js', 'POST /x']);
    assert.equal(dev.asked[3]?.body, 'é');
    assert.equal(dev.asked[0]?.headers.host, `localhost:${dev.port}`);
    assert.deepEqual(fixture.activity?.ports, [dev.port]);
    await assert.rejects(fixture.share(dev.port), /is already shared with/);
    fixture.stop();
    await until('nothing is shared', async () => (await app.run(`(${TOLD})('/after')`)) === 'TypeError');
    assert.ok(!dev.lines.includes('GET /after'));
  });
});
