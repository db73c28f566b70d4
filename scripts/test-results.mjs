// What a mocha run came to, for the launcher: it is in another process, and trusts only the file that TEST_RESULTS names.
import fs from 'node:fs';

/**
 * Milliseconds after which a test is ended: it never would have come to its end. It is no measure of how long one
 * takes, and longer than all that a test waits for.
 */
export const TEST_LIMIT_MS = 300_000;

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A regular expression for the titles of the tests to run again: of a hook, all tests that it is for. */
function again(test) {
  if (test.type !== 'hook') return `^${escaped(test.fullTitle())}$`;
  const title = test.parent?.fullTitle() ?? '';
  return title === '' ? '.' : `^${escaped(title)} `;
}

/** Follows a run, and at its end writes what it came to, with `more` about it. */
export function writeResults(runner, more = {}) {
  const passed = [];
  const failures = [];
  runner.on('pass', (test) => passed.push(test.fullTitle()));
  runner.on('fail', (test, error) => failures.push({ test, error }));
  runner.once('end', () => {
    if (!process.env.TEST_RESULTS) return;
    fs.writeFileSync(
      process.env.TEST_RESULTS,
      JSON.stringify({
        ...more,
        passed,
        skipped: runner.stats.pending,
        // Not before the end: hooks after a test may add to its error.
        failures: failures.map(({ test, error }) => ({
          title: test.fullTitle(),
          message: error instanceof Error ? error.message : `${error?.message ?? error}`,
          file: test.file,
          grep: again(test),
        })),
      }),
    );
  });
}
