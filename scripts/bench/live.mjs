// npm run bench -- live: from the write of one changed file to the new version running, on the local service. Upload
// Again, the bare reload of the same folder, and a full upload take turns in one run.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../temporary.mjs';
import { median, megabytes, milliseconds } from './figures.mjs';
import { writeExtension } from './folders.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = 50;
const FULL_ROUNDS = 5;
const RELOADS = 1000;

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Open files and sockets of a process. */
const openFiles = (pid) => fs.readdirSync(`/proc/${pid}/fd`).length;

export async function bench() {
  const { openLoop } = await import(pathToFileURL(path.join(root, 'out/test/bench/live.mjs')).href);
  const temporary = temporaryFolder();
  const service = await startRealService();
  const folder = path.join(temporary.path, 'extension');
  writeExtension(folder, { files: 300, bytes: 3e6, seed: 1 });
  const file = path.join(folder, 'content.js');
  const change = (number) => fs.writeFileSync(file, `globalThis.change = ${number};\n`);
  change(0);
  const loop = openLoop({ url: service.url, token: service.token, session: service.session, folder });
  try {
    const full = [];
    for (let round = 0; round < FULL_ROUNDS; round++) full.push(await timed(() => loop.upload(`bench-${round}`)));
    await loops(loop, change, full);
    await growth(loop, change, service);
  } finally {
    loop.close();
    await service.stop();
    temporary.remove();
  }
}

async function loops(loop, change, full) {
  const [again, bare, bytes] = [[], [], []];
  for (let round = 1; round <= ROUNDS; round++) {
    change(round);
    again.push(await timed(async () => bytes.push(await loop.again())));
    bare.push(await timed(() => loop.bare()));
  }
  console.log(`One changed file of 300, ${ROUNDS} rounds: median (fastest to slowest)`);
  console.log(`  Upload Again                    ${milliseconds(again)}, ${Math.max(...bytes)} bytes of zip`);
  console.log(`  the bare reload of the folder   ${milliseconds(bare)}`);
  console.log(`  a full upload with restart      ${milliseconds(full)}, ${FULL_ROUNDS} rounds`);
  console.log(
    `  Upload Again takes ${(median(again) / median(bare)).toFixed(1)} × the bare reload, ${(median(again) / median(full)).toFixed(3)} × the full upload`,
  );
}

async function growth(loop, change, service) {
  const measure = async () => ({
    heap: (globalThis.gc?.(), process.memoryUsage().heapUsed),
    service: await service.memory(),
    files: [process.pid, service.pid].map(openFiles),
  });
  const before = await measure();
  for (let round = 1; round <= RELOADS; round++) {
    change(`1${round}`);
    await loop.again();
  }
  const after = await measure();
  console.log(`After ${RELOADS} more reloads`);
  console.log(`  heap here        ${megabytes(before.heap)}, then ${megabytes(after.heap)}`);
  console.log(`  local service    ${JSON.stringify(before.service)}, then ${JSON.stringify(after.service)}`);
  console.log(`  open files       ${before.files.join(' and ')}, then ${after.files.join(' and ')}`);
}
