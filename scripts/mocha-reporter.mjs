// Mocha's spec reporter, which at the end also writes the counts to the file that TEST_RESULTS names.
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
