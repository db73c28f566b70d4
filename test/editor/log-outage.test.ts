import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import { Activities } from '../../src/app/activities/activities';
import { wordsForStop } from '../../src/app/activities/stop-reasons';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { LoadedExtensions } from '../../src/app/loaded/loaded-extensions';
import { PastSessions } from '../../src/app/past-sessions';
import { SessionHistories } from '../../src/app/report/session-history';
import { listLoaded, loadUnpacked } from '../../src/devtools';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { ExtensionLogs } from '../../src/ui/log/extension-logs';
import { itemOf } from '../../src/ui/views/items';
import { rowsBelow } from '../../src/ui/views/session-rows';
import { manifest } from '../support/files';
import { BreakingProxy } from '../support/network/breaking-proxy';
import { until } from '../support/until';
import { openFixture, overDevTools, type Fixture } from './fixture';

const CONNECTION = { name: 'one', address: 'https://a', production: false };
const { signal } = new AbortController();

/** The texts of the logs that are open. */
function outputs(): string[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'output').map((each) => each.getText());
}

describe('The row of a followed log, on a real browser', () => {
  let fixture: Fixture;
  let proxy: BreakingProxy;
  let client: Client;
  const devtools = new DevToolsSessions();
  const activities = new Activities(wordsForStop);
  const loaded = new LoadedExtensions();
  let logs: ExtensionLogs;

  before(async () => {
    fixture = await openFixture();
    const { url, token } = fixture.service;
    proxy = await BreakingProxy.start(url);
    client = createClient({ baseUrl: proxy.url, token, network: networkSettings });
    logs = new ExtensionLogs(activities, loaded, new SessionHistories());
  });
  after(async () => {
    activities.dispose();
    logs.dispose();
    devtools.close();
    client.close();
    loaded.dispose();
    await proxy.stop();
    await fixture.clear();
  });

  it('says that it is offline during an outage, and that it follows after it, as the log itself does', async () => {
    const session = await fixture.openSession('/plain');
    const worker = 'setInterval(() => console.log("tick"), 100);';
    const folder = await fixture.makeExtension({
      'manifest.json': JSON.stringify(manifest('Ticking', { background: { service_worker: 'worker.js' } })),
      'worker.js': worker,
    });
    await overDevTools(client, session, (open, limited) => loadUnpacked(open, folder, limited));
    const [extension] = (await overDevTools(client, session, listLoaded)).filter(({ path }) => path === folder);
    assert.ok(extension);
    loaded.set(CONNECTION, session, { extensions: [extension] });
    const row = (): unknown => {
      const [first] = rowsBelow(
        { kind: 'session', connection: CONNECTION, session: { id: session } },
        { activities, loaded, past: new PastSessions() },
      );
      return first && itemOf(first).accessibilityInformation?.label;
    };
    const ended: unknown[] = [];
    await logs.follow(
      { connection: CONNECTION, session: { id: session }, extensionId: extension.id, title: extension.name },
      devtools.of(client, session),
      { extensionId: extension.id, pausesWorkers: true, matches: () => [] },
      signal,
      (error) => ended.push(error),
    );
    assert.match(String(row()), /following log/);
    proxy.breakAt(({ name }) => (name === 'GET session' ? 500 : undefined));
    proxy.cut();
    await until('the row says so', () => /log offline/.test(String(row())));
    await until('it was tried again', () => proxy.calls.length > 2);
    proxy.breakAt(() => undefined);
    await until('the row follows again', () => /following log/.test(String(row())));
    await until('the log says so', () => outputs().some((text) => text.includes('Connected again: the browser')));
    const [text = ''] = outputs().filter((each) => each.includes('Connected again'));
    assert.equal(text.split('Connecting again…').length, 2, text);
    activities.stopWhere(() => true, 'stopped');
    assert.doesNotMatch(String(row()), /log/);
    assert.deepEqual(ended, []);
  });
});
