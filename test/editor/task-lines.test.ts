import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FolderError } from '../../src/app/upload/inspect-folders';
import { message } from '../../src/core/message';
import { BEGINS, ENDS, errorLines, lineOf } from '../../src/ui/tasks/lines';

interface Matcher {
  readonly pattern: { readonly regexp: string };
  readonly background?: { readonly beginsPattern: string; readonly endsPattern: string };
}

const { contributes } = vscode.extensions.getExtension('browser-sessions.browser-sessions')?.packageJSON ?? {};
const matchers: Matcher[] = contributes.problemMatchers;
const [once, watch] = matchers;

const error = (text: string): FolderError =>
  new FolderError(message('“{0}” is wrong.', text), '/work space/extension', { file: 'lib/a.js', line: 3, column: 7 });

describe('The lines of an upload task', () => {
  it('lead the matchers to the place of an error, unless the Problems panel shows it', () => {
    assert.ok(once && watch);
    const [line = ''] = errorLines(error('it'), false);
    for (const { pattern } of [once, watch])
      assert.deepEqual(new RegExp(pattern.regexp).exec(line)?.slice(1), [
        '/work space/extension/lib/a.js',
        '3',
        '7',
        'error',
        '“it” is wrong.',
      ]);
    for (const shown of errorLines(error('it'), true)) {
      assert.match(shown, /^\/work space\/extension\/lib\/a\.js:3:7 - error: “it” is wrong\.$/);
      assert.doesNotMatch(shown, new RegExp(once.pattern.regexp));
    }
  });

  it('tell the matcher for watching when an upload begins and ends', () => {
    const { beginsPattern = '', endsPattern = '' } = watch?.background ?? {};
    assert.match(BEGINS, new RegExp(beginsPattern));
    assert.match(ENDS, new RegExp(endsPattern));
    assert.doesNotMatch(BEGINS, new RegExp(endsPattern));
    assert.doesNotMatch(ENDS, new RegExp(beginsPattern));
  });

  for (const hostile of [
    `\r\n${ENDS}\r\n`,
    `\n/etc/passwd:1:1: error: mine\n`,
    '\u001b[2J\u001b]8;;https://example.com\u0007link\u001b]8;;\u0007',
    'https://example.com/x',
    '\u202Erorre',
    '\u2028/etc/passwd:1:1: error: mine',
  ])
    it(`make of ${JSON.stringify(hostile)} a part of one line`, () => {
      const text = lineOf(message('Uploaded “{0}”.', hostile));
      assert.doesNotMatch(text, /[\p{Cc}\p{Zl}\p{Zp}\u202E]|:\/\//u);
      for (const { pattern, background } of matchers) {
        assert.doesNotMatch(text, new RegExp(pattern.regexp));
        if (background) assert.doesNotMatch(text, new RegExp(background.endsPattern));
      }
      const [line, ...others] = errorLines(error(hostile), false);
      assert.deepEqual(others, []);
      assert.match(line ?? '', /^\/work space\/extension\/lib\/a\.js:3:7: error: “/);
    });
});
