// A process of the wire bench. `wire-process.mjs nothing` only starts; `wire-process.mjs ours URL click SESSION` clicks once and
// ends, `… upload SESSION ZIP` uploads once; with no operation it does what its parent asks, again and again.
import { callers } from './wire-callers.mjs';

const [who, url, operation, session, zip] = process.argv.slice(2);

const work = {
  click: (caller, { session: id }, turn) => caller.click(id, { x: 10 + (turn % 500), y: 10 }),
  upload: (caller, { session: id, zip: file }, turn) => caller.upload(id, `wire-${turn}`, file),
};

async function serveParent(caller) {
  let turn = 0;
  process.on('message', async (asked) => {
    const start = performance.now();
    for (let time = 0; time < (asked.times ?? 1); time++) await work[asked.operation](caller, asked, turn++);
    process.send({ ms: (performance.now() - start) / (asked.times ?? 1), maxRSS: process.resourceUsage().maxRSS });
  });
  process.send('ready');
}

if (who !== 'nothing') {
  const caller = await callers[who](url);
  if (operation) await work[operation](caller, { session, zip }, 0);
  else await serveParent(caller);
}
