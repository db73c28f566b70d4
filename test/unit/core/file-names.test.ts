import assert from 'node:assert/strict';
import { FileNames } from '../../../src/core/file-names';

const HOSTILE = [
  '../../etc/passwd',
  String.raw`..\..\windows`,
  '/absolute',
  '.hidden',
  '-rf',
  '...',
  '',
  '   ',
  'con',
  'AUX.test',
  'nul',
  'a\u0000b',
  'a\nb',
  'a:b',
  'a%2fb',
  '\u202Egpj',
  '\uD800',
  'ends. ',
  'a'.repeat(1000),
  'ß'.repeat(1000),
  '𝒳'.repeat(1000),
  'e\u0301'.repeat(1000),
];

describe('Names of files that are made of texts from outside', () => {
  it('lead nowhere, and are names on every system', () => {
    const names = new FileNames('index.html');
    for (const text of HOSTILE) {
      const name = names.next(text, '.report.html');
      assert.match(name, /^[\p{L}\p{N}_][\p{L}\p{N}._-]*\.report\.html$/u, JSON.stringify(text));
      assert.doesNotMatch(name, /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
      assert.doesNotMatch(name, /\.\./);
      assert.ok(Buffer.byteLength(name) < 190 && !/\p{Surrogate}/u.test(name), JSON.stringify(text));
    }
  });

  it('are told apart, also where large letters are the same as small ones', () => {
    const names = new FileNames('index.html');
    const texts = ['a b', 'a/b', 'A-B', 'a-b-2', 'ﬁx', 'fix', 'index'];
    const given = texts.map((text) => names.next(text, '.html'));
    assert.deepEqual(given, [
      'a-b.html',
      'a-b-2.html',
      'A-B-3.html',
      'a-b-2-2.html',
      'ﬁx.html',
      'fix-2.html',
      'index-2.html',
    ]);
  });
});
