import assert from 'node:assert/strict';
import { english, message } from '../../../src/core/message';
import type { Problem } from '../../../src/packaging';
import { MAX_PROBLEMS, MAX_PROBLEMS_OF_FILE, limitProblems } from '../../../src/packaging/problem';

const warning = (file: string, line?: number): Problem => ({
  severity: 'warning',
  code: 'url',
  message: message('w'),
  file,
  ...(line !== undefined && { line, column: 1 }),
});
const error = (file: string, line: number): Problem => ({ ...warning(file, line), severity: 'error' });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const last = (problems: readonly Problem[]): Problem => {
  const found = problems.at(-1);
  assert.ok(found);
  return found;
};

describe('Of many problems', () => {
  it('100 of one file are told, in their order', () => {
    const problems = [...many(50, (line) => warning('a', line)), ...many(50, (line) => error('a', line))];
    assert.deepEqual(limitProblems(problems), problems);
  });

  it('more than 100 of one file are cut, and a last one says how many more there are', () => {
    const told = limitProblems([...many(350, (line) => warning('a', line + 1)), warning('b', 1)]);
    assert.deepEqual(
      told.map(({ code, file }) => `${code} ${file}`),
      [...many(MAX_PROBLEMS_OF_FILE, () => 'url a'), 'more-problems a', 'url b'],
    );
    const more = told[MAX_PROBLEMS_OF_FILE];
    assert.ok(more);
    assert.equal(english(more.message), '250 more problems aren’t shown. Fix the others first.');
    assert.equal(more.severity, 'warning');
  });

  it('errors stay before warnings', () => {
    const told = limitProblems([...many(200, (line) => warning('a', line)), error('a', 7), error('a', 8)]);
    assert.deepEqual(
      told.slice(0, 3).map(({ severity, line }) => `${severity} ${line}`),
      ['error 7', 'error 8', 'warning 0'],
    );
    assert.equal(english(last(told).message), '102 more problems aren’t shown. Fix the others first.');
    assert.equal(last(told).severity, 'warning');
  });

  it('the last one is an error where errors are left away, and counts one as one', () => {
    const told = limitProblems(many(101, (line) => error('a', line)));
    assert.equal(last(told).severity, 'error');
    assert.equal(english(last(told).message), '1 more problem isn’t shown. Fix the others first.');
  });

  it('each of which is about a file as a whole, such as links, 100 are told in all', () => {
    const told = limitProblems([...many(300, (index) => warning(`link${index}`)), error('a', 1)]);
    assert.equal(told.length, MAX_PROBLEMS_OF_FILE + 2);
    assert.equal(
      english(told.find(({ code }) => code === 'more-problems')?.message ?? message('')),
      '200 more problems aren’t shown. Fix the others first.',
    );
    assert.ok(told.some(({ severity }) => severity === 'error'));
  });

  it('of many files 1,000 are told in all, and none is missing from the count', () => {
    const told = limitProblems(many(30, (file) => many(200, (line) => warning(`${file}`, line))).flat());
    assert.equal(told.length, MAX_PROBLEMS + 1);
    const counted = told
      .filter(({ code }) => code === 'more-problems')
      .reduce((sum, { message: { args } }) => sum + Number(args[0]), 0);
    assert.equal(counted + told.filter(({ code }) => code !== 'more-problems').length, 6000);
  });
});
