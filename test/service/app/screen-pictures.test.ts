import assert from 'node:assert/strict';
import { click } from '../../../src/app/computer';
import { request } from '../../support/local-service';
import { startServiceProxy } from '../../support/network/service-proxy';
import { BUTTON_AT } from '../../support/pages';
import { until } from '../../support/until';
import { Person } from '../../support/person';
import { INTERVAL, shots, useScreen } from './screen-fixture';

const { signal } = new AbortController();

describe('The screen of a session', () => {
  const screen = useScreen();
  const { look, withoutDevTools, answering, anInterval } = screen;

  it('without DevTools takes pictures: at first, after a click, and no more when two are equal', async () => {
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    assert.equal(shots(proxy), 1);
    const before = looking.newest;
    await looking.input.click(before.id, BUTTON_AT, signal);
    await until('the pictures after the click', () => looking.pictures.length === 3);
    assert.equal(shots(proxy), 3);
    assert.ok(!looking.newest.bytes.equals(before.bytes));
    assert.ok(looking.newest.bytes.equals(looking.pictures.at(-2)?.bytes ?? Buffer.alloc(0)), 'two are equal');
  });

  it('without DevTools takes pictures after a click that was made elsewhere, too', async () => {
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    const { client, records } = looking.person;
    await click({ client, sessions: records.sessions }, { sessionId: screen.session, click: BUTTON_AT }, signal);
    await until('the pictures after the click', () => looking.pictures.length > 1);
  });

  it('without DevTools takes pictures at intervals only while the window is in front', async () => {
    const proxy = await withoutDevTools();
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    looking.feed.setFocused(false);
    looking.feed.setInterval(INTERVAL);
    const first = shots(proxy);
    await anInterval();
    assert.equal(shots(proxy), first);
    looking.feed.setFocused(true);
    await until('the interval has passed', () => shots(proxy) > first);
    looking.feed.setVisible(false);
    const count = shots(proxy);
    await anInterval();
    assert.equal(shots(proxy), count);
  });

  it('of a service that takes no pictures is unavailable, and the session is not marked', async () => {
    const proxy = await answering((answer) => answer.writeHead(404, { 'content-type': 'application/json' }).end('{}'));
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('unavailable');
    assert.ok(!looking.person.records.sessions.get(screen.session)?.gone);
  });

  it('waits as long as a busy service asks for', async () => {
    let busy = 1;
    const png = await new Person(screen.service).client.screenshot(screen.session, signal);
    const proxy = await answering((answer) => {
      if (busy-- > 0) answer.writeHead(429, { 'retry-after': '1' }).end();
      else answer.writeHead(200, { 'content-type': 'image/png' }).end(png);
    });
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    assert.equal(busy, -1);
  });

  it('asks a service that is busy for long no sooner than it allows, hidden and shown again or not', async () => {
    let asked = 0;
    const proxy = await answering((answer) => {
      asked++;
      answer.writeHead(429, { 'retry-after': '300' }).end();
    });
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('waiting');
    assert.match(looking.text, /^The service is busy\. Retrying in 5 min/);
    looking.feed.setInterval(INTERVAL);
    looking.feed.setVisible(false);
    looking.feed.setVisible(true);
    await looking.is('waiting');
    looking.feed.refresh();
    await anInterval();
    assert.equal(asked, 1);
    looking.feed.retry();
    await until('it asks again', () => asked === 2);
  });

  it('says when it tries again after a failure, and that it no longer does', async () => {
    const proxy = await answering((answer) => answer.writeHead(500).end());
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('lost');
    assert.match(looking.text, /Retrying in 2 s$/);
    const forbidden = await answering((answer) => answer.writeHead(403).end());
    const refused = look(forbidden.url);
    refused.feed.setVisible(true);
    await refused.is('lost');
    assert.doesNotMatch(refused.text, /Retrying/);
  });

  it('of a service that shows no sessions, which gave a picture and then has none, has ended', async () => {
    const png = await new Person(screen.service).client.screenshot(screen.session, signal);
    let isThere = true;
    const proxy = await startServiceProxy(screen.service.url, ({ url = '' }, answer) => {
      if (isThere && url.endsWith('/screenshot')) answer.writeHead(200, { 'content-type': 'image/png' }).end(png);
      else answer.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return true;
    });
    screen.proxies.push(proxy);
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    isThere = false;
    looking.feed.refresh();
    await looking.is('ended');
  });

  it('without DevTools refuses a click if the display has another size than its picture, which it does not show yet', async () => {
    const behind = await withoutDevTools();
    const good = await new Person(screen.service).client.screenshot(screen.session, signal);
    const small = Buffer.from(good);
    small.writeUInt32BE(640, 16);
    let hasChanged = false;
    let clicks = 0;
    const proxy = await startServiceProxy(behind.url, async ({ url = '', method }, answer) => {
      if (url.endsWith('/click_mouse')) clicks++;
      if (hasChanged && url.endsWith('/screenshot')) answer.writeHead(200, { 'content-type': 'image/png' }).end(small);
      else if (hasChanged && method === 'GET' && url.endsWith(`/browsers/${screen.session}`)) {
        const { text } = await request(screen.service, 'GET', `/browsers/${screen.session}`);
        const changed = { ...JSON.parse(text), cdp_ws_url: undefined, viewport: { width: 640, height: 800 } };
        answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(changed));
      } else return false;
      return true;
    });
    screen.proxies.push(proxy);
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    const { id } = looking.newest;
    await looking.input.click(id, BUTTON_AT, signal);
    assert.equal(clicks, 1);
    hasChanged = true;
    await assert.rejects(looking.input.click(id, BUTTON_AT, signal), /size has changed/);
    assert.equal(clicks, 1);
    assert.equal(looking.newest.width, 640);
  });

  it('keeps the last picture if the next one is damaged, and takes a large one and one of another size', async () => {
    const good = await new Person(screen.service).client.screenshot(screen.session, signal);
    let next = good;
    const proxy = await answering((answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(next));
    const looking = look(proxy.url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    const { id } = looking.newest;
    next = Buffer.concat([good.subarray(0, 8), Buffer.alloc(40)]);
    looking.feed.refresh();
    await looking.is('lost');
    assert.match(looking.text, /unreadable/);
    assert.equal(looking.newest.id, id);
    // Chromium ignores what follows the end of a PNG.
    next = Buffer.concat([good, Buffer.alloc(8_000_000)]);
    looking.feed.refresh();
    await until('the large one', () => looking.newest.bytes.length > 8_000_000);
    next = Buffer.from(good);
    next.writeUInt32BE(640, 16);
    looking.feed.refresh();
    await until('another size', () => looking.newest.width === 640);
    await assert.rejects(looking.input.click(id, BUTTON_AT, signal), /size has changed/);
  });
});
