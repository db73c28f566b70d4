// Writes docs/performance.md: what a person would ask, beside who else does the job.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../chromium.mjs';

const FILE = path.resolve(import.meta.dirname, '../../docs/performance.md');

/** @param rows what is measured, our figure, and those of others by their names; undefined where one wasn't there. */
export async function writeTable(rows) {
  const chromium = execFileSync(await ensureChromium(), ['--version'], { encoding: 'utf8' }).trim();
  const [{ model }] = cpus();
  const machine = `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, Node ${process.version}, ${chromium}`;
  const date = new Date().toLocaleDateString('en', { dateStyle: 'long' });
  const lines = rows.map(({ what, ours, others }) => {
    const theirs = Object.entries(others).flatMap(([name, figure]) => (figure ? [`${name}: ${figure}`] : []));
    return `| ${what} | ${ours} | ${theirs.join('<br>')} |`;
  });
  fs.writeFileSync(
    FILE,
    `# Performance

| what | Browser Sessions | for comparison |
|---|---|---|
${lines.join('\n')}

Each figure is a median. The programs took turns, so that each had the same machine, with sessions of the local service
on it. A service elsewhere adds its round trips.

Measured on ${date}: ${machine}. ${loadNote()}
\`npm run bench -- --table\` measures it again, and writes this page.
`,
  );
}

/** What else ran makes all of them slower. */
function loadNote() {
  const load = loadavg()[2];
  return load > 2 * cpus().length
    ? `Other programs kept the machine busy (a load of ${load.toFixed(0)}), so the figures compare, but none is the best possible.`
    : `The load was ${load.toFixed(1)}.`;
}
