// Mocha's spec reporter, which also writes what the run came to.
import Mocha from 'mocha';
import { writeResults } from './test-results.mjs';

export default class WritingSpec extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    writeResults(runner);
  }
}
