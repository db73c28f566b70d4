import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { TOKEN } from '../support/service-fixture';
import { useFixtureWindow } from './fixture-window';
import type { TestWindow } from './window';

/** Without it, the text of the terminal is only in a picture. */
const READABLE_TERMINAL = { 'terminal.integrated.gpuAcceleration': 'off' };

async function says({ workbench }: TestWindow, text: RegExp): Promise<void> {
  const rows = workbench.page.locator('.part.panel .xterm-rows').first();
  await until(`the terminal says ${text}`, async () =>
    text.test((await rows.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ')),
  );
}

describe('The task that uploads, in the window', () => {
  const { fixture, window } = useFixtureWindow({ settings: READABLE_TERMINAL });

  nightly('is offered, says in its terminal what it did, and shows each error once among the problems', async () => {
    const { workbench } = window;
    await fixture.openSession('only', '/plain');
    const run = async (): Promise<void> => {
      await workbench.palette.run('Tasks: Run Task');
      await workbench.palette.asked('Select the task to run').waitFor();
      const task = workbench.palette.choice('upload hello-extension');
      const all = workbench.palette.choice('Show All Tasks...');
      await task.or(all).first().waitFor();
      // A task that was run before is listed at once.
      if (!(await task.first().isVisible())) await all.first().click();
      await task.first().waitFor();
      await workbench.screenshot('task-offered');
      await task.first().click();
    };
    await run();
    await says(window, /Uploaded “Hello Extension” 1\.0\.0 to “only” as “hello-extension”/);
    await workbench.screenshot('task-uploaded');

    const manifest = path.join(window.workspace, 'hello-extension/manifest.json');
    const good = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, good.replace(/"version": "[^"]*"/, '"version": "next"'));
    await run();
    await says(window, /manifest\.json:\d+:\d+ - error: [^]*Nothing was sent\.[^]*terminated with exit code: 1/);
    await workbench.screenshot('task-refused');
    const problems = await workbench.panel.problems();
    await problems.filter({ hasText: 'Browser Sessions' }).first().waitFor();
    assert.equal(await problems.filter({ hasText: 'Browser Sessions' }).count(), 1);
    await workbench.screenshot('task-problems');
    writeFileSync(manifest, good);
  });
});

describe('A watching task whose token is cleared, in the window', () => {
  const { fixture, window } = useFixtureWindow({ env: {}, settings: READABLE_TERMINAL });

  nightly('ends at once, and says why', async () => {
    const { workbench } = window;
    const setToken = async (): Promise<void> => {
      await workbench.palette.run('Browser Sessions: Set Token…');
      await workbench.palette.answer(`Token for “${window.connection}”`, TOKEN);
      await workbench.statusBar.item(`Stored the token for “${window.connection}”`).waitFor();
    };
    const session = await fixture.openSession('only', '/plain');
    await setToken();
    await window.watches();
    mkdirSync(path.join(window.workspace, '.vscode'), { recursive: true });
    const task = { type: 'browserSessions', label: 'watch', folder: 'hello-extension', session, watch: true };
    writeFileSync(
      path.join(window.workspace, '.vscode/tasks.json'),
      JSON.stringify({ version: '2.0.0', tasks: [{ ...task, isBackground: true }] }),
    );
    await workbench.palette.run('Tasks: Run Task');
    await workbench.palette.choice('watch').first().click();
    await says(window, /Uploaded “Hello Extension”[^]*upload finished/);
    await workbench.palette.run('Browser Sessions: Clear Token…');
    await workbench.notifications.pressInDialog('Clear');
    await says(
      window,
      /Stopped watching “Hello Extension”: the token for “.+” was cleared\.[^]*terminated with exit code: 1/,
    );
    await workbench.screenshot('task-token-cleared');
  });
});
