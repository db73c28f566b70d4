import assert from 'node:assert/strict';
import { readErrorBody } from '../../../src/api/answers';
import { WithoutToken } from '../../../src/api/without-token';

const TOKEN = 'tok_Az09-+/=.XyZ&secret';
const without = new WithoutToken(TOKEN);

function each(spell: (character: string, code: string, index: number) => string): string {
  return TOKEN.split('')
    .map((character, index) => spell(character, character.charCodeAt(0).toString(16).padStart(2, '0'), index))
    .join('');
}

const SPELLINGS: Record<string, string> = {
  'as it is': TOKEN,
  'in JSON with each slash escaped': TOKEN.replaceAll('/', '\\/'),
  'in JSON escapes': each((_, code) => `\\u00${code}`),
  'in JSON escapes with capitals': each((_, code) => `\\u00${code.toUpperCase()}`),
  'with every third letter escaped': each((character, code, index) => (index % 3 ? character : `\\u00${code}`)),
  'percent-encoded': encodeURIComponent(TOKEN),
  'percent-encoded to the last letter': each((_, code) => `%${code}`),
  'percent-encoded with capitals': each((_, code) => `%${code.toUpperCase()}`),
  'percent-encoded twice': encodeURIComponent(each((_, code) => `%${code}`)),
  'in escapes of JavaScript': each((_, code) => `\\x${code}`),
  'in entities of HTML': each((_, code) => `&#x${code};`),
  'in decimal entities': each((character) => `&#${character.charCodeAt(0)};`),
  'in capitals': TOKEN.toUpperCase(),
  'with what nobody sees between': TOKEN.split('').join('\u200b'),
};

/** Checks that no part of the token is left in a text. */
function assertNothing(text: string): void {
  for (let at = 0; at + 8 <= TOKEN.length; at++) assert.ok(!text.includes(TOKEN.slice(at, at + 8)), text);
}

describe('A token that a service tells back', () => {
  for (const [how, spelled] of Object.entries(SPELLINGS)) {
    it(`${how} is taken out, and what is around it stays`, () => {
      assert.equal(without.redact(`before ${spelled} after`), 'before … after');
      assert.ok(without.isIn(`before ${spelled} after`));
    });
  }

  it('again and again is taken out each time', () => {
    assert.equal(without.redact(`${TOKEN}, ${TOKEN}`), '…, …');
    assert.equal(without.redact(TOKEN + TOKEN), '…');
  });

  it('in a long part is taken out too; a hint of a few letters stays', () => {
    assert.equal(without.redact(`bad token ${TOKEN.slice(3, 13)}…`), 'bad token ……');
    assert.equal(without.redact(`bad token ${TOKEN.slice(0, 7)}…`), `bad token ${TOKEN.slice(0, 7)}…`);
  });

  it('that looks escaped itself is taken out', () =>
    assert.equal(new WithoutToken('abc%41defgh%2Fxyz').redact('x abc%41defgh%2Fxyz y'), 'x … y'));
  it('that is short is taken out as a whole', () =>
    assert.equal(new WithoutToken('abc').redact('x abc y ab'), 'x … y ab'));
  it('that is empty takes nothing out', () => assert.equal(new WithoutToken('').redact('text'), 'text'));
  it('is not seen where it is not', () =>
    assert.equal(
      without.redact('The session %41 \\u0041 &#65; 100% is \ud800 gone.'),
      'The session %41 \\u0041 &#65; 100% is \ud800 gone.',
    ));

  it('is in no part of an error: it is taken out after the JSON is read, and before a text is cut', () => {
    const long = `${'x'.repeat(490)}${TOKEN}`;
    const escaped = each((_, code) => `\\u00${code}`);
    const body = `{"code": "${escaped}", "message": "${long.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}", "details": [{"code": "${escaped}"}, {"message": "is ${escaped}"}], "inner_error": {"message": "at ${escaped}"}}`;
    const words = readErrorBody(body, (text) => without.redact(text));
    assertNothing(JSON.stringify(words));
    assert.deepEqual(words, { code: '…', message: `${'x'.repeat(490)}…`, details: ['is …', 'at …'] });
  });

  it('is looked for in time that grows with the text alone', () => {
    // Each letter of this text could begin the token. Comparing the token in full at each one would take more than 30
    // times as long as a whole body may take.
    const token = 'a'.repeat(4000) + 'b';
    assert.equal(new WithoutToken(token).redact('a'.repeat(60_000)), '…');
    assert.equal(without.redact('%'.repeat(60_000)), '%'.repeat(60_000));
    assert.equal(without.redact('%25'.repeat(20_000)), '%25'.repeat(20_000));
  });
});
