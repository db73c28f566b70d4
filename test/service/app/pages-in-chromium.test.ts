import assert from 'node:assert/strict';
import path from 'node:path';
import querystring from 'node:querystring';
import type { Channel } from '../../../src/chromium/channel';
import { findChromium } from '../../../src/chromium/find-chromium';
import { removeFolder } from '../../../src/chromium/process-folders';
import { Launcher } from '../../../src/chromium/launcher';
import { inspectExtension } from '../../../src/packaging';
import { readPage } from '../../../src/packaging/manifest/pages';
import { nightly } from '../../support/nightly';
import { LOADING, LOADING_NOTHING } from '../../support/page-texts';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { lay } from '../../verdicts/case';

/** What a Chromium did when it opened a page. */
interface Opened {
  /** Paths of the extension's files that it requested. */
  readonly asked: readonly string[];
  readonly title: string;
  /** Whether its content security policy blocked something. */
  readonly forbidden: boolean;
}

const SCRIPTS = {
  'inline.html': '<script>document.title = "ran"</script>',
  'sandboxed.html': '<script>document.title = "ran"</script>',
  'remote.html': '<script src="https://127.0.0.2:9/a.js"></script>',
  'module.html': '<script type="module" src="module.mjs"></script>',
  'module.mjs': 'document.title = "ran"',
  'source.html': '<script type="module" src="source.ts"></script>',
  'source.ts': 'document.title = "ran"',
  'localhost.html': '<script src="http://localhost:9/a.js"></script>',
  'handler.html': '<body onload="document.title = 1">',
  'link.html': '<a href="javascript:void(document.title = 1)">',
};
const TEXTS = [...Object.keys(LOADING), ...LOADING_NOTHING];
const MANIFEST = {
  manifest_version: 3,
  name: 'a',
  version: '1',
  action: { default_popup: 'inline.html' },
  options_page: 'remote.html',
  devtools_page: 'localhost.html',
  sandbox: { pages: ['sandboxed.html'] },
  web_accessible_resources: [{ resources: ['handler.html', 'link.html'], matches: ['<all_urls>'] }],
};

describe('What we read of a page', () => {
  let home: string;
  let launcher: Launcher;
  let devtools: Channel;
  let id: string;
  before(async () => {
    const executable = findChromium();
    assert.ok(executable, 'There is no Chromium on this machine.');
    home = temporaryFolder();
    await lay(path.join(home, 'extension'), {
      name: '',
      files: {
        'manifest.json': MANIFEST,
        ...SCRIPTS,
        ...Object.fromEntries(TEXTS.map((text, index) => [`${index}.html`, text])),
      },
    });
    launcher = new Launcher(executable);
    ({ devtools } = await launcher.launch(home, { width: 800, height: 600 }));
    ({ id } = await devtools.send('Extensions.loadUnpacked', { path: path.join(home, 'extension') }));
  });
  after(async () => {
    await launcher.close();
    await removeFolder(home);
  });

  async function open(file: string): Promise<Opened> {
    const address = `chrome-extension://${id}/`;
    const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
    const page = devtools.page(sessionId);
    const asked: string[] = [];
    let forbidden = false;
    page.on(
      'Network.requestWillBeSent',
      ({ request: { url } }) =>
        url.startsWith(address) && asked.push(querystring.unescape(new URL(url).pathname.slice(1))),
    );
    page.on('Log.entryAdded', ({ entry }) => (forbidden ||= entry.text.includes('Content Security Policy')));
    for (const domain of ['Network.enable', 'Log.enable', 'Page.enable'] as const) await page.send(domain);
    const loaded = new Promise<void>((resolve) => page.on('Page.loadEventFired', () => resolve()));
    await page.send('Page.navigate', { url: address + file });
    await loaded;
    if (file === 'link.html') {
      await page.send('Runtime.evaluate', { expression: "document.querySelector('a').click()" });
      await until('the policy has blocked the link', () => forbidden);
    }
    const { result } = await page.send('Runtime.evaluate', { expression: 'document.title' });
    await devtools.send('Target.closeTarget', { targetId });
    return { asked, title: String(result.value), forbidden };
  }

  for (const [index, text] of TEXTS.entries()) {
    it(`is what Chromium loads of ${text}`, async () => {
      const { asked } = await open(`${index}.html`);
      // Chromium requests the icon of a page only if it displays one.
      const files = readPage(`${index}.html`, text).files.filter(({ name }) => !name.endsWith('.ico'));
      assert.deepEqual(
        files.map((file) => file.path).filter((file) => !asked.includes(file)),
        [],
      );
    });
  }

  nightly(
    'says of scripts that never run just what Chromium does with them, and Chromium loads the extension',
    async () => {
      assert.deepEqual(await open('inline.html'), { asked: ['inline.html'], title: '', forbidden: true });
      for (const file of ['handler.html', 'link.html'])
        assert.deepEqual(await open(file), { asked: [file], title: '', forbidden: true });
      assert.deepEqual(await open('sandboxed.html'), { asked: ['sandboxed.html'], title: 'ran', forbidden: false });
      assert.deepEqual(await open('remote.html'), { asked: ['remote.html'], title: '', forbidden: true });
      assert.deepEqual(await open('localhost.html'), { asked: ['localhost.html'], title: '', forbidden: true });
      const { problems } = await inspectExtension(path.join(home, 'extension'), {}, new AbortController().signal);
      assert.deepEqual(
        problems.map(({ severity, code, file }) => `${severity} ${code} ${file}`),
        [
          'warning inline-script handler.html',
          'warning inline-script inline.html',
          'warning inline-script link.html',
          'warning remote-script localhost.html',
          'warning remote-script remote.html',
        ],
      );
    },
  );

  it('tells a module from a source by its name, as Chromium does', async () => {
    assert.equal((await open('module.html')).title, 'ran');
    assert.equal((await open('source.html')).title, '');
    assert.deepEqual(
      readPage('module.html', SCRIPTS['module.html']).files.map(({ kind }) => kind),
      ['script'],
    );
    assert.deepEqual(
      readPage('source.html', SCRIPTS['source.html']).files.map(({ kind }) => kind),
      ['source'],
    );
  });

  it('says nothing of a script from this machine where the policy allows it, and Chromium does not forbid it', async () => {
    const folder = path.join(home, 'allowing');
    const manifest = {
      ...MANIFEST,
      action: { default_popup: 'localhost.html' },
      options_page: undefined,
      devtools_page: undefined,
      web_accessible_resources: [],
      content_security_policy: { extension_pages: "script-src 'self' http://localhost:*" },
    };
    await lay(folder, { name: '', files: { ...SCRIPTS, 'manifest.json': manifest } });
    ({ id } = await devtools.send('Extensions.loadUnpacked', { path: folder }));
    assert.deepEqual(await open('localhost.html'), { asked: ['localhost.html'], title: '', forbidden: false });
    assert.deepEqual((await inspectExtension(folder, {}, new AbortController().signal)).problems, []);
  });
});
