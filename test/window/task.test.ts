import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../until';
import { useStageWindow } from './stage-window';

describe('The task that uploads, in the window', () => {
  const { stage, window } = useStageWindow({
    // Without it, the text of the terminal is only in a picture.
    settings: { 'terminal.integrated.gpuAcceleration': 'off' },
  });

  it('is offered, says in its terminal what it did, and shows each error once among the problems', async () => {
    const { workbench } = window;
    await stage.openSession('only', '/plain');
    const run = async (): Promise<void> => {
      await workbench.run('Tasks: Run Task');
      await workbench.asked('Select the task to run').waitFor();
      const task = workbench.choice('upload hello-extension');
      const all = workbench.choice('Show All Tasks...');
      await task.or(all).first().waitFor();
      // A task that was run before is listed at once.
      if (!(await task.first().isVisible())) await all.first().click();
      await task.first().waitFor();
      await workbench.screenshot('task-offered');
      await task.first().click();
    };
    const says = async (text: RegExp): Promise<void> => {
      const rows = workbench.page.locator('.part.panel .xterm-rows').first();
      await until(`the terminal says ${text}`, async () =>
        text.test((await rows.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ')),
      );
    };
    await run();
    await says(/Loaded “Hello Extension” 1\.0\.0 in “only” as “hello-extension”/);
    await workbench.screenshot('task-uploaded');

    const manifest = path.join(window.workspace, 'hello-extension/manifest.json');
    const good = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, good.replace(/"version": "[^"]*"/, '"version": "next"'));
    await run();
    await says(/manifest\.json:\d+:\d+ - error: [^]*Nothing was sent\.[^]*terminated with exit code: 1/);
    await workbench.screenshot('task-refused');
    const problems = await workbench.problems();
    await problems.filter({ hasText: 'Browser Sessions' }).first().waitFor();
    assert.equal(await problems.filter({ hasText: 'Browser Sessions' }).count(), 1);
    await workbench.screenshot('task-problems');
    writeFileSync(manifest, good);
  });
});
