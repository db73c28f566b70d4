// npm run bench -- wire: a click and an upload of 20 MB by our client, by the official SDK and by curl, in turn.
// Against a plain server that answers immediately, which shows the cost of the client, and against the local service,
// whose Chromium costs more than the transfer.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { printMemory, printOperation } from './wire-print.mjs';
import { canMeasureMemory, peak, run, startPlainServer } from './wire-programs.mjs';
import { BATCH, BYTES, programs, running, withCurl } from './wire-rivals.mjs';
import { startRealService } from './service.mjs';

const ROUNDS = {
  plain: {
    whole: { click: amount(15, 1), upload: amount(9, 1) },
    running: { click: amount(15, 1), upload: amount(15, 1) },
  },
  real: {
    whole: { click: amount(9, 1), upload: amount(3, 1) },
    running: { click: amount(3, 1), upload: amount(3, 1) },
  },
};
const MEMORY_ROUNDS = amount(5, 1);

/** A real extension whose zip does not compress. */
async function writeZip(folder) {
  const { inspectExtension, packExtension } = await import('../../out/packaging.mjs');
  const { signal } = new AbortController();
  const extension = path.join(folder, 'extension');
  fs.mkdirSync(extension);
  fs.writeFileSync(
    path.join(extension, 'manifest.json'),
    JSON.stringify({ manifest_version: 3, name: 'Wire', version: '1' }),
  );
  fs.writeFileSync(path.join(extension, 'noise.png'), randomBytes(BYTES));
  const file = path.join(folder, 'wire.zip');
  fs.writeFileSync(file, (await packExtension(await inspectExtension(extension, {}, signal), signal)).zip);
  return file;
}

/**
 * Runs the operation in a suitable session: an upload gets a session of its own, because each upload makes the next
 * restart slower.
 */
async function inSession(service, session, operation, work) {
  if (operation === 'click') return work(session);
  const own = await service.openSession();
  const result = await work(own);
  await service.endSession(own);
  return result;
}

/**
 * Runs all of them in turn, for that many rounds. Each round starts with another one, so that none always has the same
 * predecessor.
 */
async function inTurn(all, rounds, work) {
  const results = all.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (let place = 0; place < all.length; place++) {
      const index = (place + round) % all.length;
      results[index].push(await work(all[index]));
    }
  return results;
}

async function measureWhole(service, session, operation, zip, rounds) {
  const file = operation === 'upload' ? zip : undefined;
  return inTurn(programs, rounds, ({ start }) =>
    inSession(service, session, operation, (id) => run(start(service.token, service.url, operation, id, file))),
  );
}

async function measureRunning(service, session, operation, zip, rounds) {
  const callers = await Promise.all(running.map(({ open }) => open(service.token, service.url)));
  const what = operation === 'click' ? { operation, times: BATCH } : { operation, times: 1, zip };
  const round = (caller) => inSession(service, session, operation, (id) => caller.ask({ ...what, session: id }));
  const first = await inTurn(callers, 1, round);
  const results = await inTurn(callers, rounds, round);
  for (const caller of callers) caller.stop();
  return { first, results };
}

async function measureService(service, zip, rounds) {
  const session = await service.openSession();
  const measured = {};
  for (const operation of ['click', 'upload'])
    measured[operation] = {
      whole: await measureWhole(service, session, operation, zip, rounds.whole[operation]),
      running: await measureRunning(service, session, operation, zip, rounds.running[operation]),
    };
  return measured;
}

const peaks = (processOf) => inTurn(programs, MEMORY_ROUNDS, (program) => peak(processOf(program)));

async function measureMemory({ url, token }, zip) {
  return {
    idle: await peaks(({ idle }) => idle()),
    click: await peaks(({ start }) => start(token, url, 'click', 'any')),
    upload: await peaks(({ start }) => start(token, url, 'upload', 'any', zip)),
  };
}

export async function bench() {
  const temporary = temporaryFolder();
  const zip = await step('Writing a zip of 20 MB', () => writeZip(temporary.path));
  const [plain, real] = await Promise.all([startPlainServer(), startRealService()]);
  const onPlain = await step('Clicks and uploads, a plain server', () => measureService(plain, zip, ROUNDS.plain));
  const memory = canMeasureMemory && (await step('Memory', () => measureMemory(plain, zip)));
  const onReal = await step('Clicks and uploads, the local service', () => measureService(real, zip, ROUNDS.real));
  plain.stop();
  await real.stop();
  temporary.remove();
  console.log(
    `\nThe wire. Median (range); ratios round by round; SDK with maxRetries 0; ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`,
  );
  if (!withCurl) console.log('  curl is not on this machine (Debian: apt-get install curl): left out.');
  for (const operation of ['click', 'upload']) {
    printOperation(operation, 'to a plain server', onPlain[operation], ROUNDS.plain);
    printOperation(operation, 'to the local service with its Chromium', onReal[operation], ROUNDS.real);
  }
  if (memory) printMemory(memory, MEMORY_ROUNDS);
  else console.log('\nMemory: /usr/bin/time is not on this machine (Debian: apt-get install time): left out.');
}
