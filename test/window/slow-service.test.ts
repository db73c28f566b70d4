import assert from 'node:assert/strict';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { clickIn, pictures, uploadInto, wordsThatFollow, writeLargeExtension } from './actions';
import {
  answers,
  CLICK,
  LISTS,
  UPLOAD,
  useFaultyService,
  well,
  type Behaviour,
} from '../support/faults/faulty-service';
import { TOKEN } from '../support/service-fixture';
import { useWindow } from './window';

const ALL = 20_000_000;
/** Bytes a second. */
const RATE = 1_000_000;

/** Reads as from a line of this speed, and when it has read so much, no further until it is told to read on. */
const reads =
  (most: number): Behaviour =>
  (exchange) => {
    const { socket, request } = exchange;
    const start = Date.now();
    let slow = true;
    socket.on('data', () => {
      if (!slow) return;
      slow = request.bodyBytes < most;
      socket.pause();
      if (slow) setTimeout(() => socket.resume(), (request.bodyBytes / RATE) * 1000 - (Date.now() - start));
    });
    return well(exchange);
  };

/** How much of it a notification says is sent. */
function percent(text: string): number {
  return Number(/\((\d+)%\)/.exec(text)?.[1] ?? (text.includes('all sent') ? 100 : Number.NaN));
}

const neverAnswers: Behaviour = ({ body }) => body();
/** Reads the beginning, and no further. */
const stalls: Behaviour = async ({ body, socket }) => {
  await body(100_000);
  socket.pause();
};

const BUSY = JSON.stringify({ code: 'rate_limit_exceeded', message: 'slow down' });
/** Seconds. */
const WAIT = 12;

const inSeconds = answers(429, BUSY, { 'retry-after': String(WAIT) });
/** A date has no parts of a second: with one more it is not less than wanted. */
const asDate: Behaviour = (exchange, nth) =>
  answers(429, BUSY, { 'retry-after': new Date(Date.now() + (WAIT + 1) * 1000).toUTCString() })(exchange, nth);

describe('A service that takes its time', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => ({
    opens: 'once',
    newConnections: { address: faulty.service.url },
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    secret: TOKEN,
  }));
  before(() => writeLargeExtension(window.workspace, ALL));

  const sending = () =>
    window.workbench.notifications
      .toast('Uploading “Large” to “second”')
      .filter({ hasText: /sending [\d.]+ [KM]?B of 19\.1 MB \(\d+%\)/ });
  const countdown = () => window.workbench.notifications.toast('Retrying in');

  async function waitUntilGone(text: string): Promise<void> {
    await window.workbench.statusBar.item(text).waitFor({ state: 'hidden' });
  }

  describe('An upload over a slow line, in the window', () => {
    nightly(
      'that is cancelled in the middle closes the connection; nothing was loaded, and no error is told',
      async () => {
        const { service } = faulty;
        const { workbench } = window;
        service.at(UPLOAD, reads(4 * RATE));
        await uploadInto(workbench, 'second', 'large-extension');
        await sending().waitFor();
        await pictures(workbench, 'sending', sending());
        await workbench.notifications.press('Uploading “Large”', 'Cancel');
        await workbench.statusBar.item('Upload canceled, nothing was uploaded').waitFor();
        const [upload, ...others] = service.requests(UPLOAD);
        assert.ok(upload);
        assert.deepEqual(others, []);
        await service.abandoned();
        assert.ok(upload.bodyBytes < ALL, `${upload.bodyBytes} bytes have come`);
        // Whatever was to be told of it comes before this.
        service.doesWell();
        await workbench.palette.run('Browser Sessions: Refresh Sessions');
        await service.asked(...LISTS.slice(0, 1));
        assert.equal(await workbench.notifications.toast('').count(), 0);
        await workbench.tree.view('Browser Sessions');
        await workbench.tree.row('second', 'Sessions').waitFor();
        assert.equal(await workbench.tree.row('Large', 'Sessions').count(), 0);
      },
    );

    nightly('that is cancelled after all was sent may be loaded all the same, and is said to', async () => {
      const { workbench } = window;
      faulty.service.at(UPLOAD, neverAnswers);
      await uploadInto(workbench, 'second', 'hello-extension');
      await workbench.notifications.toast('loading; the browser may restart…').waitFor();
      await workbench.screenshot('upload-5-restarting');
      await workbench.notifications.press('loading; the browser may restart…', 'Cancel');
      await workbench.notifications.toast('Canceled too late: “second” may still load the extension.').waitFor();
    });

    nightly('tells how far it is, again and again, and never goes back', async () => {
      faulty.service.at(UPLOAD, reads(Number.POSITIVE_INFINITY));
      await uploadInto(window.workbench, 'second', 'large-extension');
      await sending().waitFor();
      const words = await wordsThatFollow(window.workbench.notifications.toast('Uploading “Large” to “second”'), 5);
      const told = words.map(percent);
      assert.ok(
        told.every((now, index) => now >= (told[index - 1] ?? 0)),
        words.join('\n'),
      );
      await window.workbench.notifications.toast('Sent “Large” 1 to “second”').waitFor();
      assert.equal(faulty.service.requests(UPLOAD).length, 1);
      await window.workbench.tree.view('Browser Sessions');
      await window.workbench.tree.row('Large', 'Sessions').waitFor();
    });
  });

  /** What is told briefly stays for 8 s: what follows is looked at much sooner, as soon as it is there. */
  describe('What the status bar tells briefly, in the window', () => {
    nightly('of a click does not stand beside the next one that waits', async () => {
      const { service } = faulty;
      const { workbench } = window;
      await clickIn(workbench, 'second');
      await workbench.statusBar.item(/Clicked .* in “second”/).waitFor();
      service.at(CLICK, neverAnswers);
      await workbench.page.keyboard.press('Control+F9');
      await service.asked(CLICK);
      await waitUntilGone('in “second”');
      await workbench.screenshot('brief-click-waits');
      await workbench.notifications.press('Clicking in “', 'Cancel');
    });

    nightly('of an upload that was cancelled does not stand beside the next one', async () => {
      const { service } = faulty;
      const { workbench } = window;
      service.at(UPLOAD, stalls);
      await uploadInto(workbench, 'second', 'large-extension');
      await workbench.notifications.press('Uploading “Large”', 'Cancel');
      await workbench.statusBar.item('Upload canceled, nothing was uploaded').waitFor();
      await workbench.menu.choose(workbench.tree.file('hello-extension'), 'Upload Folder to Browser Session…');
      await workbench.palette.asked('Select Session').waitFor();
      await waitUntilGone('Upload canceled, nothing was uploaded');
      await workbench.screenshot('brief-upload-again');
      await workbench.page.keyboard.press('Escape');
      await service.abandoned();
    });
  });

  describe('A service that has too many requests, in the window', () => {
    for (const [form, busy] of [
      ['seconds', inSeconds],
      ['a date', asDate],
    ] as const) {
      nightly(
        `and says by ${form} when to come back: that is counted down, and then the click is sent once more`,
        async () => {
          const { service } = faulty;
          service.at(CLICK, (exchange, nth) => (nth === 1 ? busy : well)(exchange, nth));
          await clickIn(window.workbench, 'second');
          const words = await wordsThatFollow(countdown(), 3);
          const seconds = words.map((text) => Number(/(\d+) s\b/.exec(text)?.[1]));
          assert.ok(
            seconds.every((left, index) => left <= WAIT + 1 && left < (seconds[index - 1] ?? WAIT + 2)),
            words.join('\n'),
          );
          await window.workbench.statusBar.item(/Clicked .* in “second”/).waitFor();
          await countdown().waitFor({ state: 'hidden' });
          assert.equal(service.requests(CLICK).length, 2);
        },
      );
    }

    nightly('for longer: the minutes are shown, and it can be cancelled', async () => {
      const { workbench } = window;
      faulty.service.at(CLICK, answers(429, BUSY, { 'retry-after': '115' }));
      await clickIn(workbench, 'second');
      await countdown().filter({ hasText: 'Service busy. Retrying in 2 min…' }).waitFor();
      await pictures(workbench, 'waiting', countdown());
      await workbench.notifications.press('Retrying in', 'Cancel');
      await countdown().waitFor({ state: 'hidden' });
    });

    nightly('is not asked again once the countdown is cancelled, and nothing is told', async () => {
      const { service } = faulty;
      const { workbench } = window;
      service.at(CLICK, inSeconds);
      await clickIn(workbench, 'second');
      await countdown().waitFor();
      const due = Date.now() + WAIT * 1000;
      await workbench.notifications.press('Retrying in', 'Cancel');
      await countdown().waitFor({ state: 'hidden' });
      await until('the time is over that the service named', () => Date.now() > due);
      // Whatever was to be sent or told came before this.
      await workbench.palette.run('Browser Sessions: Refresh Sessions');
      await service.asked(...LISTS.slice(0, 1));
      assert.equal(service.requests(CLICK).length, 1);
      assert.equal(await workbench.notifications.toast('').count(), 0);
    });
  });
});
