// Mocha's spec reporter, which at the end also writes the counts, and what failed, to the file that TEST_RESULTS names.
import fs from 'node:fs';
import Mocha from 'mocha';

export default class CountingSpec extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const failures = [];
    runner.on('fail', (test, error) => failures.push({ title: test.fullTitle(), error }));
    runner.once('end', () => {
      if (!process.env.TEST_RESULTS) return;
      const { passes, failures: failed, pending } = runner.stats;
      fs.writeFileSync(
        process.env.TEST_RESULTS,
        // Not before the end: hooks after a test may add to its error.
        JSON.stringify({
          passed: passes,
          failed,
          skipped: pending,
          failures: failures.map(({ title, error }) => ({ title, message: `${error?.message}` })),
        }),
      );
    });
  }
}
