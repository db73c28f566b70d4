// A process of the wire benchmark. `wire-process.mjs nothing` only starts; `wire-process.mjs ours URL click SESSION`
// clicks once and ends; `… upload SESSION ZIP` uploads once. Without an operation it runs what its parent requests,
// repeatedly.
import { on } from 'node:events';
import fs from 'node:fs';
import { callers } from './wire-callers.mjs';

const [who, url, operation, session, zip] = process.argv.slice(2);

const work = {
  click: (caller, { session: id }, turn) => caller.click(id, { x: 10 + (turn % 500), y: 10 }),
  upload: (caller, { session: id, zip: file }, turn) => caller.upload(id, `wire-${turn}`, file),
};

async function* asked() {
  process.send('ready');
  for await (const [message] of on(process, 'message')) yield message;
}

async function serveParent(caller) {
  let turn = 0;
  let bytes;
  for await (const { operation: wanted, times, session: id, zip: file } of asked()) {
    // An editor that has packed a folder has the zip in memory.
    if (file) bytes ??= fs.readFileSync(file);
    const what = { session: id, zip: bytes };
    const start = performance.now();
    for (let time = 0; time < times; time++) await work[wanted](caller, what, turn++);
    process.send({ ms: (performance.now() - start) / times });
  }
}

if (who !== 'nothing') {
  const caller = await callers[who](url);
  if (operation) await work[operation](caller, { session, zip }, 0);
  else await serveParent(caller);
}
