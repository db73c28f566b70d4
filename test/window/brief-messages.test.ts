import { clickIn, uploadInto, writeLargeExtension } from './deeds';
import { CLICK, speaksTo, UPLOAD, useFaultyService, type Behaviour } from './faulty-service';
import { useWindow } from './window';

const neverAnswers: Behaviour = ({ body }) => body();
/** Reads the beginning, and then stops. */
const stalls: Behaviour = async ({ body, socket }) => {
  await body(100_000);
  socket.pause();
};

/** A brief message stays for 8 s; the next state is checked much sooner, as soon as it appears. */
describe('What the status bar tells briefly, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  before(() => writeLargeExtension(window.workspace, 20_000_000));

  async function waitUntilGone(text: string): Promise<void> {
    await window.workbench.statusItem(text).waitFor({ state: 'hidden', timeout: 2000 });
  }

  it('of a click does not stand beside the next one that waits', async () => {
    const { service } = faulty;
    const { workbench } = window;
    await clickIn(workbench, 'second');
    await workbench.statusItem('Clicked “second”').waitFor();
    service.at(CLICK, neverAnswers);
    await workbench.page.keyboard.press('Control+F9');
    await service.asked(CLICK);
    await waitUntilGone('Clicked “second”');
    await workbench.screenshot('brief-click-waits');
    await workbench.toastButton('Clicking in “', 'Cancel');
  });

  it('of an upload that was cancelled does not stand beside the next one', async () => {
    const { service } = faulty;
    const { workbench } = window;
    service.at(UPLOAD, stalls);
    await uploadInto(workbench, 'second', 'large-extension');
    await workbench.toastButton('Uploading “Large”', 'Cancel');
    await workbench.statusItem('Upload canceled, nothing was uploaded').waitFor();
    await workbench.menu(workbench.row('hello-extension'), 'Upload Folder to Browser Session…');
    await workbench.asked('Select a session').waitFor();
    await waitUntilGone('Upload canceled, nothing was uploaded');
    await workbench.screenshot('brief-upload-again');
    await workbench.page.keyboard.press('Escape');
    await service.abandoned();
  });
});
