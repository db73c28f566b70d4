import assert from 'node:assert/strict';
import { nightly } from '../support/nightly';
import type { Exchange } from '../support/faults/fault-server';
import { buttonsOf, clickIn, pictures, uploadInto } from './actions';
import {
  answers,
  CLICK,
  PICTURE,
  speaksTo,
  UPLOAD,
  useFaultyService,
  type Behaviour,
} from '../support/faults/faulty-service';
import { useWindow } from './window';

const breaksAfterReading: Behaviour = async ({ body, socket }: Exchange) => {
  await body();
  socket.resetAndDestroy();
};
const breaksHalfWay: Behaviour = async ({ body, request, socket }: Exchange) => {
  await body(Math.floor(Number(request.headers['content-length']) / 2));
  socket.resetAndDestroy();
};
const neverAnswers: Behaviour = ({ body }: Exchange) => body();

const PAGE =
  '<!doctype html><html><head><title>Captive portal</title></head><body><h1>Welcome to the Wi-Fi</h1></body></html>';
/** Any part of the page that could be visible. */
const PIECES = /<\/?\w|doctype|&lt;|Captive|Wi-Fi/i;

describe('A service that fails, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() =>
    speaksTo(faulty.service.url, { settings: { 'browserSessions.timeouts.upload': 6 }, opens: 'once' }),
  );

  nightly(
    'after it has read a click: the click may have happened, and a picture of that session finds out',
    async () => {
      const { service } = faulty;
      const { workbench } = window;
      service.at(CLICK, breaksAfterReading);
      await clickIn(workbench, 'second');
      const toast = workbench.notifications.toast('The click in “second” got no answer.');
      await toast.locator('.codicon-warning').waitFor();
      assert.deepEqual(await buttonsOf(toast), ['Take Screenshot']);
      await pictures(workbench, 'failure-click', toast);
      await workbench.notifications.press('may have gone through', 'Take Screenshot');
      await workbench.page.locator('.tab', { hasText: 'second screenshot.png' }).waitFor();
      await workbench.webview().locator('img').waitFor();
      assert.deepEqual(
        service.requests(PICTURE).map(({ path }) => path),
        ['/browsers/id-of-second/computer/screenshot'],
      );
      assert.equal(service.requests(CLICK).length, 1);
    },
  );

  for (const [when, behaves, words] of [
    ['breaks the connection in the middle of an upload', breaksHalfWay, 'closed'],
    ['breaks the connection after an upload', breaksAfterReading, 'closed'],
    ['does not answer to an upload in time', neverAnswers, 'No response within'],
  ] as const) {
    nightly(`that ${when}: it may have happened, and the session is asked what it has`, async () => {
      const { service } = faulty;
      const { workbench } = window;
      service.at(UPLOAD, behaves);
      await uploadInto(workbench, 'second', 'hello-extension');
      const toast = workbench.notifications.toast('The upload to “second” got no answer.');
      await toast.filter({ hasText: words }).waitFor();
      assert.deepEqual(await buttonsOf(toast), ['Check Session', 'Upload Again']);
      await pictures(workbench, `failure-${when}`, toast);
      // From here on, only the button requests a list.
      const [upload, ...others] = service.requests(UPLOAD);
      assert.deepEqual([upload?.path, others], ['/browsers/id-of-second/extensions', []]);
      service.at(UPLOAD, behaves);
      await workbench.notifications.press('got no answer', 'Check Session');
      await workbench.notifications.toast('“second” doesn’t report what it has loaded.').waitFor();
      assert.equal(service.requests(UPLOAD).length, 0);
    });
  }

  for (const [status, sentence] of [
    [200, 'Unexpected response'],
    [502, 'The service failed during the click in “'],
  ] as const) {
    nightly(`that answers ${status} with a page: one plain sentence, and nothing of the page`, async () => {
      const { service } = faulty;
      const { workbench } = window;
      service.at(CLICK, answers(status, PAGE, { 'content-type': 'text/html' }));
      await clickIn(workbench, 'second');
      const toast = workbench.notifications.toast(sentence);
      await toast.waitFor();
      await pictures(workbench, `failure-page-${status}`, toast);
      await workbench.palette.run('Browser Sessions: Show Log');
      await workbench.page
        .locator('.part.panel .view-lines', { hasText: sentence.replaceAll(' ', '\u00a0') })
        .waitFor();
      assert.doesNotMatch(await workbench.page.locator('body').innerText(), PIECES);
      assert.equal(service.requests(CLICK).length, 1);
    });
  }
});
