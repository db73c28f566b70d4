import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../local-service/until';
import {
  DevToolsConnection,
  ExtensionFollower,
  listLoaded,
  loadUnpacked,
  ProtocolError,
  setEnabled,
  triggerAction,
  type LogEntry,
} from '../../../src/devtools';
import { DebuggedBrowser } from './browser';

const { signal } = new AbortController();

describe('The action of an extension', () => {
  const browser = new DebuggedBrowser();
  let connection: DevToolsConnection;
  before(async () => {
    await browser.start();
    connection = await browser.connect();
  });
  after(async () => {
    connection.close();
    await browser.remove();
  });

  async function load(name: string, files: Record<string, string>, manifest: object): Promise<[string, LogEntry[]]> {
    const folder = browser.write(name, { name, background: { service_worker: 'sw.js' }, ...manifest });
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    await loadUnpacked(connection, folder, signal);
    const id = (await listLoaded(connection, signal)).find((each) => each.path === folder)?.id ?? '';
    const entries: LogEntry[] = [];
    const options = {
      extensionId: id,
      pausesWorkers: true,
      runsIn: () => false,
      onEntry: (entry: LogEntry) => entries.push(entry),
      onTooMany: () => {},
    };
    await new ExtensionFollower(options).follow(connection, signal);
    await until('the worker is ready', () => entries.some(({ text }) => text === 'ready'));
    return [id, entries];
  }

  const READY = 'chrome.runtime.onInstalled.addListener(() => console.log("ready"));';

  it('opens its popup', async () => {
    const files = {
      'sw.js': READY,
      'popup.html': '<!doctype html><script src="popup.js"></script>',
      'popup.js': 'console.log("open");',
    };
    const [id, entries] = await load('popup', files, { action: { default_popup: 'popup.html' } });
    await triggerAction(connection, id, signal);
    await until('the popup speaks', () => entries.some(({ text }) => text === 'open'));
    const open = entries.find(({ text }) => text === 'open');
    assert.deepEqual(open?.source, { kind: 'page', path: 'popup.html' });
  });

  it('is a click for its worker if there is no popup, in the tab that is in front', async () => {
    await connection.send('Target.createTarget', { url: 'data:text/html,<title>front</title>' }, { signal });
    const [id, entries] = await load(
      'click',
      {
        'sw.js': `${READY} chrome.action.onClicked.addListener((tab) => console.log('clicked', tab.active, tab.url));`,
      },
      { action: {}, permissions: ['tabs'] },
    );
    await triggerAction(connection, id, signal);
    await until('the worker gets the click', () => entries.some(({ text }) => text.startsWith('clicked')));
    assert.match(entries.at(-1)?.text ?? '', /^clicked true data:/);
  });

  it('runs also while another tab hangs', async () => {
    const [id, entries] = await load(
      'beside',
      { 'sw.js': `${READY} chrome.action.onClicked.addListener(() => console.log('clicked'));` },
      { action: {} },
    );
    const url = 'data:text/html,<script>setTimeout(() => { for (;;); }, 100)</script>';
    const created = await connection.send('Target.createTarget', { url, background: true }, { signal });
    const { targetId } = Object(created);
    const { sessionId } = Object(
      await connection.send('Target.attachToTarget', { targetId, flatten: true }, { signal }),
    );
    await until('it hangs', async () => {
      const limited = { signal: AbortSignal.timeout(500), sessionId };
      return connection.send('Runtime.evaluate', { expression: '1' }, limited).then(
        () => false,
        () => true,
      );
    });
    await triggerAction(connection, id, AbortSignal.timeout(10_000));
    await until('the worker gets the click', () => entries.some(({ text }) => text === 'clicked'));
    await connection.send('Target.closeTarget', { targetId }, { signal });
  });

  // Chromium says nothing then.
  it('does nothing for an extension without one', async () => {
    const [id, entries] = await load('none', { 'sw.js': READY }, {});
    await triggerAction(connection, id, signal);
    assert.deepEqual(
      entries.map(({ text }) => text),
      ['ready'],
    );
  });

  // Chromium itself would crash.
  it('is refused for one that is disabled or not loaded, and the browser stays', async () => {
    const [id] = await load('disabled', { 'sw.js': READY }, { action: {} });
    await setEnabled(connection, id, false, signal);
    for (const each of [id, 'a'.repeat(32)])
      await assert.rejects(triggerAction(connection, each, signal), ProtocolError);
    assert.ok((await listLoaded(connection, signal)).length > 0);
  });
});
