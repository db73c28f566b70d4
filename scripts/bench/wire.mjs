// npm run bench -- wire: a click and an upload of 20 MB by our client, by the official SDK and by curl, in turn. To a plain
// server that answers immediately, which shows the cost of the client.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { about, median, milliseconds } from './figures.mjs';

const ROUNDS = amount(15, 1);
/** Of the file that is uploaded, which does not compress. */
const BYTES = 20e6;
/** Clicks in one round, one after another over a kept connection. */
const BATCH = amount(200, 5);

function answer(child) {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the bench ended too early'));
    child.once('exit', gone).once('message', (told) => {
      child.off('exit', gone);
      resolve(told);
    });
  });
}

async function start(script, ...args) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { child, said: await answer(child) };
}

/** A Node process that stays alive and runs what it is told to. */
async function startCaller(who, url) {
  const { child } = await start('wire-process.mjs', who, url);
  return {
    measure: async (what) => {
      child.send(what);
      return (await answer(child)).ms;
    },
    stop: () => child.kill(),
  };
}

/** curl does not stay running. Its own clock leaves out the start and the end of its process. */
function curlCaller(url) {
  return {
    measure: async ({ operation, zip }) => {
      const body = zip
        ? ['-F', 'extensions[0][name]=wire-curl', '-F', `extensions[0][zip_file]=@${zip}`]
        : ['--json', '{"x":10,"y":10}'];
      const place = { click: 'computer/click_mouse', upload: 'extensions' }[operation];
      const child = spawn('curl', ['-sS', '--fail', '-w', '%{time_total}', ...body, `${url}/browsers/any/${place}`]);
      const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
      if (child.exitCode !== 0) throw new Error(`curl ended with ${child.exitCode}`);
      return Number(said) * 1000;
    },
    stop: () => {},
  };
}

export async function bench() {
  const temporary = temporaryFolder();
  const zip = path.join(temporary.path, 'wire.zip');
  fs.writeFileSync(zip, randomBytes(BYTES));
  const server = await start('wire-server.mjs');
  const { url } = server.said;
  const callers = {
    ours: await startCaller('ours', url),
    'the official SDK': await startCaller('sdk', url),
    curl: curlCaller(url),
  };
  const rows = [];
  console.log(
    `\nThe wire. Median (fastest to slowest), ${ROUNDS} rounds; ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`,
  );
  for (const { what, ...request } of [
    { what: 'A click, as a request', operation: 'click', times: BATCH },
    { what: 'An upload of 20 MB, as a request', operation: 'upload', times: 1, zip },
  ]) {
    const times = Object.fromEntries(Object.keys(callers).map((name) => [name, []]));
    // The first of a process loads its code.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, { measure }] of Object.entries(callers)) {
        const time = await measure(request);
        if (round > 0) times[name].push(time);
      }
    console.log(`  ${what}`);
    for (const [name, all] of Object.entries(times))
      console.log(
        `    ${name.padEnd(34)}${milliseconds(all)}, ${(median(all) / median(times.ours)).toFixed(2)} × ours`,
      );
    const [own, ...others] = Object.entries(times).map(([name, all]) => [name, about(all)]);
    rows.push({ what, ours: own[1], others: Object.fromEntries(others) });
  }
  for (const { stop } of Object.values(callers)) stop();
  server.child.kill();
  temporary.remove();
  return rows;
}
