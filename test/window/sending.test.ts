import assert from 'node:assert/strict';
import { pictures, uploadInto, wordsThatFollow, writeLargeExtension } from './deeds';
import { LISTS, speaksTo, UPLOAD, useFaultyService, well, type Behaviour } from './faulty-service';
import { useWindow } from './window';

const ALL = 20_000_000;
/** Bytes per second. */
const RATE = 1_000_000;

/** Reads at RATE, and after `most` bytes stops until it is told to continue. */
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

/** The percentage that a notification says was sent. */
function percent(text: string): number {
  return Number(/\((\d+)%\)/.exec(text)?.[1] ?? (text.includes('all sent') ? 100 : Number.NaN));
}

describe('An upload over a slow line, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  before(() => writeLargeExtension(window.workspace, ALL));

  const sending = () =>
    window.workbench
      .toast('Uploading “Large” to “second”')
      .filter({ hasText: /sending [\d.]+ [KM]?B of 19\.1 MB \(\d+%\)/ });

  it('that is cancelled in the middle closes the connection; nothing was loaded, and no error is told', async () => {
    const { service } = faulty;
    const { workbench } = window;
    service.at(UPLOAD, reads(4 * RATE));
    await uploadInto(workbench, 'second', 'large-extension');
    await sending().waitFor();
    await pictures(workbench, 'sending', sending());
    await workbench.toastButton('Uploading “Large”', 'Cancel');
    await workbench.statusItem('Upload canceled, nothing was uploaded').waitFor();
    const [upload, ...others] = service.requests(UPLOAD);
    assert.ok(upload);
    assert.deepEqual(others, []);
    await service.abandoned();
    assert.ok(upload.bodyBytes < ALL, `${upload.bodyBytes} bytes have come`);
    // Any message about the upload would be shown before this request.
    service.doesWell();
    await workbench.run('Browser Sessions: Refresh Sessions');
    await service.asked(...LISTS.slice(0, 1));
    assert.equal(await workbench.toast('').count(), 0);
    await workbench.view('Browser Sessions');
    await workbench.treeRow('second', 'Sessions').waitFor();
    assert.equal(await workbench.treeRow('Large', 'Sessions').count(), 0);
  });

  it('tells how far it is, again and again, and never goes back', async () => {
    faulty.service.at(UPLOAD, reads(Number.POSITIVE_INFINITY));
    await uploadInto(window.workbench, 'second', 'large-extension');
    await sending().waitFor();
    const words = await wordsThatFollow(window.workbench.toast('Uploading “Large” to “second”'), 5);
    const told = words.map(percent);
    assert.ok(
      told.every((now, index) => now >= (told[index - 1] ?? 0)),
      words.join('\n'),
    );
    await window.workbench.toast('Sent “Large” 1 to “second” as “large”').waitFor();
    assert.equal(faulty.service.requests(UPLOAD).length, 1);
    await window.workbench.view('Browser Sessions');
    await window.workbench.treeRow('Large', 'Sessions').waitFor();
  });
});
