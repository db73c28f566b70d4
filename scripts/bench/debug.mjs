// npm run bench -- debug: a page of an extension in a session, near and with a delay on the wire, beside the same
// page in a Chromium that the built-in debugger starts on this machine.
import { availableParallelism, loadavg } from 'node:os';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { about, median, milliseconds } from './figures.mjs';
import { runInEditor } from './in-editor.mjs';

const PARTS = {
  bound: 'from F5 to the first bound breakpoint',
  hit: 'from a hit to the highlighted line',
  step: 'a step',
};

export async function bench() {
  const folder = temporaryFolder();
  const start = loadavg()[0].toFixed(1);
  const { host, roundTrip, figures } = await step('Measuring in VS Code', async () =>
    runInEditor('newest', 'debug', folder.path),
  );
  folder.remove();
  const { local, near, far } = figures;
  console.log(`\n${host}; load ${start} on ${availableParallelism()} cores; median (fastest to slowest)`);
  for (const [part, what] of Object.entries(PARTS)) {
    const rest = median(far[part]) - median(local[part]);
    console.log(`  ${what}`);
    console.log(`    local, started by the debugger    ${milliseconds(local[part])}`);
    console.log(
      `    in a session                      ${milliseconds(near[part])}, ${(median(near[part]) / median(local[part])).toFixed(2)} × local`,
    );
    console.log(
      `    with ${roundTrip} ms for a round trip      ${milliseconds(far[part])}, local and ${(rest / roundTrip).toFixed(1)} round trips`,
    );
  }
  return [
    {
      what: 'A step of the debugger in a page of an extension',
      ours: about(near.step),
      others: { 'VS Code’s own, in a browser of this machine': about(local.step) },
    },
  ];
}
