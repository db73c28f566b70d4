// A process of the wire benchmark, `wire-process.mjs ours URL`: it runs what its parent requests, repeatedly.
import { on } from 'node:events';
import fs from 'node:fs';
import { callers } from './wire-callers.mjs';

const [who, url] = process.argv.slice(2);

const work = {
  click: (caller, turn) => caller.click('any', { x: 10 + (turn % 500), y: 10 }),
  upload: (caller, turn, zip) => caller.upload('any', `wire-${turn}`, zip),
};

async function* asked() {
  process.send('ready');
  for await (const [message] of on(process, 'message')) yield message;
}

const caller = await callers[who](url);
let turn = 0;
for await (const { operation, times, zip } of asked()) {
  // An editor that has packed a folder has the zip in memory.
  const bytes = zip && fs.readFileSync(zip);
  const start = performance.now();
  for (let time = 0; time < times; time++) await work[operation](caller, turn++, bytes);
  process.send({ ms: (performance.now() - start) / times });
}
