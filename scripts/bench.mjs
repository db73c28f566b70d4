// npm run bench: prints figures, side by side with others where there are others. Only two-windows can fail:
// it counts too, and what it counts has to be right.
//   npm run bench -- packing                just this part
//   npm run bench -- packing --before PATH  beside another checkout's out/packaging.mjs; so too hostile
import { parseArgs } from 'node:util';
import { ensureDependencies } from './dependencies.mjs';
import { exitOnSignals } from './signals.mjs';
import { step } from './step.mjs';

const parts = {
  editor: () => import('./bench/editor.mjs'),
  hostile: () => import('./bench/hostile.mjs'),
  packing: () => import('./bench/packing.mjs'),
  'two-windows': () => import('./bench/two-windows.mjs'),
  wire: () => import('./bench/wire.mjs'),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { before: { type: 'string' } } });
const asked = positionals.length ? positionals : Object.keys(parts);
for (const name of asked)
  if (!Object.hasOwn(parts, name))
    throw new Error(`There is no part "${name}". There are: ${Object.keys(parts).join(', ')}.`);
exitOnSignals();
await ensureDependencies();
const { buildAll } = await import('./build.mjs');
await step('Building', buildAll);
for (const name of asked) await (await parts[name]()).bench(values);
