// A process of the hostile bench: `hostile-run.mjs PACKAGING FOLDER WHAT WORDS` does once what is asked, and tells as JSON how long it took.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packaging, folder, does, words] = process.argv.slice(2);
const { inspectExtension, proposeFolder, findSecrets, placeOf } = await import(pathToFileURL(packaging).href);
const { signal } = new AbortController();
const file = path.join(folder, 'a.js');
const work = {
  inspect: () => inspectExtension(folder, {}, signal),
  propose: () => proposeFolder(folder, signal),
  secrets: () => findSecrets([{ path: 'a.js', source: file, bytes: readFileSync(file).length }], 'salt', signal),
  place: () => placeOf(readFileSync(words, 'utf8'), folder, ['manifest.json'], signal),
};

const start = performance.now();
const cpu = process.cpuUsage();
const took = () => ({ ms: performance.now() - start, cpu: process.cpuUsage(cpu).user / 1000 });
try {
  const result = await work[does]();
  console.log(JSON.stringify({ ...took(), problems: result.problems?.length }));
} catch (error) {
  console.log(JSON.stringify({ ...took(), failed: error.name }));
}
if (!process.execArgv.includes("--cpu-prof")) process.exit();
