import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { CONNECTION } from '../support/connection';
import { nightly } from '../support/nightly';
import { answer } from '../support/faults/faults';
import { pictures } from './actions';
import { CLICK, speaksTo, UPLOAD, useFaultyService, well, type Behaviour } from '../support/faults/faulty-service';
import { useWindow } from './window';
import { manifest, writeFiles } from '../support/files';

/**
 * Text that the editor could turn into a link, an icon, a new line or another text direction, and that is much too
 * long.
 */
const hostile = (what: string): string =>
  `${what} [Go](command:view.x)$(flame)\n\u202eTHEN\u200b ${'and on '.repeat(100)}THE END`;
/** The same, as far as a file name can contain it. */
const hostileFile = (what: string): string => `${what} [Go](command:view.x)$(flame)\n\u202eTHEN\u200b.js`;
/** How the text must be shown. */
const plain = (what: string): RegExp =>
  new RegExp(String.raw`${what} \[Go\]\u2060\(command:view\.x\)\$\u2060\(flame\) THEN`);
/** Chromium does not accept such a file name; where VS Code shows the file, it shows the name itself. */
const RESERVED = '_wrong [Go](command:view.x)$(flame)\nTHEN.js';
/** With a colon, Chromium would not treat it as the path of a file. */
const MISSING = 'missing [Go]$(flame) \u202eTHEN\u200b.js';
const MISSING_SHOWN = /missing \[Go\]\$\u2060\(flame\) THEN\.js/;
const WORDS = JSON.stringify({
  code: hostile('code'),
  message: hostile('words'),
  details: [{ message: hostile('details') }],
});

const SESSIONS = [
  { session_id: 'id-of-first', name: hostile('first'), pool: { id: 'p', name: hostile('mypool') } },
  { session_id: hostile('other') },
];
const POOLS = [{ id: 'p', name: hostile('mypool'), available_count: 1, acquired_count: 1 }];
const EXTENSIONS = [{ id: hostile('id'), name: hostile('mine'), size_bytes: 5 }];

const lists: Behaviour = async (exchange) => {
  const {
    body,
    write,
    request: { path: asked },
  } = exchange;
  const list = asked.startsWith('/browsers?')
    ? SESSIONS
    : asked.startsWith('/browser_pools?')
      ? POOLS
      : asked.startsWith('/extensions?')
        ? EXTENSIONS
        : undefined;
  if (!list) return well(exchange);
  await body();
  write(answer(200, JSON.stringify(list)));
};
const refuses =
  (operation: RegExp, status = 400): Behaviour =>
  async (exchange) => {
    if (!operation.test(exchange.request.path)) return lists(exchange);
    await exchange.body();
    exchange.write(answer(status, WORDS));
  };

/** Non-ASCII characters are written as escapes, because an editor shows its file unchanged. */
function manifestOf(more: object = {}): string {
  const text = JSON.stringify(manifest(hostile('My'), more), undefined, 2);
  return text.replace(/[\u0080-\uffff]/g, (each) => String.raw`\u${each.charCodeAt(0).toString(16)}`);
}

/** All visible text, and all text for screen readers. */
const ALL_WORDS = `[document.body.innerText, ...Array.from(document.querySelectorAll('[aria-label], [title], [placeholder]'),
  (element) => [element.ariaLabel, element.title, element.placeholder].join(' '))].join(' ')`;

describe('Hostile text, in the window', () => {
  const faulty = useFaultyService();
  // Between two tests too: a list that comes late must not bring other names.
  afterEach(() => faulty.service.at(/./, lists));
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  beforeEach(() => faulty.service.at(/./, lists));
  afterEach(async () => {
    if (window.isOpen) await assertHarmless();
  });

  /** Checks that nothing in the whole window interpreted the text, including tooltips and names for screen readers. */
  async function assertHarmless(): Promise<void> {
    const { page } = window.workbench;
    assert.equal(await page.locator('.codicon-flame').count(), 0, 'an icon');
    assert.equal(
      await page
        .locator('a, .monaco-button')
        .filter({ hasText: /^\s*Go\s*$/ })
        .count(),
      0,
      'a link',
    );
    const words: string = await page.evaluate(ALL_WORDS);
    assert.equal(/.{0,60}(\u202e|\u200b|THE END).{0,20}/u.exec(words)?.[0], undefined);
  }

  /** Waits until the text is shown correctly, and takes a screenshot, also of a narrow window. */
  async function shown(what: string | RegExp, place: Locator, picture: string): Promise<void> {
    const words = typeof what === 'string' ? plain(what) : what;
    const text = place.filter({ hasText: words }).first();
    await text.waitFor();
    // Checked here again because matching an element treats a line break as a space.
    assert.match((await text.innerText()).replaceAll('\u00a0', ' '), words);
    await window.workbench.screenshot(`hostile-${picture}`);
    await assertHarmless();
  }

  async function inViews(): Promise<void> {
    await window.workbench.tree.view('Browser Sessions');
    await window.workbench.tree.row('first', 'Sessions').waitFor();
  }

  function write(folder: string, files: Record<string, string>): void {
    writeFiles(path.join(window.workspace, folder), files);
  }

  before(() => {
    write('my-extension', { 'manifest.json': manifestOf(), [hostileFile('picture')]: '' });
    write('missing-extension', {
      'manifest.json': manifestOf({
        name: 'Missing',
        content_scripts: [{ matches: ['https://example.com/*'], js: [MISSING] }],
      }),
    });
    write('wrong-extension', { 'manifest.json': manifestOf({ name: 'Wrong' }), [RESERVED]: '' });
  });

  it('the names of sessions, pools and extensions in rows', async () => {
    const { workbench } = window;
    await inViews();
    for (const [what, view] of [
      ['first', 'Sessions'],
      ['other', 'Sessions'],
      ['mypool', 'Sessions'],
      ['mypool', 'Pools'],
      ['mine', 'Catalog'],
    ] as const) {
      await shown(what, workbench.tree.row(what, view).locator('.label-name, .label-description'), `row-${what}`);
    }
  });

  nightly('the same in tooltips, a row for each of our facts', async () => {
    const { workbench } = window;
    await inViews();
    // Of the whole label: the driver scrolls a longer name into view, which then looks empty.
    const label = workbench.tree.row('first', 'Sessions').locator('.monaco-icon-label');
    const tooltip = await workbench.tooltip(label, 'Pool');
    assert.match(await tooltip.locator('strong').innerText(), plain('first'));
    assert.deepEqual(await tooltip.locator('td:first-child').allInnerTexts(), ['Pool', 'ID']);
    assert.match(await tooltip.locator('td:last-child').first().innerText(), plain('mypool'));
    assert.equal(await tooltip.locator('a, img, .codicon').count(), 0);
    await workbench.screenshot('hostile-tooltip');
  });

  nightly('the words of a service that refuses a click, in a notification, a choice, a title and the log', async () => {
    const { workbench } = window;
    await inViews();
    faulty.service.at(/./, refuses(CLICK));
    await workbench.palette.run('Browser Sessions: Click at Coordinates…');
    await shown('first', workbench.palette.choice('first').locator('.label-name'), 'choice');
    await shown('mypool', workbench.palette.choice('mypool').locator('.label-description'), 'choice-description');
    await workbench.palette.pick('first');
    await workbench.palette.answer('Click in “', '10, 20');
    const toast = workbench.notifications.toast('Couldn’t click in “');
    await shown('words', toast.locator('.notification-list-item-message'), 'notification');
    await workbench.palette.run('Browser Sessions: Show Log');
    const lines = workbench.page.locator('.part.panel .view-line');
    await lines
      .filter({ hasText: /\\nTHEN/ })
      .first()
      .waitFor();
    assert.equal(await lines.filter({ hasText: /^\s*.?THEN/ }).count(), 0);
    await workbench.screenshot('hostile-log');
  });

  nightly('the words of a service below the token box', async () => {
    const { workbench } = window;
    faulty.service.at(/./, refuses(/./, 500));
    await workbench.palette.run('Browser Sessions: Set Token…');
    await workbench.palette.answer(`Token for “${CONNECTION}”`, 'some-other-token');
    await shown('words', workbench.palette.validation, 'token-box');
  });

  nightly('the name of an extension in a modal', async () => {
    const { workbench } = window;
    await inViews();
    await workbench.menu.choose(workbench.tree.row('mine', 'Catalog'), 'Delete Extension from Catalog…');
    await shown('mine', workbench.notifications.dialog.locator('.dialog-message-text'), 'modal');
    await workbench.page.keyboard.press('Escape');
  });

  nightly('the name of a manifest and of a session: in a box, in progress, and in what came of it', async () => {
    const { workbench } = window;
    const uploads = new AbortController();
    const held = once(uploads.signal, 'abort');
    faulty.service.at(/./, async (exchange) => {
      if (UPLOAD.test(exchange.request.path)) await held;
      await lists(exchange);
    });
    await workbench.menu.choose(workbench.tree.file('my-extension'), 'Upload Folder to Browser Session…');
    await workbench.palette.asked('”: Select Session').waitFor();
    await shown('My', workbench.palette.widget.locator('.quick-input-title'), 'title-choice');
    await workbench.palette.pick('first');
    await shown(
      'My',
      workbench.notifications.toast('Uploading').locator('.notification-list-item-message'),
      'progress',
    );
    uploads.abort();
    const message = workbench.notifications.toast('Sent “').locator('.notification-list-item-message');
    await shown('My', message, 'loaded');
    await shown('first', message, 'loaded');
  });

  nightly('the name of a session in a message, the tooltip of the connection, and the tab of a picture', async () => {
    const { workbench } = window;
    await inViews();
    await workbench.menu.choose(workbench.tree.row('first', 'Sessions'), 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('Click in “', '10, 20');
    await shown('first', workbench.statusBar.item('Clicked '), 'brief');
    const tooltip = await workbench.tooltip(workbench.statusBar.connection(CONNECTION), 'Session');
    assert.match(await tooltip.innerText(), plain('first'));
    await assertHarmless();
    await workbench.menu.choose(workbench.tree.row('first', 'Sessions'), 'Take Screenshot');
    await shown('first', workbench.page.locator('.tab .label-name'), 'tab');
  });

  nightly('stays as it is where it is copied and sent', async () => {
    const { workbench } = window;
    await inViews();
    await workbench.menu.choose(workbench.tree.row('other', 'Sessions'), 'Copy ID');
    await workbench.statusBar.item('Copied session ID').waitFor();
    assert.equal(await workbench.page.evaluate('navigator.clipboard.readText()'), hostile('other'));
    await workbench.menu.choose(workbench.tree.row('other', 'Sessions'), 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('Click in “', '10, 20');
    await workbench.statusBar.item('in “other').waitFor();
    assert.deepEqual(
      faulty.service.requests(CLICK).map((request) => decodeURIComponent(request.path)),
      [`/browsers/${hostile('other')}/computer/click_mouse`],
    );
  });

  nightly('dark and narrow', async () => {
    await window.changeTheme('dark');
    const { workbench } = window;
    await inViews();
    faulty.service.at(/./, refuses(CLICK));
    await workbench.menu.choose(workbench.tree.row('first', 'Sessions'), 'Input', 'Click at Coordinates…');
    await workbench.palette.answer('Click in “', '10, 20');
    const toast = workbench.notifications.toast('Couldn’t click in “');
    await shown('words', toast.locator('.notification-list-item-message'), 'dark');
    await pictures(workbench, 'hostile-dark', toast);
  });

  nightly('the names of files in the preview', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('my-extension'), 'Browser Sessions', 'Preview Package');
    for (const view of ['Sessions', 'Pools', 'Catalog']) await workbench.tree.collapse(view);
    await shown('picture', workbench.tree.row('picture').locator('.label-name'), 'preview');
  });

  nightly('the names of files in problems, and in what mends them', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('missing-extension'), 'Upload Folder to Browser Session…');
    await shown(
      MISSING_SHOWN,
      workbench.notifications.toast('Nothing was sent').locator('.notification-list-item-message'),
      'missing',
    );
    await shown(MISSING_SHOWN, (await workbench.panel.problems()).filter({ hasText: 'File not found' }), 'problem');
    await shown(MISSING_SHOWN, await workbench.panel.quickFixes('File not found'), 'quick-fix');
  });

  nightly('the words of Chromium, and our own of the same', async () => {
    const { workbench } = window;
    await workbench.menu.choose(workbench.tree.file('wrong-extension'), 'Browser Sessions', 'Check with Chromium');
    await shown(
      '_wrong',
      workbench.notifications.toast('Chromium').locator('.notification-list-item-message'),
      'chromium',
    );
    await shown('_wrong', (await workbench.panel.problems()).filter({ hasText: /Chromium\s\d+/ }), 'chromium-problem');
    await shown('_wrong', workbench.panel.problemRows.filter({ hasText: 'Browser Sessions' }), 'chromium-own-problem');
  });
});
