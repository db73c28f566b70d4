// npm run bench: prints measurements, compared with other programs where there are any. Only two-windows can fail: it
// also counts requests, and the counts must be correct.
//   npm run bench -- packing                only this benchmark
//   npm run bench -- --quick               each only once and small: whether it still runs
//   npm run bench -- --built               what `npm run build` has built, as it is
//   npm run bench -- --table               writes what people ask into docs/performance.md
//   npm run bench -- packing --before PATH  compared with another checkout's out/packaging.mjs
import { parseArgs } from 'node:util';
import { parts } from './bench/parts.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { exitOnSignals } from './signals.mjs';
import { step } from './step.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    quick: { type: 'boolean' },
    built: { type: 'boolean' },
    table: { type: 'boolean' },
  },
});
/** What the table tells, in its order. */
const TABLE = ['live', 'screen', 'sequence', 'debug', 'agents', 'packing', 'wire', 'tests', 'editor'];
const usual = values.table ? TABLE : Object.keys(parts);
const asked = positionals.length ? positionals : usual;
for (const name of asked)
  if (!Object.hasOwn(parts, name))
    throw new Error(`There is no part "${name}". There are: ${Object.keys(parts).join(', ')}.`);
exitOnSignals();
await ensureDependencies();
if (!values.built) await step('Building', (await import('./build.mjs')).buildAll);
if (values.quick) console.log('\nA quick form: it shows that each benchmark runs. The figures say nothing.');
const rows = [];
for (const name of asked) rows.push(...((await (await parts[name]()).bench(values)) ?? []));
if (values.table) await (await import('./bench/table.mjs')).writeTable(rows);
