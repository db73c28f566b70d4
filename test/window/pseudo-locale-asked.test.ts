import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { connectedTo } from '../support/connection';
import { nightly } from '../support/nightly';
import { answers, CLICK, speaksTo, useFaultyService, type Behaviour } from '../support/faults/faulty-service';
import { plainWords, pseudo, PSEUDO_LOCALE, said, within } from './pseudo-locale';
import { NARROW, PseudoLooks } from './pseudo-locale-looks';
import { TOKEN, useFixture } from '../support/service-fixture';
import { useWindow, type TestWindow } from './window';
import { KEY } from '../support/files';

const CONTAINER = pseudo('Browser Sessions');
const SESSIONS = pseudo('Sessions');

/** Uploads the sample extension into the only session. */
async function upload({ workbench }: TestWindow): Promise<void> {
  await workbench.menu.choose(workbench.tree.file('hello-extension'), pseudo('Upload Folder to Browser Session…'));
}

const loaded = ({ workbench }: TestWindow): Locator =>
  workbench.statusBar.item(within('Uploaded “{0}” {1} to', 'Hello Extension', '1.0.0'));

describe('The rule by which plain English is found', () => {
  it('knows a text that the bundle lacks from one that it has, and from its arguments', () => {
    const args = ['Hello Extension'];
    assert.deepEqual(plainWords(said('Uploading “{0}” to “{1}”', 'Hello Extension', 'x1'), args), []);
    assert.deepEqual(plainWords('Uploading “Hello Extension” to “x1”', args), ['Uploading']);
    assert.deepEqual(plainWords(`${pseudo('Set BROWSER_SESSIONS_TOKEN')} 1.2 KB, 340 ms, why`, args), ['why']);
  });
});

describe('What is asked and told in a language that is 40 % longer, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: connectedTo(fixture.service.url),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    language: PSEUDO_LOCALE,
  }));
  const looks = new PseudoLooks(window);
  const file = (name: string): string => path.join(window.workspace, 'hello-extension', name);

  nightly('a release: what happens to the browser, the modal, and what came of it', async () => {
    const { workbench } = window;
    const { session_id: id } = await fixture.ask<{ session_id: string }>(
      'POST',
      '/browser_pools/local-pool/acquire',
      {},
    );
    const short = id.slice(0, 4);
    await workbench.tree.view(CONTAINER);
    const row = workbench.tree.row('local-pool', SESSIONS);
    await workbench.menu.choose(row, pseudo('Release Pooled Session…'));
    await looks.lookAtModal('release', short);
    await workbench.notifications.pressInDialog(pseudo('Release Without Reset'));
    await workbench.statusBar.item(within('Released')).waitFor();
    await looks.look('released', short);
  });

  nightly('possible secrets', async () => {
    const { workbench } = window;
    await fixture.openSession('checkout', '/plain');
    writeFileSync(file('deploy.js'), `const key = '${KEY}';\n`);
    try {
      await workbench.menu.choose(workbench.tree.file('hello-extension'), pseudo('Upload Folder to Browser Session…'));
      await looks.lookAtModal('secrets', 'deploy.js');
      await workbench.notifications.pressInDialog('Cancel');
      writeFileSync(file('deploy-2.js'), `const key = '${KEY}';\n`);
      await workbench.menu.choose(workbench.tree.file('hello-extension'), pseudo('Upload Folder to Browser Session…'));
      await workbench.palette.choice(pseudo('Upload Without Them')).waitFor();
      await looks.look('secrets-several', 'deploy.js', 'deploy-2.js');
      await workbench.width(NARROW);
      await looks.look('secrets-several-700', 'deploy.js', 'deploy-2.js');
    } finally {
      rmSync(file('deploy.js'));
      rmSync(file('deploy-2.js'), { force: true });
    }
  });

  nightly('an upload, and what Upload Again came to', async () => {
    const { workbench } = window;
    await fixture.openSession('checkout', '/plain');
    await upload(window);
    await looks.lookAtToast('loaded', loaded(window), 'checkout', 'hello');
    writeFileSync(file('hello.js'), '/* other */');
    await workbench.notifications.press('Hello Extension', pseudo('Upload Again'));
    const status = (text: string): Locator => workbench.statusBar.item(within(text));
    await status('Reloaded').waitFor();
    await looks.look('reloaded', 'checkout', 'hello');
    await workbench.page.keyboard.press('Control+Shift+F9');
    await status('is already up to date').waitFor();
    await looks.look('up-to-date', 'checkout', 'hello');
  });

  nightly('an error with its button', async () => {
    const { workbench } = window;
    await fixture.openSession('checkout', '/plain');
    const before = readFileSync(file('manifest.json'), 'utf8');
    writeFileSync(file('manifest.json'), before.replace(/"version": "[^"]*"/, '"version": "next"'));
    try {
      await workbench.menu.choose(workbench.tree.file('hello-extension'), pseudo('Upload Folder to Browser Session…'));
      await looks.lookAtToast(
        'error',
        workbench.notifications.toast('hello-extension/manifest.json:'),
        'checkout',
        'version',
        'next',
      );
    } finally {
      writeFileSync(file('manifest.json'), before);
    }
  });
});

const lists = (operation: RegExp, list: readonly object[]): readonly [RegExp, Behaviour] => [
  operation,
  answers(200, JSON.stringify(list)),
];
const SESSIONS_LISTED = lists(/^\/browsers\?/, [
  { session_id: 's-1', name: 'session-1' },
  { session_id: 's-2', name: 'session-2' },
]);

describe('Waiting and deleting in a language that is 40 % longer, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => ({ ...speaksTo(faulty.service.url), language: PSEUDO_LOCALE }));
  const looks = new PseudoLooks(window);

  async function click(): Promise<void> {
    const { workbench } = window;
    await workbench.tree.view(CONTAINER);
    await workbench.menu.choose(
      workbench.tree.row('session-2', SESSIONS),
      pseudo('Input'),
      pseudo('Click at Coordinates…'),
    );
    await workbench.palette.answer(said('Click in “{0}”', 'session-2'), '10, 20');
  }

  nightly('a countdown', async () => {
    faulty.service.atEach([
      SESSIONS_LISTED,
      [CLICK, answers(429, JSON.stringify({ code: 'rate_limit_exceeded', message: '-' }), { 'retry-after': '115' })],
    ]);
    await click();
    const countdown = window.workbench.notifications.toast(within('Service busy'));
    await looks.lookAtToast('countdown', countdown, 'session-1', 'session-2', 'min');
    await countdown.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await countdown.waitFor({ state: 'hidden' });
  });

  nightly('a click that may have happened', async () => {
    faulty.service.atEach([
      SESSIONS_LISTED,
      [
        CLICK,
        async ({ body, socket }) => {
          await body();
          socket.resetAndDestroy();
        },
      ],
    ]);
    await click();
    const toast = window.workbench.notifications.toast(within('The click may have gone through'));
    await looks.lookAtToast('lost', toast, 'session-1', 'session-2');
  });

  nightly('the deletion of an extension', async () => {
    const { workbench } = window;
    faulty.service.atEach([
      SESSIONS_LISTED,
      lists(/^\/extensions\?/, [{ id: 'e-1', name: 'mine-1', size_bytes: 5000 }]),
    ]);
    await workbench.tree.view(CONTAINER);
    await workbench.menu.choose(
      workbench.tree.row('mine-1', pseudo('Catalog')),
      pseudo('Delete Extension from Catalog…'),
    );
    await looks.lookAtModal('delete', 'mine-1', 'session-1', 'session-2');
    await workbench.notifications.pressInDialog(pseudo('Delete'));
    await workbench.statusBar.item(within('Deleted')).waitFor();
    await looks.look('deleted', 'mine-1', 'session-1', 'session-2');
  });
});

describe('How a language that is 40 % longer looks with production, in the window', () => {
  const fixture = useFixture();
  const window = useWindow(() => ({
    settings: connectedTo(fixture.service.url, { production: true }),
    env: { BROWSER_SESSIONS_TOKEN: TOKEN },
    language: PSEUDO_LOCALE,
  }));
  const looks = new PseudoLooks(window);

  for (const kind of ['light', 'dark', 'high-contrast'] as const)
    nightly(`${kind}: the views, the modals, the toast and the status bar`, async () => {
      await window.changeTheme(kind);
      const { workbench } = window;
      await fixture.openSession('checkout', '/plain');
      const { session_id: id } = await fixture.ask<{ session_id: string }>(
        'POST',
        '/browser_pools/local-pool/acquire',
        {},
      );
      const names = ['checkout', 'hello', id.slice(0, 4)];
      await workbench.tree.view(CONTAINER);
      const row = workbench.tree.row('checkout', SESSIONS);
      await workbench.tree.inlineAction(row, pseudo('Upload Folder…'));
      await workbench.palette.pick('hello-extension');
      await looks.lookAtModal(`${kind}-modal`, ...names);
      await workbench.notifications.pressInDialog(pseudo('Upload and Restart'));
      await looks.lookAtToast(`${kind}-toast`, loaded(window), ...names);
      writeFileSync(path.join(window.workspace, 'hello-extension/hello.js'), `/* ${kind} */`);
      await workbench.notifications.press('Hello Extension', pseudo('Upload Again'));
      await looks.lookAtModal(`${kind}-modal-again`, ...names);
      await workbench.notifications.pressInDialog(pseudo('Upload to Production'));
      await workbench.statusBar.item(within('Reloaded')).waitFor();
      await looks.look(`${kind}-status`, ...names);
      await workbench.width(NARROW);
      await looks.look(`${kind}-status-700`, ...names);
    });
});
