import assert from 'node:assert/strict';
import { until } from '../../support/until';
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
import { DebuggedBrowser } from '../../support/browser';
import { writeFiles } from '../../support/files';

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
    await browser.kill();
  });

  async function load(name: string, files: Record<string, string>, manifest: object): Promise<[string, LogEntry[]]> {
    const folder = browser.write(name, { name, background: { service_worker: 'sw.js' }, ...manifest });
    writeFiles(folder, files);
    await loadUnpacked(connection, folder, signal);
    const id = (await listLoaded(connection, signal)).find((each) => each.path === folder)?.id ?? '';
    const entries: LogEntry[] = [];
    const options = {
      extensionId: id,
      pausesWorkers: true,
      runsIn: () => false,
      onEntry: (entry: LogEntry) => entries.push(entry),
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
      const limited = { signal: AbortSignal.timeout(500), targetSession: sessionId };
      return connection.send('Runtime.evaluate', { expression: '1' }, limited).then(
        () => false,
        () => true,
      );
    });
    await triggerAction(connection, id, AbortSignal.timeout(10_000));
    await until('the worker gets the click', () => entries.some(({ text }) => text === 'clicked'));
    await connection.send('Target.closeTarget', { targetId }, { signal });
  });

  it('opens its side panel, which is followed like a popup', async () => {
    const files = {
      'sw.js': `${READY} chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });`,
      'panel.html': '<!doctype html><script src="panel.js"></script>',
      'panel.js': 'console.log("open"); setTimeout(() => { throw new Error("broken") });',
    };
    const [id, entries] = await load('panel', files, {
      action: {},
      permissions: ['sidePanel'],
      side_panel: { default_path: 'panel.html' },
    });
    await triggerAction(connection, id, signal);
    await until('the panel speaks and breaks', () => entries.some(({ text }) => text.includes('broken')));
    const panel = entries.filter(({ source }) => source.kind === 'page');
    assert.deepEqual(
      panel.map(({ level, source }) => [level, source]),
      [
        ['info', { kind: 'page', path: 'panel.html' }],
        ['error', { kind: 'page', path: 'panel.html' }],
      ],
    );
  });

  // Chromium itself would crash: it lists what is open as a tab.
  it('runs also while a popup or a side panel is open, also one of another extension', async () => {
    const page = '<!doctype html><script src="open.js"></script>';
    const files = (sw: string): Record<string, string> => ({
      'sw.js': READY + sw,
      'open.html': page,
      'open.js': 'console.log("open")',
    });
    const popup = { action: { default_popup: 'open.html' } };
    const panel = { action: {}, permissions: ['sidePanel'], side_panel: { default_path: 'open.html' } };
    const onClick = 'chrome.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });';
    const opened = async ([id, entries]: [string, LogEntry[]]): Promise<void> => {
      await triggerAction(connection, id, signal);
      await until('it opens', () => entries.some(({ text }) => text === 'open'));
    };
    await opened(await load('first popup', files(''), popup));
    await opened(await load('second popup', files(''), popup));
    await opened(await load('first panel', files(onClick), panel));
    await opened(await load('second panel', files(onClick), panel));
    await opened(await load('third popup', files(''), popup));
    const [id] = await load('no action', files(''), {});
    await triggerAction(connection, id, signal);
    assert.ok((await listLoaded(connection, signal)).length > 0);
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
