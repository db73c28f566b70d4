import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { hostileInputs, layInput, operate, type HostileInput } from './hostile-inputs.mjs';
import type { Problem } from '../../../src/packaging';
import { MAX_PROBLEMS, MAX_PROBLEMS_OF_FILE } from '../../../src/packaging/problem';
import { PATIENCE } from '../../support/until';
import { temporaryFolder } from '../../support/temporary-folder';
import { requires } from '../abilities';

/**
 * How many times more pieces than usual, for inputs that would take minutes if time grew with the square of
 * the pieces.
 */
const TIMES: Readonly<Record<string, number>> = {
  'lines of // before a manifest': 5,
  '/*a behind a manifest': 5,
  'unknown keys': 3,
  'unknown permissions': 6,
  '/*a in an inline script': 4,
  '<!-- in an inline script': 3,
  messages: 4,
  'bad rules': 6,
  'refused rules': 4,
  'newlines in a service worker loader': 5,
  'placeholders of a message': 3,
  '/*a in messages': 5,
};

/** Pieces, more than a file may have problems. */
const ENOUGH = 3 * MAX_PROBLEMS_OF_FILE;
const PACKAGING = 'out/packaging.mjs';

/**
 * At night, of as many pieces as show what grows with their square, and in a process that can be killed whatever it is
 * doing. Else of as many as reach the limits, in this process, whose threads have a deadline.
 */
async function problemsOf(name: string, input: HostileInput): Promise<readonly Problem[]> {
  const folder = temporaryFolder();
  if (!process.env['TEST_NIGHTLY']) {
    const count = Math.min(input.count, Math.max(ENOUGH, Math.round(input.count / 8)));
    return (await operate(path.resolve(PACKAGING), ...layInput(input, count, folder))).problems ?? [];
  }
  const args = layInput(input, input.count * (TIMES[name] ?? 1), folder);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['test/unit/packaging/hostile-run.mjs', PACKAGING, ...args],
    { timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 },
  );
  const { problems }: { problems: readonly Problem[] } = JSON.parse(stdout);
  return problems;
}

/** The largest number of problems in one file, not counting the problem that says how many more there are. */
function mostOfAFile(problems: readonly Problem[]): number {
  const files = problems.filter(({ code }) => code !== 'more-problems').map(({ file }) => file);
  return Math.max(0, ...[...new Set(files)].map((file) => files.filter((each) => each === file).length));
}

describe('An extension that is made to keep us busy is done with, and neither a file nor the folder has too many problems:', () => {
  for (const [name, input] of Object.entries(hostileInputs)) {
    it(name, async function () {
      if (name.includes('link')) requires(this, 'links');
      const problems = await problemsOf(name, input);
      assert.ok(mostOfAFile(problems) <= MAX_PROBLEMS_OF_FILE);
      assert.ok(problems.length <= MAX_PROBLEMS + 1);
      const untold = problems
        .filter(({ code }) => code === 'more-problems')
        .map(({ message }) => Number(message.args[0]));
      assert.deepEqual(
        untold.filter((count) => !(count > 0)),
        [],
      );
    });
  }
});
