import assert from 'node:assert/strict';
import { WithoutToken } from '../../../../src/api';
import { RULES } from '../../../../src/core/secret-forms';
import { randomNumbers } from '../../../support/random-numbers';

const TOKEN = 'Unit-test-token-5f0c1e9ab7d24c63';
/** What texts with secrets are made of, and what is nearly so. */
const PIECES = [
  ...'aZ09 _-.~%+=:;,@/\\"\'`&?#(){}[]<>\n…ſK'.split(''),

  'ada:lovelace@localhost',
  ' a:b@x.example',
  'eyJ',
  'eyJhbGciOiJub25lIn0',
  '://',
  String.raw`:\/\/`,
  'https',
  'wss',
  'ada',
  'localhost',
  'x.example',
  '[removed]',
  '/devtools/',
  '/DevTools/page/',
  '0A1B2C3D4E',
  'authorization',
  'Cookie',
  ': ',
  '="',
  '":"',
  '","',
  'value',
  'password',
  'Passwd',
  'passphrase',
  'pwd',
  'SECRET',
  'token',
  'jwt',
  'api_key',
  'private-key',
  'credential',

  'session_id',
  'csrf',
  'xsrf',
  'sid=',
  'auth=',
  'remember-me=',
  'PHPSESSID=',
  'Bearer ',
  'basic ',
  'abcdefgh12345678',
  ' => ',
  '":["',
  '{',
  '<input name="password" value="',
  '<password>',
  '</',
  '-----BEGIN PRIVATE KEY-----',
];

function texts(count: number, pieces: readonly string[]): string[] {
  const random = randomNumbers(7);
  const piece = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
  return Array.from({ length: count }, () => Array.from({ length: 1 + Math.floor(random() * 12) }, piece).join(''));
}

describe('What is left out for texts without secrets', () => {
  it('is no rule that would remove something', () => {
    const all = texts(40_000, PIECES);
    for (const [index, { needs, remove }] of RULES.entries()) {
      const [found, others] = [all.filter((text) => needs.test(text)), all.filter((text) => !needs.test(text))];
      assert.ok(found.filter((text) => remove(text) !== text).length > 10, `rule ${index} removes something`);
      assert.ok(others.length > 1000, `rule ${index} is left out often`);
      for (const text of others) assert.equal(remove(text), text);
    }
  });

  it('is no part of a token', () => {
    const token = new WithoutToken(TOKEN);
    const small = TOKEN.toLowerCase();
    const parts = Array.from({ length: TOKEN.length }, (_, at) => TOKEN.slice(at, at + 3 + (at % 9)));
    let removed = 0;
    for (const text of texts(20_000, [...parts, 'x', ' ', '-t', 'e9'])) {
      // Each part of 8 characters, tried at each place.
      const isPart = (_: string, at: number): boolean => small.includes(text.slice(at, at + 8).toLowerCase());
      const has = text.length >= 8 && text.slice(7).split('').some(isPart);
      assert.equal(token.redact(text) !== text, has, text);
      // A character that is not seen makes a text one that is read with all its places.
      assert.equal(token.redact(`${text}\u200b`).replace('\u200b', ''), token.redact(text));
      if (has) removed++;
    }
    assert.ok(removed > 1000 && removed < 19_000);
  });
});
