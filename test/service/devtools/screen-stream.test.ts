import assert from 'node:assert/strict';
import { ScreenStream, type DevToolsConnection } from '../../../src/devtools';
import { until } from '../../support/until';
import { DebuggedBrowser } from '../../support/browser';
import { BusyHost } from './busy-host';

/** The page fills a display of this size. */
const DISPLAY = { width: 800, height: 600, screenWidth: 800, screenHeight: 600, deviceScaleFactor: 1, mobile: false };

describe('The stream of a display', () => {
  const browser = new DebuggedBrowser();
  const ending = new AbortController();
  const { signal } = ending;
  let connection: DevToolsConnection;
  let other: DevToolsConnection;
  let sessionId: string;
  before(async () => {
    await browser.start();
    [connection, other] = await Promise.all([browser.connect(), browser.connect()]);
    const { targetInfos } = await call('Target.getTargets', {}, undefined);
    const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
    ({ sessionId } = await call('Target.attachToTarget', { targetId, flatten: true }, undefined));
    await call('Page.enable', {});
    await call('Emulation.setDeviceMetricsOverride', DISPLAY);
  });
  after(async () => {
    ending.abort();
    connection.close();
    other.close();
    await browser.kill();
  });

  /** Of another client. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
  async function call(method: any, params: any, session: string | undefined = sessionId): Promise<any> {
    return other.send(method, params, { signal, ...(session !== undefined && { targetSession: session }) });
  }

  it('is not there while the page shows a dialog, and is again when that is answered', async () => {
    let frames = 0;
    const { stream, told } = streamOf(() => void frames++);
    await stream.follow(connection, signal);
    await until('the page is shown', () => told.length > 0);
    assert.deepEqual([told, stream.hidden], [['shown'], undefined]);
    await until('a frame comes', () => frames > 0);
    await call('Runtime.evaluate', { expression: 'setTimeout(() => { document.title = String(confirm("Sure?")); })' });
    await until('the dialog is told', () => told.length === 2);
    assert.deepEqual([told, stream.hidden], [['shown', 'dialog'], 'dialog']);
    frames = 0;
    await call('Page.handleJavaScriptDialog', { accept: true });
    await until('the page is shown again', () => told.length > 2 && told.at(-1) === 'shown');
    assert.equal(stream.hidden, undefined);
    await until('a frame of it comes', () => frames > 0);
    const { result } = await call('Runtime.evaluate', { expression: 'document.title' });
    assert.equal(result.value, 'true');
  });

  it('is tried again when the page did not answer as it was to begin', async () => {
    const { stream, told } = streamOf();
    let isOpen = false;
    const forget = other.onEvent('Page.javascriptDialogOpening', () => (isOpen = true));
    await call('Runtime.evaluate', { expression: 'setTimeout(() => alert("Stop"))' });
    await until('the dialog is open', () => isOpen);
    forget();
    await stream.follow(connection, signal);
    assert.deepEqual(told, []);
    await call('Page.handleJavaScriptDialog', { accept: true });
    await until('the page is shown', () => told.at(-1) === 'shown');
  });

  it('is there by itself after the page was busy for long', async () => {
    const { stream, told } = streamOf();
    const host = await BusyHost.start();
    let times = 0;
    const forget = connection.onEvent('Target.attachedToTarget', () => times++);
    await call('Runtime.evaluate', { expression: host.waiting("document.title = 'free';") });
    await host.asked;
    await stream.follow(connection, signal);
    const before = times;
    await until('the page was asked again', () => times > before);
    assert.deepEqual(told, []);
    await host.answer();
    await until('the page is shown', () => told.length > 0);
    assert.deepEqual(told, ['shown']);
    const { result } = await call('Runtime.evaluate', { expression: 'document.title' });
    assert.equal(result.value, 'free');
    forget();
  });
});

/** A stream, and what it tells of the page: that it is shown, or why not. */
function streamOf(onFrame = (): void => {}): { stream: ScreenStream; told: string[] } {
  const told: string[] = [];
  const stream = new ScreenStream({
    onFrame: ({ acknowledge }) => {
      onFrame();
      acknowledge();
    },
    onPopup: () => {},
    onPage: (hidden) => told.push(hidden ?? 'shown'),
    onTabs: () => {},
  });
  return { stream, told };
}
