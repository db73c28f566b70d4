import assert from 'node:assert/strict';
import { logLine, logStack } from '../../../src/core/log-line';

describe('A line of the log', () => {
  it('stays one line, whatever is in it: what begins a line, or colors one, is told as an escape', () => {
    assert.equal(
      logLine('a\r\n2026-01-01 00:00:00.000 [error] forged\u001b[31m\u0085\u2028b\tc'),
      'a\\r\\n2026-01-01 00:00:00.000 [error] forged\\u001b[31m\\u0085\\u2028b\\tc',
    );
  });

  it('has no address that the Output panel makes a link of', () => {
    for (const text of ['https://example.com', 'file:///etc/passwd', 'HTTP://example.com'])
      assert.doesNotMatch(logLine(text), /:\/\//);
  });

  it('has nothing that turns the direction of reading', () => assert.equal(logLine('a\u202eb'), 'ab'));

  it('is cut', () => {
    assert.equal(logLine('x'.repeat(10_000_000)).length, 2000);
    assert.equal(logLine('\n'.repeat(10_000_000)).length, 2000);
    assert.equal(logLine('👍'.repeat(10_000)), `${'👍'.repeat(999)}…`);
    for (const length of [1999, 2000]) assert.equal(logLine('x'.repeat(length)), 'x'.repeat(length));
  });
});

describe('The stack of an unexpected error in the log', () => {
  it('has its message on one line, and the others indented', () => {
    const error = Object.assign(new Error('first\n2026-01-01 [error] forged'), {
      stack: 'Error: first\n2026-01-01 [error] forged\n    at one (a.js:1:2)\n2026 [error] forged\n    at two',
    });
    assert.equal(
      logStack(error),
      'Error: first\\n2026-01-01 [error] forged\n    at one (a.js:1:2)\n    2026 [error] forged\n    at two',
    );
  });

  it('is that of a real error, with no message too', () => {
    for (const message of ['', 'words', 'two\nlines']) {
      const [first, second, ...others] = logStack(new TypeError(message)).split('\n');
      assert.match(first ?? '', /^TypeError/);
      assert.match(second ?? '', /^ {4}at /);
      assert.ok(others.every((line) => line.startsWith('    at ')));
    }
  });

  it('is told without a stack, and is cut with one that is long', () => {
    const error = new Error('words');
    delete error.stack;
    assert.equal(logStack(error), 'words');
    assert.equal(
      logStack(Object.assign(new Error('words'), { stack: `Error: words${'\nline'.repeat(1_000_000)}` })).split('\n')
        .length,
      31,
    );
  });
});
