// npm run bench -- editor: start-up time in the editor, sizes, duration of an upload, memory.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { median, megabytes, milliseconds } from './figures.mjs';
import { writeExtension } from './folders.mjs';
import { runInEditor } from './in-editor.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const RUNS = amount(3, 1);

const size = (file) => fs.statSync(path.join(root, file)).size;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

function print(runs) {
  const uploads = runs.flatMap((run) => run.uploads);
  const commands = uploads.map(({ command }) => command);
  console.log(`\n${runs[0].host}, ${runs.length} starts`);
  console.log(
    `  activation: load, activate ${['load', 'activate'].map((part) => milliseconds(runs.map((run) => run.activation[part]).filter((time) => time !== null))).join(', ')}`,
  );
  console.log(`    between the editor's marks of it        ${milliseconds(runs.map((run) => run.activation.marked))}`);
  console.log(
    `    files of ours that are loaded then      ${runs[0].loaded.map((file) => `${path.basename(file)} ${kilobytes(size(file))}`).join(', ')}`,
  );
  console.log(`  upload of the sample, command to 201      ${milliseconds(commands)}`);
  console.log(`  the same zip by the built-in fetch        ${milliseconds(uploads.map((upload) => upload.fetch))}`);
  console.log(
    `  ratio of the two, pair by pair            ${median(uploads.map(({ command, fetch }) => command / fetch)).toFixed(2)}`,
  );
  printPauses(runs.flatMap(({ pauses }) => pauses));
  console.log(
    `  extension host before, activated, peak    ${['before', 'activated', 'peak'].map((at) => megabytes(median(runs.map((run) => run.memory[at])))).join(', ')}`,
  );
}

function printPauses(pauses) {
  console.log('  longest pause with 10,000 files of 50 MB, and longest work of its own thread in one');
  for (const [name, key] of [
    ['inspection', 'inspect'],
    ['packing', 'pack'],
    ['packing by another process', 'packElsewhere'],
    ['one second in which nothing is done', 'idle'],
  ]) {
    const figures = ['late', 'ran'].map((what) => milliseconds(pauses.map((round) => round[key][what])));
    console.log(`    ${name.padEnd(40)}${figures.join(', ')}`);
  }
}

export async function bench() {
  await (await import('../package.mjs')).packageExtension();
  const folder = temporaryFolder();
  const many = path.join(folder.path, 'many');
  const written = amount({ files: 10_000, bytes: 50e6 }, { files: 200, bytes: 1e6 });
  await step(`Writing ${written.files} files`, () => writeExtension(many, { ...written, seed: 3 }));
  const measured = {};
  for (const host of amount(['newest', 'oldest'], ['newest'])) {
    measured[host] = [];
    for (let run = 1; run <= RUNS; run++)
      await step(`Measuring in VS Code (${host}), start ${run} of ${RUNS}`, () =>
        measured[host].push(runInEditor(host, 'editor', folder.path, { BENCH_FOLDER: many })),
      );
  }
  folder.remove();
  for (const runs of Object.values(measured)) print(runs);
  console.log(
    `\ndist/browser-sessions.vsix ${kilobytes(size('dist/browser-sessions.vsix'))}, dist/extension.js ${kilobytes(size('dist/extension.js'))}`,
  );
}
