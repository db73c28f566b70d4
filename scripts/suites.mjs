// The suites of the tests: what each is for, what it needs before it can run, and the command that runs it.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEST_LIMIT_MS } from './test-results.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** More tests of one run that pass only at their second try are no chance: it fails. */
export const MAX_UNSTEADY = 3;
/** The cores that a suite keeps busy. More at a time end no sooner, and reach the limits of what is tested. */
const [ONE, ALL] = [1, availableParallelism()];

/**
 * A suite of plain mocha.
 * @param jobs how many files run at a time, each in a process of its own.
 * @param cores how many they keep busy together.
 * @param also the tests of these suites too.
 * @param by the script that runs mocha.
 */
function mocha(name, { jobs = 1, cores = jobs, also = [], by = [] } = {}) {
  const folder = path.join(root, 'out/test', name);
  const all = [name, ...also].map((suite) => `out/test/${suite}/**/*.test.mjs`);
  return {
    folder,
    cores,
    /**
     * The command that runs it.
     * @param grep a regular expression: only the tests whose titles match.
     * @param file only this one.
     */
    command: ({ grep, file }) => [
      ...by,
      'node_modules/mocha/bin/mocha.js',
      '--reporter',
      'scripts/mocha-reporter.mjs',
      '--require',
      'out/test/support/temporary-folder.mjs',
      '--timeout',
      `${TEST_LIMIT_MS}`,
      '--no-color',
      ...(jobs > 1 && !file ? ['--parallel', '--jobs', `${jobs}`] : []),
      ...(process.env.CI ? ['--forbid-only'] : []),
      ...(grep ? ['--grep', grep] : []),
      ...(file ? [file] : all),
    ],
  };
}

const editor = (host) => ({
  folder: path.join(root, 'out/test/editor'),
  cores: ONE,
  command: () => ['scripts/editor-tests.mjs', host],
});

const ABOUT_EDITOR = 'what needs the editor, but neither eyes nor hands';

/** For the editor tests, a VS Code named by VSCODE replaces both hosts. */
const editors = () =>
  process.env.VSCODE
    ? { editor: { ...editor('newest'), about: ABOUT_EDITOR, needs: ['chromium'] } }
    : {
        'editor-newest': { ...editor('newest'), about: ABOUT_EDITOR, needs: ['chromium', 'newest'] },
        'editor-oldest': {
          ...editor('oldest'),
          about: 'the same in the oldest VS Code, as far as it can differ there',
          needs: ['chromium', 'oldest'],
        },
      };

/**
 * Each with `about`, what it is for; `needs`, what must be installed; `cores`; `folder`, the built tests; and `command`.
 * As many run at a time as there are cores for, those that take longest first.
 */
export const suites = {
  check: { ...mocha('check'), cores: ALL, about: 'types, style and format, and the rules over the source', needs: [] },
  unit: { ...mocha('unit', { jobs: ALL }), about: 'rules, without the editor or a browser', needs: [] },
  verdicts: {
    ...mocha('verdicts'),
    about: 'our verdict on folders, beside what Chromium said of them',
    needs: [],
  },
  window: {
    ...mocha('window', { cores: ONE }),
    about: 'a VS Code window, driven as a person would',
    needs: ['chromium', 'newest'],
  },
  ...editors(),
  screen: {
    ...mocha('screen', { cores: ONE }),
    about: 'the page of a session’s screen, in a plain Chromium',
    needs: ['chromium'],
  },
  service: {
    ...mocha('service', { jobs: ALL, cores: ONE }),
    about: 'the client and the use cases against the local service, and one that misbehaves',
    needs: ['chromium'],
  },
  windows: {
    ...mocha('windows', { jobs: ALL, also: ['unit'], by: ['scripts/windows-tests.mjs'] }),
    about: 'the rules and the main job by Windows’ own Node, against a service on Linux',
    needs: ['chromium', 'windows'],
    isNightly: true,
  },
  idle: {
    ...mocha('idle'),
    // It waits.
    cores: 0,
    about: 'a window that nobody touches for ten minutes: it must ask for nothing',
    needs: ['chromium', 'newest'],
    isNightly: true,
  },
  bench: {
    ...mocha('bench'),
    cores: ALL,
    about: 'whether each benchmark still runs, in its quick form',
    needs: ['chromium', ...(process.env.VSCODE ? [] : ['newest', 'oldest'])],
    isNightly: true,
  },
  pictures: {
    ...mocha('pictures'),
    about: 'no test: the pictures of README, docs and walkthrough',
    needs: ['chromium', 'newest'],
    // It writes into media.
    isOnlyNamed: true,
  },
};

/**
 * The suites with these names, in their own order; `editor` means all editor suites. Without names: those of
 * `npm test`, or all of them.
 */
export function suitesNamed(names, { nightly }) {
  const all = Object.keys(suites);
  const isNamed = (suite) => names.some((name) => suite === name || suite.startsWith(`${name}-`));
  for (const name of names)
    if (!all.some((suite) => suite === name || suite.startsWith(`${name}-`)))
      throw new Error(`There is no suite "${name}". There are: ${all.join(', ')}.`);
  const isUsual = ({ isNightly, isOnlyNamed }) => !isOnlyNamed && (nightly || !isNightly);
  return all.filter((suite) => (names.length > 0 ? isNamed(suite) : isUsual(suites[suite])));
}

/** Whether the suite has a test that can run. */
export function hasTests(suite) {
  return (
    existsSync(suite.folder) &&
    readdirSync(suite.folder, { recursive: true }).some((file) => /\.test\.[cm]js$/.test(file))
  );
}
