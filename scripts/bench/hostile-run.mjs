// A process of the hostile benchmark: `hostile-run.mjs PACKAGING FOLDER DOES WORDS` runs the operation once, and prints
// the result as JSON.
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
const { problems = [], failed } = await work[does]().catch((error) => ({ failed: `${error.name}: ${error.message}` }));
const { user, system } = process.cpuUsage(cpu);
// Exit explicitly: idle threads would otherwise stay alive for a while.
process.stdout.write(
  JSON.stringify({
    ms: performance.now() - start,
    cpu: (user + system) / 1000,
    failed,
    count: problems.length,
    problems: problems.slice(0, 2000),
  }),
  () => process.exit(failed ? 1 : 0),
);
