import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import path from 'node:path';
import type { ProcessHost } from '../../../src/cli/host';
import { english } from '../../../src/core/message';
import { agreeOn, errorText } from '../../../src/tools';
import { manifest, writeFiles } from '../../support/files';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { listen } from '../../support/network/listen';
import { until } from '../../support/until';
import { ToolsFixture } from './tools-fixture';
import { nightly } from '../../support/nightly';

/** Tools whose person agrees to all, and what they were asked. */
function agreeing(host: ProcessHost, asked: string[], after: () => Promise<unknown> = async () => {}): ProcessHost {
  const connect: ProcessHost['connect'] = async () => ({
    ...(await host.connect()),
    confirm: async (change) => {
      await agreeOn(change, async (text) => void asked.push(english(text)));
      await after();
    },
  });
  return { ...host, connect };
}

function button(name: string): string {
  return `<title>${name}</title><button onclick="document.title='${name} pressed'">Continue</button>`;
}

describe('What is done, and what was agreed to', () => {
  let fixture: ToolsFixture;
  /** The same pages, of another origin. */
  let other: string;
  let session: string;

  before(async () => {
    fixture = await ToolsFixture.open();
    other = fixture.url.replace('127.0.0.1', 'localhost');
  });
  afterEach(() => fixture.end(session));
  after(() => fixture.close());

  type How = NonNullable<Parameters<ToolsFixture['text']>[2]>;
  const text = (name: string, input: object = {}, how: How = {}): Promise<string> =>
    fixture.text(name, { session, ...input }, how);
  /** The answer, or the error. */
  const told = (name: string, input: object = {}, how: How = {}): Promise<string> =>
    text(name, input, how).catch((error: unknown) => errorText(error));
  const shows = (words: string | RegExp): Promise<void> =>
    until(`the page shows ${String(words)}`, async () => {
      const read = await told('read_session_page');
      return typeof words === 'string' ? read.includes(words) : words.test(read);
    });

  async function upload(name: string, worker: string, more: object = {}): Promise<string> {
    const folder = path.join(fixture.folder, name);
    writeFiles(folder, {
      'manifest.json': JSON.stringify(
        manifest(name, { host_permissions: ['<all_urls>'], background: { service_worker: 'worker.js' }, ...more }),
      ),
      'worker.js': worker,
      'page.html': '<h1>Half filled</h1><input aria-label="Note">',
    });
    await text('upload_extension', { folder });
    return folder;
  }

  async function throughProxy(work: (proxy: BreakingProxy, how: How) => Promise<void>): Promise<void> {
    const proxy = await BreakingProxy.start(fixture.service.url);
    const host = ToolsFixture.hostAt({ ...fixture.service, url: proxy.url }, fixture.folder);
    try {
      await work(proxy, { host, caller: { id: 'cut', name: 'Cut' } });
    } finally {
      host.close();
      await proxy.stop();
    }
  }

  it('differs by nothing at a production connection, where an unchanged folder is not loaded again', async () => {
    session = await fixture.session(fixture.page('plain', '<p>plain</p>'));
    const folder = await upload(
      'Counted',
      `chrome.runtime.onInstalled.addListener(async ({ reason }) => {
         const { installs = [] } = await chrome.storage.local.get('installs');
         await chrome.storage.local.set({ installs: [...installs, reason] });
       });`,
      { permissions: ['storage'] },
    );
    const stored = (): Promise<string> => text('inspect_extension', { extension: 'Counted' });
    await until('it has stored', async () => (await stored()).includes('"installs": ["install"]'));
    await text('inspect_extension', { extension: 'Counted', action: 'stop_worker' });
    const host = ToolsFixture.hostAt(fixture.service, fixture.state, { BROWSER_SESSIONS_PRODUCTION: '1' });
    const how = { host, caller: { id: 'production', name: 'Production' } };
    assert.match(await told('upload_extension', { folder, take_over: true }, how), /is already up to date/);
    assert.match(await stored(), /"installs": \["install"\]/);
    host.close();
  });

  it('is a key where the focus is, and no point on the page', async () => {
    session = await fixture.session(fixture.page('focused', '<button autofocus>Delete account</button>'));
    for (const action of ['press', 'type'])
      assert.match(
        await told('act_in_session', { action, text: 'Enter', x: 20, y: 150 }),
        new RegExp(`^“${action}” and “x” contradict each other`),
      );
  });

  it('is no more than ten fields, of which all are named', async () => {
    const labels = Array.from({ length: 11 }, (_, at) => `Field ${at}`);
    session = await fixture.session(
      fixture.page('many', labels.map((label) => `<label>${label} <input></label>`).join('')),
    );
    const fields = Object.fromEntries(labels.map((label) => [label, 'x']));
    assert.match(await told('act_in_session', { fields }), /^At most 10 fields/);
    assert.doesNotMatch(await text('read_session_page'), /value "x"/);
  });

  nightly('stays on the page that was agreed to, though another one is in front by then', async () => {
    session = await fixture.session(fixture.page('one', button('one')));
    fixture.page('two', button('two'));
    await upload('Opener', '');
    const asked: string[] = [];
    const openTwo = (): Promise<string> =>
      fixture.text(
        'open_extension_page',
        { session, extension: 'Opener', page: 'page.html', take_over: true },
        { caller: { id: 'another', name: 'Another' } },
      );
    const host = agreeing(fixture.host, asked, openTwo);
    await told('act_in_session', { name: 'Continue', take_over: true }, { host });
    assert.match(asked[0] ?? '', /click button “Continue” on “127\.0\.0\.1/);
    assert.match(await text('read_session_page', { page: 'one' }), /"one pressed"/);
  });

  it('is not done in a document that came after it was agreed to', async () => {
    session = await fixture.session(fixture.page('first', '<button>Continue</button>'));
    fixture.page('second', '<button onclick="this.textContent=\'PRESSED\'">Continue</button>');
    await upload('Mover', '');
    const asked: string[] = [];
    const move = (): Promise<string> =>
      fixture.text(
        'open_extension_page',
        { session, extension: 'Mover', page: `${fixture.url}/second`, take_over: true },
        { caller: { id: 'another', name: 'Another' } },
      );
    const said = await told(
      'act_in_session',
      { name: 'Continue', take_over: true },
      { host: agreeing(fixture.host, asked, move) },
    );
    assert.match(said, /^What would be done has changed since it was allowed\. Nothing was done\./);
    assert.doesNotMatch(await text('read_session_page'), /PRESSED/);
  });

  it('is not done beneath a page that has closed since its screenshot was taken', async () => {
    session = await fixture.session(
      fixture.page(
        'under',
        `<title>Bank</title><button style="position:fixed;inset:0 0 100px" onclick="document.title='SENT'">Send</button>
         <button style="position:fixed;bottom:0" onclick="window.open('/harmless')">open</button>`,
      ),
    );
    fixture.page('harmless', '<title>Harmless</title><button onclick="window.close()">Continue</button>');
    await text('act_in_session', { name: 'open' });
    await shows('"Harmless"');
    const screenshot = /Screenshot (i\d+)/.exec(await text('capture_session', { page: 'Harmless' }))?.[1];
    await told('act_in_session', { name: 'Continue', page: 'Harmless' });
    await until('it has closed', async () => !(await told('read_session_page')).includes('"Harmless"'));
    assert.match(await told('act_in_session', { x: 100, y: 100, screenshot }), /^The page of “i1” has closed\./);
    assert.match(await text('read_session_page'), /"Bank"/);
  });

  it('is not given to a frame of another origin that lies over the page', async () => {
    fixture.page('cover', '<body style="margin:0"><button style="width:300px;height:100px">ad</button>');
    session = await fixture.session(
      fixture.page(
        'below',
        `<button style="width:200px;height:60px;position:absolute;left:0;top:0">Buy</button>
         <iframe src="${other}/cover" style="position:absolute;left:0;top:0;width:320px;height:120px;opacity:.01"></iframe>`,
      ),
    );
    await shows('[frame');
    const covered = `A frame of “${other}” covers “Buy”. Nothing was clicked.`;
    assert.equal(await told('act_in_session', { name: 'Buy' }), covered);
  });

  it('is no key and no text for a frame that takes the focus now and then', async () => {
    fixture.page(
      'thief',
      `<input id="taken"><p id="said"></p><script>
         taken.oninput = () => (said.textContent = 'STOLEN ' + taken.value);
         setInterval(() => taken.focus(), 15);
       </script>`,
    );
    session = await fixture.session(
      fixture.page(
        'note',
        `<div contenteditable role="textbox" aria-label="Note">x</div><iframe src="${other}/thief"></iframe>`,
      ),
    );
    await shows('[frame');
    for (let at = 0; at < 15; at++)
      await told('act_in_session', { action: 'type', name: 'Note', text: `secret ${at}` });
    for (let at = 0; at < 10; at++) await told('act_in_session', { action: 'type', text: 'secret' });
    assert.doesNotMatch(await text('read_session_page'), /STOLEN/);
  });

  it('is told as what may have been done, and not done again, if the connection breaks in the midst of it', async () => {
    session = await fixture.session(
      fixture.page(
        'keys',
        `<p id="count">0</p><script>let n = 0; addEventListener('keydown', () => (count.textContent = ++n + ' keys'))</script>`,
      ),
    );
    await throughProxy(async (proxy, how) => {
      await text('read_session_page', {}, how);
      proxy.breakAt(({ name, nth }) => (name === 'Input.dispatchKeyEvent' && nth === 1 ? 'cut after' : undefined));
      assert.match(
        await told('act_in_session', { action: 'press', text: 'Enter' }, how),
        /What may have been done: Pressed Enter\. Look first/,
      );
    });
    assert.match(await text('read_session_page'), /\b1 keys/);
  });

  it('is told so of a worker that was stopped', async () => {
    session = await fixture.session(fixture.page('plain', '<p>plain</p>'));
    await upload('Slow', 'chrome.runtime.onInstalled.addListener(() => {});');
    await throughProxy(async (proxy, how) => {
      await text('inspect_extension', { extension: 'Slow' }, how);
      proxy.breakAt(({ name }) => (name === 'ServiceWorker.stopWorker' ? 'cut after' : undefined));
      assert.match(
        await told('inspect_extension', { extension: 'Slow', action: 'stop_worker', take_over: true }, how),
        /What may have been done: Stopped the worker\./,
      );
    });
  });

  it('names the page that a web address replaces, and the folder of an upload', async () => {
    session = await fixture.session(fixture.page('form', '<input aria-label="Note">'));
    const asked: string[] = [];
    const production = ToolsFixture.hostAt(fixture.service, fixture.state, { BROWSER_SESSIONS_PRODUCTION: '1' });
    const how = { host: agreeing(production, asked), caller: { id: 'asking', name: 'Asking' } };
    const folder = path.join(fixture.folder, 'elsewhere');
    writeFiles(folder, { 'manifest.json': JSON.stringify(manifest('Price Watch')) });
    await told('upload_extension', { folder }, how);
    const page = `${fixture.url}/form`;
    await told('open_extension_page', { extension: 'Price Watch', page }, how);
    production.close();
    assert.match(asked[0] ?? '', /^Let Asking upload “Price Watch” from “[^”]*elsewhere” to /);
    assert.match(asked[1] ?? '', /^Let Asking open “[^”]+\/form” in place of the page of “127\.0\.0\.1:\d+” in “/);
  });

  it('is told so of a click that opened nothing, and of a page that answered without one', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(url === '/clicked' ? 200 : 204, { 'access-control-allow-origin': '*' }).end();
    });
    const port = await listen(server);
    session = await fixture.session(fixture.page('plain', '<p>plain</p>'));
    await upload('Button', `chrome.action.onClicked.addListener(() => fetch('http://127.0.0.1:${port}/clicked'));`, {
      action: {},
    });
    const address = `http://127.0.0.1:${port}/delete`;
    for (const page of ['popup', address])
      assert.match(
        await told('open_extension_page', { extension: 'Button', page }),
        /What may have been done: Opened “[^”]+”\. Look first/,
      );
    await until('both were done', () => ['/clicked', '/delete'].every((each) => asked.includes(each)));
    assert.match(
      await told('open_extension_page', { extension: 'Button', page: 'options' }),
      /has no options page in its manifest\. Nothing was done\./,
    );
    server.close();
    server.closeAllConnections();
  });
});
