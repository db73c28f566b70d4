import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Locator } from 'playwright-core';
import { listen, portOf } from '../support/network/listen';
import { until } from '../support/until';
import { THEMES, useFixtureScreen } from '../support/bare-screen';

/** Shows left-to-right letters from right to left: what ends in `exe` seems to end in `txt`. */
const RIGHT_TO_LEFT = '\u202E';
const LONG = 'x'.repeat(100_000);
/** Its beginning looks like a host that people trust. */
const LONG_HOST = `https.bank.example.${'very-'.repeat(11)}long.${'long-'.repeat(11)}name.localhost`;

/** Pages that pretend. */
const PAGES: Record<string, string> = {
  '/moves': '<title>Moves</title><script>let n = 0; setInterval(() => { location.hash = ++n; }, 30)</script>',
  '/title': `<title>https://bank.example ${RIGHT_TO_LEFT}elif\u0007\u0000\u2066 ${LONG}</title>`,
  '/pushed': '<title>Pushed</title><script>history.pushState(0, "", "/bank.example/login")</script>',
  '/named': `<title>Named</title><button aria-label="${LONG.repeat(10)}">Press</button>`,
};

describe('The address line of a screen', () => {
  const { fixture, screen, open } = useFixtureScreen();
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGES[url] ?? '');
  });
  before(() => listen(server));
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  afterEach(() => {
    screen.runsHere = true;
  });

  const part = (id: string): Locator => screen.part(id);
  const address = (path: string): string => `${fixture.pages.url}${path}`;
  const hostile = (path: string, host = '127.0.0.1'): string => `http://${host}:${portOf(server)}${path}`;
  const shows = (text: string): Promise<void> => screen.content.locator(`#address-box[title="${text}"]`).waitFor();
  const titleNow = async (): Promise<string> => (await part('tabs').getAttribute('title')) ?? '';
  const type = async (text: string): Promise<void> => {
    await part('typed').fill(text);
    await part('typed').press('Enter');
  };
  const pages = (count: string): Promise<void> => part('tabs-label').filter({ hasText: count }).waitFor();
  const title = (text: string): Promise<void> => screen.content.locator(`#tabs[title="${text}"]`).waitFor();
  const isRefused = (why: string): Promise<void> => part('refused').filter({ hasText: why }).waitFor();

  it('has the address and the title of the page in front, goes back and forward, and loads it again', async () => {
    await open('address', '/button');
    await shows(address('/button'));
    assert.ok(await part('back').isDisabled());
    await type(address('/plain'));
    await shows(address('/plain'));
    await title('Plain');
    // What was typed is open, so the keys belong to the picture again.
    await screen.focused('#stage');
    assert.equal(await part('typed').inputValue(), address('/plain'));
    await part('back').click();
    await shows(address('/button'));
    await part('forward').click();
    await shows(address('/plain'));
    await part('back').click();
    await shows(address('/button'));
    fixture.pages.clear();
    await part('reloadPage').click();
    await fixture.pages.waitFor(({ type: event }) => event === 'load');
    // Enter on what is not changed loads it again too.
    fixture.pages.clear();
    await screen.outer.keyboard.press('Control+l');
    await screen.focused('#typed');
    await screen.outer.keyboard.press('Enter');
    await fixture.pages.waitFor(({ type: event }) => event === 'load');
  });

  it('lists the tabs, opens one, shows another and closes it, but not the last', async () => {
    await open('tabs', '/button');
    await shows(address('/button'));
    await part('tabs').click();
    await pages('1 page');
    await part('newTab').waitFor();
    assert.equal(await part('tabs-list').locator('.beside').count(), 0);
    await part('newTab').click();
    // What is typed at once is for the new tab.
    await screen.focused('#typed');
    await screen.outer.keyboard.type(address('/plain'));
    await screen.outer.keyboard.press('Enter');
    await shows(address('/plain'));
    await pages('2 pages');
    await part('tabs').click();
    await screen.screenshot('screen-tabs');
    assert.deepEqual(await screen.violations(), []);
    const row = (page: RegExp): Locator => part('tabs-list').getByRole('menuitemradio', { name: page });
    await row(/\/button$/).click();
    await shows(address('/button'));
    await screen.state('Live').waitFor();
    // By keys, one that is not in front.
    await part('tabs').focus();
    await screen.outer.keyboard.press('Enter');
    await row(/\/plain$/).focus();
    await screen.outer.keyboard.press('ArrowRight');
    await screen.content.locator('.beside:focus').waitFor();
    await screen.outer.keyboard.press('Enter');
    await pages('1 page');
    await shows(address('/button'));
  });

  it('keeps what is typed while the page navigates, and drops it at Escape', async () => {
    await open('typed', '/button');
    await type(hostile('/moves'));
    const moved = async (): Promise<string> => {
      const before = await part('address-box').getAttribute('title');
      await screen.content.locator(`#address-box:not([title="${before}"])`).waitFor();
      return (await part('address-box').getAttribute('title')) ?? '';
    };
    await moved();
    await part('typed').fill('');
    for (const each of ['exa', 'mple', '.com/']) {
      await screen.outer.keyboard.type(each);
      await moved();
    }
    assert.equal(await part('typed').inputValue(), 'example.com/');
    // While nobody types, the line has the page's address, and what was typed is still there.
    await part('stage').focus();
    await moved();
    assert.equal(await part('typed').inputValue(), 'example.com/');
    assert.match((await part('shown').innerText()).replaceAll('\n', ''), /127\.0\.0\.1:\d+\/moves#\d+$/);
    await screen.screenshot('screen-address-typed-away');
    await part('typed').focus();
    await screen.screenshot('screen-address-typed');
    await screen.outer.keyboard.press('Escape');
    assert.match(await part('typed').inputValue(), /\/moves#\d+$/);
  });

  it('opens nothing that would run in the page or read files, and keeps what was typed', async () => {
    await open('refused', '/button');
    await shows(address('/button'));
    for (const typed of [
      'javascript:document.title=1',
      'data:text/html,<h1>bank</h1>',
      'file:///etc/passwd',
      'words',
    ]) {
      await type(typed);
      await isRefused(`“${typed}” can’t be opened.`);
      assert.equal(await part('typed').inputValue(), typed);
      if (typed === 'words') {
        await screen.screenshot('screen-address-refused');
        assert.deepEqual(await screen.violations(), []);
      }
      await part('typed').press('Escape');
      await part('refused').waitFor({ state: 'hidden' });
    }
    await shows(address('/button'));
  });

  it('says why a page does not open, and of localhost whose machine it is', async () => {
    screen.runsHere = false;
    await open('localhost', '/button');
    await type('localhost:9/');
    await isRefused(
      '“localhost” is the session’s machine, not yours. “http://localhost:9/” didn’t open: net::ERR_UNSAFE_PORT.',
    );
    await screen.screenshot('screen-address-localhost');
    await type(`localhost:${portOf(server)}/pushed`);
    await part('elsewhere').waitFor();
    await part('refused').waitFor({ state: 'hidden' });
    await screen.screenshot('screen-address-elsewhere');
  });

  it('has no false address, whatever the page does', async () => {
    await open('false', '/button');
    await type(hostile('/title'));
    await shows(hostile('/title'));
    // The title is where titles are, cut, and without what turns letters around, or can't be shown.
    await until('it has the title', async () => (await titleNow()).includes('https://bank.example elif'));
    const shown = await titleNow();
    assert.ok(shown.length <= 200 && !/[\p{Cc}\u202E\u2066\uFFFD]/u.test(shown));
    await part('tabs').click();
    assert.ok(((await part('tabs-list').locator('bdi').first().boundingBox())?.width ?? 999) <= 160);
    assert.equal(await part('shown-host').innerText(), `127.0.0.1:${portOf(server)}`);
    await screen.screenshot('screen-address-title');
    await screen.outer.keyboard.press('Escape');
    // A user name that looks like a host.
    await type(hostile('/pushed', 'bank.example:login@127.0.0.1'));
    await shows(hostile('/bank.example/login'));
    assert.equal(await part('shown-start').innerText(), 'http://');
    assert.equal(await part('shown-host').innerText(), `127.0.0.1:${portOf(server)}`);
    // Of a long host the end is seen.
    await screen.outer.setViewportSize({ width: 460, height: 800 });
    await type(hostile('/named', LONG_HOST));
    await shows(hostile('/named', LONG_HOST));
    const [box, host] = [await part('shown-host').boundingBox(), await part('shown-host-text').boundingBox()];
    assert.ok(box && host && box.width > 100 && host.x < box.x);
    assert.ok(Math.abs(host.x + host.width - box.x - box.width) <= 1);
    await screen.screenshot('screen-address-long-host');
    await screen.state('Live').waitFor();
  });

  it('is a row of its own that moves nothing, in each theme and width', async () => {
    await open('looks', '/button');
    await shows(address('/button'));
    for (const theme of THEMES) {
      await screen.changeTheme(theme);
      for (const width of [1280, 700, 460, 300]) {
        await screen.outer.setViewportSize({ width, height: 800 });
        await shows(address('/button'));
        const frame = await part('frame').boundingBox();
        assert.equal(frame?.y, 62, `${theme} ${width}`);
        await screen.screenshot(`screen-address-${theme}-${width}`);
      }
      assert.deepEqual(await screen.violations(), [], theme);
    }
  });

  it('is gone once the session has ended, as are the toolbar and the line below the picture', async () => {
    const session = await open('ended', '/button');
    await shows(address('/button'));
    await fixture.ask('DELETE', `/browsers/${session}`);
    await screen.notice('This session has ended.').waitFor();
    for (const id of ['address', 'toolbar', 'bar']) assert.ok(await part(id).isHidden(), id);
  });
});
