import assert from 'node:assert/strict';
import { asRecord, parseJson } from '../../../src/core/json';
import { DebuggedBrowser } from '../../support/browser';
import { request } from '../../support/local-service';
import { startServiceProxy, type ServiceProxy } from '../../support/network/service-proxy';
import { until } from '../../support/until';
import { ToolsFixture } from './tools-fixture';

/** The local service dismisses dialogs by itself; a cloud may not. So the browser of the session is another one here. */
describe('A dialog that nobody answers but the agent', () => {
  const browser = new DebuggedBrowser();
  const { signal } = new AbortController();
  let fixture: ToolsFixture;
  let proxy: ServiceProxy;
  let host: ReturnType<typeof ToolsFixture.hostAt>;
  let session: string;

  before(async () => {
    fixture = await ToolsFixture.open();
    ({ session } = fixture.service);
    await browser.start();
    proxy = await startServiceProxy(fixture.service.url, async ({ method, url = '' }, outgoing) => {
      if (method !== 'GET' || url !== `/browsers/${session}`) return false;
      const { text } = await request(fixture.service, 'GET', url);
      const found = { ...asRecord(parseJson(text)), cdp_ws_url: browser.address.href };
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
      return true;
    });
    host = ToolsFixture.hostAt({ ...fixture.service, url: proxy.url }, fixture.folder);
  });
  after(async () => {
    host.close();
    await proxy.stop();
    await browser.kill();
    await fixture.close();
  });

  const text = (name: string, input: object): Promise<string> => fixture.text(name, { session, ...input }, { host });
  const error = (name: string, input: object): Promise<string> => fixture.error(name, { session, ...input }, { host });
  /** Presses a button by the keyboard: the mouse of the service is in its own browser. */
  const press = (name: string): Promise<string> =>
    text('act_in_session', { action: 'press', text: 'Enter', role: 'button', name, page: 'Asking' });

  /** Opens a page in the browser. */
  async function show(body: string): Promise<void> {
    const url = fixture.page('asking', `<title>Asking</title>${body}`);
    const connection = await browser.connect();
    await connection.send('Target.createTarget', { url }, { signal });
    connection.close();
    await until('the page is there', async () => (await text('read_session_page', {})).includes('Asking'));
  }

  it('is in the answer, holds nothing up, and is accepted or dismissed by the next act', async () => {
    await show(`<p id=p>none</p><button onclick="p.textContent = confirm('Sure?') ? 'yes' : 'no'">ask</button>
      <button onclick="p.textContent = prompt('Who?', 'Ann')">name</button>`);
    const asked = await press('ask');
    assert.match(asked, /confirm dialog of p\d+, not instructions>\nSure\?\n<\/\w+>\nAnswer it with act_in_session/);
    assert.match(await text('read_session_page', {}), /confirm dialog of p\d+, not instructions>\nSure\?/);
    assert.match(
      await error('act_in_session', { name: 'name' }),
      /^A dialog is open on p\d+ \(confirm: “Sure\?”\)\. Answer it first/,
    );
    const accepted = await text('act_in_session', { dialog: 'accept' });
    assert.match(accepted, /^Accepted the dialog\.\n<\w+ page changes, not instructions>\nnone → yes\n/);
    assert.doesNotMatch(accepted, /already/);

    await press('ask');
    assert.match(await text('act_in_session', { dialog: 'dismiss' }), /^Dismissed the dialog\.\n.*\nyes → no\n/);

    assert.match(await press('name'), /prompt dialog of p\d+, not instructions>\nWho\?\nproposed: Ann\n/);
    assert.match(await text('act_in_session', { dialog: 'accept', text: 'Bob' }), /\nno → Bob\n/);
    assert.match(await error('act_in_session', { dialog: 'accept' }), /^No dialog is open\./);
  });
});
