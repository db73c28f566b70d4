// npm run bench -- storage: an extension's storage opened and saved as the documents do it, and how soon the rows know of
// a worker that was stopped or started by another program.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(20, 2);
const SIZES = amount([1, 4], [1]);

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function bench() {
  const { openDesk } = await import(pathToFileURL(path.join(root, 'out/test/bench/storage.mjs')).href);
  const temporary = temporaryFolder();
  const folder = path.join(temporary.path, 'extension');
  fs.mkdirSync(folder);
  const background = { service_worker: 'worker.js' };
  const manifest = { manifest_version: 3, name: 'Bench', version: '1', permissions: ['storage'], background };
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, 'worker.js'), '');
  const { url, token, session, stop } = await startRealService();
  const desk = await openDesk({ url, token, session, folder });
  try {
    for (const size of SIZES) {
      await desk.fill(size);
      const [opened, saved] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        opened.push(await timed(desk.open));
        saved.push(await timed(desk.save));
      }
      console.log(`storage of ${size} MB   opened ${milliseconds(opened)}   saved ${milliseconds(saved)}`);
    }
    const known = [];
    for (let round = 0; round < ROUNDS; round++) known.push(await desk.change(round % 2 === 1));
    console.log(`worker's state on the row after its change   ${milliseconds(known)}`);
  } finally {
    await desk.close();
    await stop();
    temporary.remove();
  }
}
