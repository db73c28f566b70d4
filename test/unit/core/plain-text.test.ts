import assert from 'node:assert/strict';
import { asPlain, cutPlain, fairShare, firstSentence, joinPlain, plainText } from '../../../src/core/plain-text';

const MANY = 1000;

/**
 * The editor's own patterns for links and icons. Source: linkedText.ts and iconLabels.ts of VS Code 1.100 and 1.139.
 */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /\$\([A-Za-z0-9~-]+\)/;

describe('A text from outside', () => {
  for (const text of [
    'session-1',
    'Zähler für Tabs',
    '日本語の拡張',
    '👩‍👩‍👧 Familie',
    '❤️',
    'क्‍ष',
    'a (b) [c] $d {0} <e> & _f_ **g**',
    '1.2 MB',
    '',
    'C:\\new\\table',
  ]) {
    it(`stays as it is where nothing is wrong with it: ${text}`, () => assert.equal(plainText(text, MANY), text));
  }

  for (const text of [
    '[a](command:x)',
    '[a](command:runCommands?%7B%7D "title")',
    '[a](https://example.com)',
    '[a](file:///etc/passwd)',
    '[a](COMMAND:x)',
    '[[a](command:x)',
    '$(error)',
    '$(sync~spin)',
    '\\$(error)',
    '$$(error)',
    '[$(error)](command:x)',
    ']\u200b(',
    '[a]\u200b(command:x)',
    '$\u2060(error)',
    '$\u202e(error)',
    '[a]\u{e0001}(command:x)',
    '[a]\ufe0f(command:x)',
    '$\u200d(error)',
    '$\u00ad(error)',
  ]) {
    it(`is no link and no icon: ${JSON.stringify(text)}`, () => {
      const shown = plainText(text, MANY);
      assert.doesNotMatch(shown, LINK);
      assert.doesNotMatch(shown, ICON);
    });
  }

  for (const [one, other] of [
    ['[a]', '(command:x)'],
    ['$', '(error)'],
    ['[a', '](command:x)'],
    ['[a]\u200b', '\u200b(command:x)'],
  ] as const) {
    it(`makes none with what stands beside it either: ${one} and ${other}`, () => {
      assert.doesNotMatch(plainText(one, MANY) + plainText(other, MANY), LINK);
      assert.doesNotMatch(plainText(one, MANY) + plainText(other, MANY), ICON);
      assert.doesNotMatch(`[ours]${plainText(other, MANY)}`, LINK);
      assert.doesNotMatch(`$${plainText(other, MANY)}`, ICON);
    });
  }

  it('is one line: what controls or ends a line is a blank', () => {
    assert.equal(plainText('a\r\nb\tc\0d\u001b[31me\u0085f\u2028g\u2029h\u009b1mi', MANY), 'a b c d [31me f g h 1mi');
  });

  it('has no character that turns the direction of reading, and none that nobody sees', () => {
    assert.equal(plainText('exe.\u202egnp\u202c \u2066a\u2069\u200e\u200f\u061c', MANY), 'exe.gnp a');
    assert.equal(plainText('a\u200bb\ufeffc\u2060d\u00ade\u{e0041}f\u3164g\u034fh\ufff9i', MANY), 'abcdefghi');
  });

  it('keeps a joiner where it belongs, and nowhere else', () => {
    assert.equal(plainText('می\u200cخواهم', MANY), '\u2068می\u200cخواهم\u2069');
    assert.equal(plainText('pay\u200dpal\u200c.com', MANY), 'paypal.com');
    assert.equal(plainText('a\ufe0fb', MANY), 'ab');
  });

  for (const [script, text] of [
    ['Hebrew', 'תוסף'],
    ['Arabic', 'إضافة'],
    ['Syriac', 'ܐܒܓ'],
    ['Adlam', '𞤀𞤣'],
    ['among others', 'a תוסף 1'],
  ] as const) {
    it(`keeps its direction of reading to itself: ${script}`, () =>
      assert.equal(plainText(text, MANY), `\u2068${text}\u2069`));
  }

  it('has U+FFFD where half of a pair is alone', () => {
    assert.equal(plainText('a\ud83db\udc4dc', MANY), 'a\ufffdb\ufffdc');
    assert.doesNotMatch(plainText('\ud83d'.repeat(9), 5), /\p{Surrogate}/u);
  });

  it('is told by a sign where nothing of it can be seen', () => {
    for (const text of ['\u200b', ' \n ', '\u202e\u2066']) assert.equal(plainText(text, MANY), '\ufffd');
  });

  it('is cut between two characters that a person sees, with a sign', () => {
    assert.equal(plainText('abcdef', 6), 'abcdef');
    assert.equal(plainText('abcdefg', 6), 'abcde…');
    assert.equal(plainText('abc👍👍', 5), 'abc…');
    assert.equal(plainText('ab👩‍👩‍👧 c', 9), 'ab…');
    assert.equal(plainText('abce\u0301e\u0301', 6), 'abce\u0301…');
    assert.equal(plainText('abc   defgh', 7), 'abc…');
  });

  it('is never longer than is asked for, but for the signs around it', () => {
    for (const text of [
      'x'.repeat(500),
      '👍'.repeat(500),
      'e\u0301'.repeat(500),
      '👩‍👩‍👧'.repeat(500),
      '\u200b'.repeat(500),
    ]) {
      for (let length = 1; length < 40; length++)
        assert.ok(plainText(text, length).length <= length, `${text.slice(0, 4)} ${length}`);
    }
  });

  it('does not run over other lines: a letter has at most eight marks', () => {
    assert.equal(plainText(`a${'\u0301'.repeat(300)}b`, MANY), `a${'\u0301'.repeat(8)}b`);
  });

  it('costs nothing where it is long: only its beginning is looked at', () => {
    // If the whole text were read each time, Mocha's timeout would end this test.
    const long = 'a\u200b'.repeat(50_000_000);
    for (let times = 0; times < 10_000; times++) assert.equal(plainText(long, 20), 'aaaaaaaaaaaaaaaaaaa…');
  });

  it('is the same when it is made plain twice', () => {
    for (const text of ['[a](command:x)', '$(error)', 'תוסף', 'a\nb', '\u200b', 'x'.repeat(200), '[a]', '(b']) {
      const once = plainText(text, 100);
      assert.equal(plainText(once, 100), once, text);
    }
  });
});

describe('A whole sentence', () => {
  it('is cut with its icons, and closes what it has isolated', () => {
    const text = asPlain(`$(check) ${plainText('תוסף תוסף תוסף', MANY)} is loaded`);
    assert.equal(cutPlain(text, MANY), text);
    assert.equal(cutPlain(text, 17), '$(check) \u2068תוסף ת…\u2069');
  });

  it('is cut with no look at what is far from its end', () => {
    // If all were looked at each time, Mocha's timeout would end this test.
    const long = asPlain('é'.repeat(1_000_000));
    for (let times = 0; times < 100; times++) assert.equal(cutPlain(long, 999_999).length, 999_999);
  });

  it('cuts only what is long, and all of that alike', () => {
    for (const [lengths, total, share] of [
      [[5, 5], 10, 10],
      [[5, 50], 30, 25],
      [[50, 5, 50], 65, 30],
      [[50, 50, 50], 30, 10],
      [[], 30, 30],
    ] as const) {
      assert.equal(fairShare(lengths, total), share);
    }
  });

  it('is joined of what there is', () => {
    assert.equal(joinPlain('\n', [plainText('a\nb', MANY), undefined, plainText('c', MANY)]), 'a b\nc');
  });
});

describe('A text of two sentences', () => {
  it('is split after the first one', () => {
    assert.deepEqual(firstSentence(asPlain('Unknown option “x”. Use x2.')), ['Unknown option “x”.', 'Use x2.']);
    assert.deepEqual(firstSentence(asPlain('x is 1.5.')), ['x is 1.5.', undefined]);
  });
});
