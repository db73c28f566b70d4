// A process of the benchmark of tests: `tests-run.mjs SERVICE AMOUNT`, both JSON, prints what was measured as JSON.
import { runWaiting } from '../../out/test/bench/tests.mjs';

const [service, amount] = process.argv.slice(2).map((each) => JSON.parse(each));
process.stdout.write(JSON.stringify(await runWaiting(service, amount)), () => process.exit());
