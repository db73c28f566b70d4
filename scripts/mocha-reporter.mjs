// Mocha's spec reporter, and at the end the counts in the file that TEST_RESULTS names.
import fs from 'node:fs';
import Mocha from 'mocha';

export default class CountingSpec extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      if (!process.env.TEST_RESULTS) return;
      const { passes, failures, pending } = runner.stats;
      fs.writeFileSync(
        process.env.TEST_RESULTS,
        JSON.stringify({ passed: passes, failed: failures, skipped: pending }),
      );
    });
  }
}
