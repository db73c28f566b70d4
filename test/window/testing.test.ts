import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '../support/network/listen';
import { nightly } from '../support/nightly';
import { TOKEN } from '../support/service-fixture';
import { until } from '../support/until';
import { useFixtureWindow } from './fixture-window';

describe('The view of tests', () => {
  const { fixture, window } = useFixtureWindow();

  const row = (name: string) => window.workbench.page.locator('.test-explorer .monaco-list-row', { hasText: name });

  async function running(): Promise<number> {
    const answer = await fetch(`${fixture.service.url}/browsers`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const listed: unknown = await answer.json();
    return Array.isArray(listed) ? listed.length : NaN;
  }

  /** Writes an extension of the project; returns what a sequence calls it. */
  function add(folder: string, manifest: object): string {
    const extension = path.join(window.workspace, folder);
    mkdirSync(extension, { recursive: true });
    const whole = { manifest_version: 3, version: '1.0', ...manifest };
    writeFileSync(path.join(extension, 'manifest.json'), JSON.stringify(whole, null, 2));
    return `../${folder}`;
  }

  function write(name: string, content: object): void {
    const folder = path.join(window.workspace, 'tests');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), JSON.stringify(content, null, 2));
  }

  /** Shows the tests of the folder `tests`. */
  async function show(name: string): Promise<void> {
    const { workbench } = window;
    await workbench.tree.view('Testing');
    await row('tests').first().click();
    await workbench.page.keyboard.press('ArrowRight');
    await row(name).waitFor();
  }

  it('runs each in a browser of its own, with the extension of the project, and tells what failed first', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const before = await running();
    const extension = add('stores', { name: 'Stores', permissions: ['storage'] });
    const fresh = { expect: { storage: { local: { left: 1 } } }, timeout: 0 };
    write('leaves.sequence.json', {
      extension,
      tags: ['storage'],
      steps: [{ storage: { local: { left: 1 } } }, { wait: 5 }, fresh],
    });
    write('sees-nothing.sequence.json', { extension, steps: [{ wait: 5 }, fresh] });
    write('not-now.sequence.json', { extension, skip: 'waits for the design', steps: [{ wait: 1 }] });
    await show('leaves');
    await workbench.palette.run('Test: Run All Tests');
    await row('leaves').locator('.codicon-testing-passed-icon').waitFor();
    await row('sees-nothing').locator('.codicon-testing-failed-icon').waitFor();
    await row('not-now').locator('.codicon-testing-skipped-icon').waitFor();
    await workbench.screenshot('testing-run');
    await until('all browsers of tests have ended', async () => (await running()) === before);
    await row('sees-nothing').dblclick();
    await page.locator('.tab', { hasText: 'sees-nothing.sequence.json' }).waitFor();
    await page.keyboard.press('Control+Home');
    await workbench.palette.run('Test: Peek Output');
    const peek = page.locator('.test-output-peek');
    await peek
      .locator('p', { hasText: 'Step 2, Expect local.left in the storage: local has no key “left”.' })
      .waitFor();
    // A page with nothing on it proves nothing: there is no picture of it.
    await peek.locator('p', { hasText: 'The page was blank.' }).waitFor();
    assert.equal(await peek.locator('img').count(), 0);
    await workbench.screenshot('testing-failed');
    await peek.locator('a', { hasText: 'Open Report' }).first().click();
    await page.locator('.tab', { hasText: 'report' }).waitFor();
    await workbench.screenshot('testing-report');
    assert.equal(await running(), before);
  });

  it('shows which lines of the extension ran', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const extension = add('prices', {
      name: 'Prices',
      permissions: ['storage'],
      background: { service_worker: 'worker.js' },
    });
    writeFileSync(
      path.join(window.workspace, 'prices', 'worker.js'),
      [
        'function priceOf(text) {',
        "  if (text === '') {",
        '    return 0;',
        '  }',
        '  return Number(text);',
        '}',
        '',
        "chrome.storage.local.set({ price: priceOf('3') });",
        '',
      ].join('\n'),
    );
    writeFileSync(path.join(window.workspace, 'prices', 'never.js'), "console.log('never loaded');\n");
    write('prices.sequence.json', { extension, steps: [{ waitFor: { storage: { local: { price: 3 } } } }] });
    await show('prices');
    await row('prices').click();
    await workbench.palette.run('Test: Run Test at Cursor with Coverage');
    await row('prices').locator('.codicon-testing-passed-icon').waitFor();
    const counted = (name: string) => page.locator('.monaco-list-row', { hasText: name });
    await counted('worker.js').locator('.test-coverage-bars').first().waitFor();
    await workbench.screenshot('testing-coverage');
    await counted('worker.js').first().dblclick();
    await page.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
    await page.locator('.coverage-deco-gutter.coverage-deco-hit').first().waitFor();
    await workbench.screenshot('testing-coverage-file');
  });

  nightly(
    'asks before a test reaches a port of this machine: by Enter alone it does not, allowed it may again',
    async () => {
      const { workbench } = window;
      const dev = createServer((_, response) => void response.end('<!doctype html><title>shop</title><p>Our shop'));
      const port = await listen(dev);
      try {
        const steps = [{ open: `http://localhost:${port}/` }, { expect: { text: 'Our shop' } }];
        write('reaches.sequence.json', { ports: [port], steps });
        await show('reaches');
        await row('reaches').click();
        await workbench.palette.run('Test: Run Test at Cursor');
        await workbench.notifications.dialog.waitFor();
        await workbench.screenshot('testing-ports');
        assert.match(
          await workbench.notifications.dialog.innerText(),
          new RegExp(`Share localhost:${port} with the sessions of tests\\?`),
        );
        await workbench.page.keyboard.press('Enter');
        await row('reaches').locator('.codicon-testing-skipped-icon').waitFor();
        await workbench.palette.run('Test: Run Test at Cursor');
        await workbench.notifications.pressInDialog('Share');
        await row('reaches').locator('.codicon-testing-passed-icon').waitFor();
        await workbench.palette.run('Test: Run Test at Cursor');
        await row('reaches').locator('.codicon-loading, .codicon-testing-queued-icon').first().waitFor();
        await row('reaches').locator('.codicon-testing-passed-icon').waitFor();
        assert.equal(await workbench.notifications.dialog.count(), 0);
      } finally {
        dev.close();
      }
    },
  );

  it('shows on its row and in the status bar that the coverage of a session is recorded', async () => {
    const { workbench } = window;
    await fixture.openSession('shop', '/cookie');
    add('recorded', { name: 'Recorded', background: { service_worker: 'recorded.js' } });
    writeFileSync(path.join(window.workspace, 'recorded', 'recorded.js'), 'globalThis.first = 1;\n');
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Refresh Sessions');
    await workbench.tree.row('shop').waitFor();
    await workbench.tree.view('Explorer');
    await workbench.menu.choose(workbench.tree.file('recorded'), 'Upload Folder to Browser Session…');
    await workbench.statusBar.item('Uploaded “Recorded”').waitFor();
    await workbench.tree.view('Browser Sessions');
    await workbench.palette.run('Browser Sessions: Record Coverage');
    await workbench.tree.heard(workbench.tree.row('shop'), 'recording').waitFor();
    await workbench.statusBar.item('Recording coverage').waitFor();
    await workbench.screenshot('coverage-recording');
    await workbench.palette.run('Browser Sessions: Stop Recording Coverage');
    await workbench.notifications.press('% of the lines ran in “shop”.', 'Show Coverage');
    const counted = workbench.page.locator('.monaco-list-row', { hasText: 'recorded.js' });
    await counted.locator('.test-coverage-bars').first().waitFor();
    await workbench.screenshot('coverage-recorded');
  });

  nightly('runs what is switched on after each save, in a browser of its own that ends', async () => {
    const { workbench } = window;
    const before = await running();
    const page = path.join(window.workspace, 'greets', 'page.html');
    const extension = add('greets', { name: 'Greets', options_ui: { page: 'page.html', open_in_tab: true } });
    const greet = (word: string): void => writeFileSync(page, `<!doctype html><title>Greets</title><p>${word}</p>`);
    greet('Hello');
    write('greets.sequence.json', {
      extension,
      steps: [{ open: 'options' }, { expect: { text: 'Good morning' }, timeout: 500 }],
    });
    await show('greets');
    await row('greets').click();
    await workbench.palette.run('Test: Start Continuous Run');
    await workbench.screenshot('testing-continuous');
    greet('Good evening');
    await row('greets').locator('.codicon-testing-failed-icon').waitFor();
    greet('Good morning');
    await row('greets').locator('.codicon-testing-passed-icon').waitFor();
    // More saves than there is time for runs: the last one counts.
    for (const word of ['One', 'Two', 'Three', 'Four']) {
      const began = Date.now();
      greet(word);
      await until('the next second', () => Date.now() - began >= 1000);
    }
    await row('greets').locator('.codicon-testing-failed-icon').waitFor();
    greet('Good morning');
    await row('greets').locator('.codicon-testing-passed-icon').waitFor();
    await workbench.palette.run('Test: Stop Continuous Run');
    await until('all browsers of tests have ended', async () => (await running()) === before);
    greet('Nobody looks');
    await row('greets').locator('.codicon-testing-passed-icon').waitFor();
    assert.equal(await running(), before);
  });

  nightly('goes step by step beside the debugger', async () => {
    const { workbench } = window;
    const { page } = workbench;
    const before = await running();
    const extension = add('counts', { name: 'Counts', background: { service_worker: 'worker.js' } });
    writeFileSync(
      path.join(window.workspace, 'counts', 'worker.js'),
      ['let visits = 0;', 'setInterval(() => {', '  visits += 1;', '}, 200);', ''].join('\n'),
    );
    write('counts.sequence.json', { extension, steps: [{ wait: 10 }, { expect: { noErrors: true } }, { wait: 20 }] });
    await show('counts');
    await row('counts').click();
    await workbench.palette.run('Test: Debug Test at Cursor');
    await workbench.palette.asked('“counts”, step 1 of 3').waitFor();
    await page.locator('.debug-toolbar').waitFor();
    await workbench.screenshot('testing-debug');
    await workbench.palette.pick('Next Step');
    await workbench.palette.asked('“counts”, step 2 of 3').waitFor();
    await workbench.palette.pick('Run to End');
    await workbench.tree.view('Testing');
    await row('counts').locator('.codicon-testing-passed-icon').waitFor();
    await until('its browser has ended', async () => (await running()) === before);
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });
});
