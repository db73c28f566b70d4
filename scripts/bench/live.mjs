// npm run bench -- live: from the write of one changed file to the new version running, on the local service. Upload
// Again and the bare reload of the same folder take turns; so do Watch and `web-ext run --target chromium`. Then what a
// change sends.
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureChromium } from '../chromium.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { about, median, milliseconds } from './figures.mjs';
import { writeExtension } from './folders.mjs';
import { startMarks } from './marks.mjs';
import { startRealService } from './service.mjs';
import { installWebExt, runWebExt } from './web-ext.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(30, 2);
const FULL_ROUNDS = amount(5, 1);
/** Milliseconds that a watched folder has to be quiet after a single file was saved. */
const QUIET = 25;

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const ratio = (values, to) => (median(values) / median(to)).toFixed(2);
const load = () => `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;

export async function bench() {
  const { openLoop, CountingProxy } = await import(pathToFileURL(path.join(root, 'out/test/bench/live.mjs')).href);
  const temporary = temporaryFolder();
  const webExt = await installWebExt(path.join(temporary.path, 'web-ext'));
  const [service, marks] = [await startRealService(), await startMarks()];
  const proxy = await CountingProxy.start(service.url);
  const extension = writeFolder(path.join(temporary.path, 'extension'), marks);
  const { token, session } = service;
  const loop = openLoop({ url: service.url, token, session, folder: extension.folder });
  try {
    const full = [];
    for (let round = 0; round < FULL_ROUNDS; round++) full.push(await timed(() => loop.upload(`bench-${round}`)));
    const again = await takeTurns(loop, extension, full);
    const other = webExt && writeFolder(path.join(temporary.path, 'other'), marks);
    const saved = await watching(loop, extension, webExt && { webExt, other }, again);
    const sent = await wire(proxy, openLoop, { token, session: await service.openSession() }, extension);
    return [
      {
        what: 'From saving one of 300 files to the new worker, while the folder is watched',
        ours: about(saved.ours),
        others: { 'web-ext run': saved.theirs && about(saved.theirs) },
      },
      {
        what: '*Upload Again* after a change of one file of 300',
        ours: about(again.ours),
        others: { 'upload of the whole folder': about(full) },
      },
      { what: 'What it sends then, in both directions', ours: `${(sent / 1000).toFixed(1)} kB`, others: {} },
    ];
  } finally {
    loop.close();
    marks.stop();
    await proxy.stop();
    await service.stop();
    temporary.remove();
  }
}

/** An extension whose worker reports that it has started. */
function writeFolder(folder, marks) {
  writeExtension(folder, { files: 299, bytes: 3e6, seed: 1 });
  const manifest = { manifest_version: 3, name: 'Bench', version: '1', background: { service_worker: 'worker.js' } };
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  const change = (mark) =>
    fs.writeFileSync(path.join(folder, 'worker.js'), `console.log('${mark}'); ${marks.worker(mark)}`);
  change('first');
  return { folder, change, ...marks };
}

async function takeTurns(loop, { change, reported, worker }, full) {
  const [again, runs, bare, bareRuns, bytes] = [[], [], [], [], []];
  const start = load();
  const copy = path.join(await loop.place(), 'worker.js');
  for (let round = 1; round <= ROUNDS; round++) {
    change(`again-${round}`);
    const began = performance.now();
    const running = reported(`again-${round}`).then(() => runs.push(performance.now() - began));
    again.push(await timed(async () => bytes.push(await loop.again())));
    await running;
    fs.writeFileSync(copy, worker(`bare-${round}`));
    const bareBegan = performance.now();
    bare.push(await timed(() => loop.bare()));
    await reported(`bare-${round}`);
    bareRuns.push(performance.now() - bareBegan);
  }
  console.log(`\nOne changed file of 300, ${ROUNDS} rounds; median (fastest to slowest); ${start}, then ${load()}`);
  console.log(`  Upload Again                          ${milliseconds(again)}, ${Math.max(...bytes)} bytes of zip`);
  console.log(`  the bare reload of the folder         ${milliseconds(bare)}`);
  console.log(`  until the new worker, Upload Again    ${milliseconds(runs)}`);
  console.log(`  until the new worker, bare reload     ${milliseconds(bareRuns)}`);
  console.log(`  a full upload with restart            ${milliseconds(full)}, ${FULL_ROUNDS} rounds`);
  console.log(`  Upload Again is ${ratio(again, bare)} × the bare reload, ${ratio(again, full)} × the full upload`);
  return { ours: again };
}

/** Both from the write to the new worker. Without web-ext, Watch alone. */
async function watching(loop, extension, rival, again) {
  const [watched, reloaded] = [[], []];
  const start = load();
  const stopWatching = loop.watch();
  const stopRival = rival && runWebExt(rival.webExt, rival.other.folder, await ensureChromium());
  try {
    // Both upload or load what is there at their start.
    if (rival) await rival.other.reported('first');
    await settle(extension, 'watch');
    if (rival) await settle(rival.other, 'web-ext');
    for (let round = 1; round <= ROUNDS; round++) {
      watched.push(await untilReported(extension, `watch-${round}`));
      if (rival) reloaded.push(await untilReported(rival.other, `web-ext-${round}`));
    }
  } finally {
    stopWatching();
    await stopRival?.();
  }
  console.log(`\nFrom the write to the new worker, ${ROUNDS} rounds; ${start}, then ${load()}`);
  console.log(`  Watch, with its ${QUIET} ms of quiet        ${milliseconds(watched)}`);
  console.log(
    `  Watch less quiet and Upload Again     ${(median(watched) - QUIET - median(again.ours)).toFixed(1)} ms`,
  );
  if (!rival) return { ours: watched };
  console.log(`  web-ext run --target chromium         ${milliseconds(reloaded)}`);
  console.log(`  Watch is ${ratio(watched, reloaded)} × web-ext run`);
  return { ours: watched, theirs: reloaded };
}

const untilReported = ({ change, reported }, mark) =>
  timed(() => {
    change(mark);
    return reported(mark);
  });

/** A watcher may start late: changes the file until one change is noticed. */
async function settle({ change, reported }, name) {
  for (let number = 0; ; number++) {
    change(`${name}-settle-${number}`);
    const noticed = reported(`${name}-settle-${number}`).then(() => true);
    if (await Promise.race([noticed, new Promise((resolve) => setTimeout(resolve, 3000))])) return;
    noticed.catch(() => {});
  }
}

/** All bytes of the connections to a service, over connections that are open already. */
async function wire(proxy, openLoop, { token, session }, { folder, change }) {
  const loop = openLoop({ url: proxy.url, token, session, folder });
  await loop.upload('wire');
  change('wire-first');
  await loop.again();
  const before = proxy.bytes;
  proxy.breakAt(() => undefined);
  change('wire-second');
  const zip = await loop.again();
  const calls = proxy.calls.map(({ name }) => name);
  console.log(`\nOn the wire for a change of one line, headers and frames included`);
  const sent = proxy.bytes - before;
  console.log(`  ${sent} bytes in both directions, ${zip} of them the zip; ${calls.length} calls:`);
  console.log(`  ${calls.join(', ')}`);
  loop.close();
  return sent;
}
