// A process of the hostile benchmark: `hostile-run.mjs PACKAGING FOLDER DOES WORDS` runs the operation once, and prints
// the result as JSON.
import { operate } from './hostile-inputs.mjs';

const [packaging, folder, does, words] = process.argv.slice(2);
const start = performance.now();
const cpu = process.cpuUsage();
const { problems = [], failed } = await operate(packaging, folder, does, words).catch((error) => ({
  failed: `${error.name}: ${error.message}`,
}));
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
