// `hostile-run.mjs PACKAGING FOLDER DOES WORDS` runs the operation once, and prints the problems as JSON.
import { operate } from './hostile-inputs.mjs';

const [packaging, folder, does, words] = process.argv.slice(2);
const { problems = [], failed } = await operate(packaging, folder, does, words).catch((error) => ({
  failed: `${error.name}: ${error.message}`,
}));
// Exit explicitly: idle threads would otherwise stay alive for a while.
process.stdout.write(JSON.stringify({ problems: problems.slice(0, 2000), failed }), () => process.exit(failed ? 1 : 0));
