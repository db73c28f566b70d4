// A process of the packing benchmark. `pack.mjs PACKAGING FOLDER ZIP` packs with that out/packaging.mjs; with `figures`
// as a further argument, it prints measurements as JSON.
import fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { longestPause } from './pauses.mjs';

const [packaging, folder, zip, mode] = process.argv.slice(2);
const { inspectExtension, packExtension } = await import(packaging);
const { signal } = new AbortController();

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

/** Milliseconds from the cancellation to the rejection, at several points of the packing. */
async function cancels(inspection) {
  const took = [];
  for (const part of [0, 0.25, 0.5, 0.75]) {
    const controller = new AbortController();
    let cancelled = 0;
    await packExtension(inspection, controller.signal, ({ bytes, totalBytes }) => {
      if (cancelled || bytes < totalBytes * part) return;
      cancelled = performance.now();
      controller.abort();
    }).catch(() => took.push(performance.now() - cancelled));
  }
  return took;
}

/** The time that reading and deflating take on one core, one file after another. */
async function parts({ files }) {
  const read = await timed(() => files.map(({ source }) => fs.readFileSync(source)));
  const shrinking = read.result.filter((_, index) => !/\.(?:png|woff2)$/.test(files[index].path));
  const deflate = await timed(() => shrinking.forEach((content) => deflateRawSync(content)));
  return { read: read.ms, deflate: deflate.ms };
}

async function measure() {
  const {
    late: inspectPause,
    ran: inspectRan,
    result: first,
  } = await longestPause(() => timed(() => inspectExtension(folder, {}, signal)));
  const inspection = first.result;
  await packExtension({ ...inspection, files: inspection.files.slice(0, 1) }, signal);
  const before = process.memoryUsage.rss();
  const {
    late: pause,
    ran: packRan,
    result: pack,
  } = await longestPause(() => timed(() => packExtension(inspection, signal)));
  const memory = process.resourceUsage().maxRSS * 1024 - before;
  const idle = await longestPause(() => setTimeout(pack.ms));
  const again = await timed(() => inspectExtension(folder, {}, signal));
  return {
    inspect: first.ms,
    inspectPause,
    inspectRan,
    excluded: inspection.excluded.length,
    inspectAgain: again.ms,
    pack: pack.ms,
    pause,
    packRan,
    idlePause: idle.late,
    memory,
    zip: pack.result.zip.length,
    cancels: await cancels(inspection),
    ...(await parts(inspection)),
  };
}

if (mode === 'figures') console.log(JSON.stringify(await measure()));
else fs.writeFileSync(zip, (await packExtension(await inspectExtension(folder, {}, signal), signal)).zip);
