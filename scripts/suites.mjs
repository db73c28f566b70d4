// The suites of `npm test`: what each needs before it can run, and the command that runs it.
import { readdirSync, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** One test file after another; `parallel`: as many at a time as there are cores, each in its own process. */
function mocha(name, timeout, { parallel = false } = {}) {
  const files = `out/test/${name}/**/*.test.mjs`;
  return {
    files: path.join(root, 'out/test', name),
    command: () => [
      'node_modules/mocha/bin/mocha.js',
      '--reporter',
      'scripts/mocha-reporter.mjs',
      '--timeout',
      `${timeout}`,
      '--no-color',
      ...(parallel ? ['--parallel', '--jobs', `${availableParallelism()}`] : []),
      ...(process.env.CI ? ['--forbid-only'] : []),
      ...(process.env.GREP ? ['--grep', process.env.GREP] : []),
      files,
    ],
  };
}

const editor = (host) => ({
  files: path.join(root, 'out/test/editor'),
  command: () => ['scripts/editor-tests.mjs', host],
});

/** For the editor tests, a VS Code named by VSCODE replaces both hosts. */
const editors = () =>
  process.env.VSCODE
    ? { editor: { ...editor('newest'), needs: [] } }
    : {
        'editor-newest': { ...editor('newest'), needs: ['newest'] },
        'editor-oldest': { ...editor('oldest'), needs: ['oldest'] },
      };

export const suites = {
  unit: { ...mocha('unit', 60_000, { parallel: true }), needs: [] },
  verdicts: { ...mocha('verdicts', 60_000), needs: [] },
  service: { ...mocha('service', 120_000, { parallel: true }), needs: [] },
  ...editors(),
  window: { ...mocha('window', 180_000), needs: ['newest'] },
  // Ten minutes in which nothing happens: the other suites run meanwhile.
  idle: { ...mocha('idle', 900_000), needs: ['newest'], runsBeside: true },
};

/** The suites with these names, in their own order; `editor` means all editor suites. Without names: all suites. */
export function suitesNamed(names) {
  const all = Object.keys(suites);
  for (const name of names)
    if (!all.some((suite) => suite === name || suite.startsWith(`${name}-`)))
      throw new Error(`There is no suite "${name}". There are: ${all.join(', ')}.`);
  return names.length
    ? all.filter((suite) => names.some((name) => suite === name || suite.startsWith(`${name}-`)))
    : all;
}

export function hasTests(suite) {
  return (
    existsSync(suite.files) &&
    readdirSync(suite.files, { recursive: true }).some((file) => /\.test\.[cm]js$/.test(file))
  );
}
