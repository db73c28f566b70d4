// npm run bench -- editor: start-up time in the editor, sizes, duration of an upload, memory.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { about, median, megabytes, milliseconds } from './figures.mjs';
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
  console.log(
    `  extension host before, activated, peak    ${['before', 'activated', 'peak'].map((at) => megabytes(median(runs.map((run) => run.memory[at])))).join(', ')}`,
  );
}

export async function bench() {
  await (await import('../package.mjs')).packageExtension();
  const folder = temporaryFolder();
  const runs = [];
  for (let run = 1; run <= RUNS; run++)
    await step(`Measuring in VS Code, start ${run} of ${RUNS}`, () =>
      runs.push(runInEditor('newest', 'editor', folder.path)),
    );
  folder.remove();
  print(runs);
  const [vsix, extension] = ['dist/browser-sessions.vsix', 'dist/extension.js'].map(size);
  console.log(`\ndist/browser-sessions.vsix ${kilobytes(vsix)}, dist/extension.js ${kilobytes(extension)}`);
  const all = runs.map(({ activation: { load, activate } }) => (load ?? 0) + (activate ?? 0));
  return [
    { what: 'Activation of the extension when a window opens', ours: about(all), others: {} },
    { what: 'Download of the extension', ours: megabytes(vsix), others: {} },
  ];
}
