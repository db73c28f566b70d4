// npm run watch: builds what the editor loads for development, not minified and with source maps, and again after each
// change. The background task of .vscode/tasks.json reads the lines that it prints.
import { ensureDependencies } from './dependencies.mjs';

await ensureDependencies();
const { context } = await import('esbuild');
const { productBuilds } = await import('./build.mjs');

let building = 0;
let failed = false;
const tell = {
  name: 'tell',
  setup: ({ onStart, onEnd }) => {
    onStart(() => {
      if (building === 0) {
        failed = false;
        console.log('Building …');
      }
      building += 1;
    });
    onEnd(({ errors }) => {
      building -= 1;
      failed ||= errors.length > 0;
      if (building === 0) console.log(failed ? 'Built, with errors.' : 'Built.');
    });
  },
};

for (const options of productBuilds({ development: true })) {
  await (await context({ ...options, plugins: [...(options.plugins ?? []), tell] })).watch();
}
