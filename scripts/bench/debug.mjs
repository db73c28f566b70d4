// npm run bench -- debug: a page of an extension in a session, near and with a delay on the wire, beside the same
// page in a Chromium that the built-in debugger starts on this machine.
import { availableParallelism, loadavg } from 'node:os';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { median, milliseconds } from './figures.mjs';
import { runInEditor } from './in-editor.mjs';

const PARTS = {
  bound: 'from F5 to the first bound breakpoint',
  hit: 'from a hit to the highlighted line',
  step: 'a step',
};
const LIMIT = 1.3;

export async function bench() {
  const folder = temporaryFolder();
  const start = loadavg()[0].toFixed(1);
  for (const name of amount(['newest', 'oldest'], ['newest'])) {
    const { host, roundTrip, figures } = await step(`Measuring in VS Code (${name})`, async () =>
      runInEditor(name, 'debug', folder.path),
    );
    const { local, near, far } = figures;
    console.log(`\n${host}; load ${start} on ${availableParallelism()} cores; median (fastest to slowest)`);
    for (const [part, what] of Object.entries(PARTS)) {
      const most = LIMIT * median(local[part]);
      const rest = median(far[part]) - median(local[part]);
      console.log(`  ${what}`);
      console.log(`    local, started by the debugger    ${milliseconds(local[part])}`);
      console.log(
        `    in a session                      ${milliseconds(near[part])}, ${(median(near[part]) / median(local[part])).toFixed(2)} × local`,
      );
      console.log(
        `    with ${roundTrip} ms for a round trip      ${milliseconds(far[part])}, local and ${(rest / roundTrip).toFixed(1)} round trips`,
      );
      if (part === 'step')
        console.log(`    aim: ${most.toFixed(1)} ms, and with delay ${(most + 2 * roundTrip).toFixed(1)} ms`);
    }
  }
  folder.remove();
}
