import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { WithoutToken } from '../../../../src/api';
import { Redactor } from '../../../../src/app/report/redactor';
import { REMOVED } from '../../../../src/core/secret-forms';

const TOKEN = 'unit-test-token-5f0c1e9ab7d24c63';
const DEVTOOLS = 'q8Wm2xT5vK9rB3nL7pZ1sD4f';
const token = new WithoutToken(TOKEN);
const redactor = new Redactor({
  redact: (text) => token.redact(text),
  service: 'https://api.example.com/v1',
  addresses: [new URL(`wss://live.example.com/browser/${DEVTOOLS}?session=session-0123456789`)],
  texts: ['another-connection-4b8d2f6a', 'hunter 33', 'abc'],
  session: 'session-0123456789',
});
const redact = (text: string): string => redactor.redact(text, 2000);

describe('The redactor of a report', () => {
  for (const [what, text, secret] of [
    ['the token', `sent ${TOKEN} there`, TOKEN],
    ['the token in another case', TOKEN.toUpperCase(), TOKEN.toUpperCase()],
    ['the token, escaped', encodeURIComponent(TOKEN).replaceAll('-', '%2D'), '5f0c1e9ab7d24c63'],
    ['a long part of it', `… ${TOKEN.slice(6, 22)}`, TOKEN.slice(6, 22)],
    ['it in base64', `Basic of ${btoa(`ada:${TOKEN}`)}`, btoa(`ada:${TOKEN}`).slice(8, 30)],
    ['it in base64 of an address', btoa(`a${TOKEN}`).replaceAll('+', '-'), btoa(`a${TOKEN}`).slice(4, 30)],
    ['it within escapes of JSON', TOKEN.replaceAll('-', String.raw`\u002d`), '5f0c1e9ab7d24c63'],
    ['the token of another connection', 'got another-connection-4b8d2f6a', '4b8d2f6a'],
    ['what was typed where a secret belongs', 'hello hunter 33', 'hunter 33'],
    ['the DevTools address', `wss://live.example.com/browser/${DEVTOOLS}`, DEVTOOLS],
    ['its secret alone', `got ${DEVTOOLS}.`, DEVTOOLS],
    ['another socket', 'ws://127.0.0.1:9222/devtools/browser/short', 'short'],
    ['the login of an address', 'GET https://ada:lovelace1815@shop.example/x 401', 'lovelace1815'],
    ['a user name that is a token', 'https://tok_1234@shop.example/', 'tok_1234'],
    ['a query with a telling name', 'https://shop.example/?page=2&access_token=abc', 'abc'],
    ['a fragment with a telling name', 'https://shop.example/#id_token=xyz9', 'xyz9'],
    ['a query that looks random', 'https://shop.example/?q=9fK2mQ7xT4vB8nL3', '9fK2mQ7xT4vB8nL3'],
    ['a long random part of a path', 'https://x.example/live/9fK2mQ7xT4vB8nL39fK2mQ7xT4vB8nL3', '9fK2mQ7xT4vB8nL3'],
    ['a password in JSON', '{"password":"hunter22"}', 'hunter22'],
    ['a password in JSON that is in a text', String.raw`"{\"password\":\"hunter22\"}"`, 'hunter22'],
    ['a header', 'Authorization: Bearer abc.def-123', 'abc.def-123'],
    ['a login without its header', 'Bearer abcdefgh12345678', 'abcdefgh12345678'],
    ['one without digits', 'sent Bearer abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnop'],
    ['a header of several parts', 'Authorization: Digest username="ada", response="6629fae4"', '6629fae4'],
    ['all cookies of a header', 'Cookie: theme=dark; user=ada-lovelace; cart=77', 'ada-lovelace'],
    ['a header before others', String.raw`Set-Cookie: a=b; Path=/\nHost: x`, 'Path'],
    ['a cookie that is a session', 'theme=dark; connect.sid=s3cr3t; lang=en', 's3cr3t'],
    ['another one', 'JSESSIONID=0A1B2C3D', '0A1B2C3D'],
    ['a password with quotes in it', `{"password":"it's-\`mine\`"}`, 'mine'],
    ['a password with escapes', String.raw`{"password":"ab\"cd\\ef"}`, 'cd'],
    ['a password with escapes, in a text', String.raw`"{\"password\":\"ab\\\"cd\"}"`, 'cd'],
    ['a password with brackets', 'password=ab(cd)ef', 'ef'],
    ['a short password', 'password=abc', 'abc'],
    ['a key with another name', 'AWS_SECRET_ACCESS_KEY=short', 'short'],
    ['several tokens', 'tokens: abcd', 'abcd'],
    ['a pair', "{name: 'Authorization', value: 'abcd'}", 'abcd'],
    ['an entry', '["x-api-key","abcd"]', 'abcd'],
    ['a signed token without a signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.', 'eyJzdWIiOiJhZGEifQ'],
    ['an encrypted one', 'eyJhbGciOiJSU0EifQ.OKOawDo13gRp.48V1_ALb6US04U3b.5eym8TW', '48V1_ALb6US04U3b'],
    ['a login without a scheme', 'proxy ada:love-lace@proxy.example:8080', 'love-lace'],
    ['a login of this machine', 'ada:lovelace@localhost', 'lovelace'],
    ['DevTools without a scheme', '127.0.0.1:9222/devtools/page/0A1B2C3D4E', '0A1B2C3D4E'],
    ['DevTools of a link', 'devtools://devtools/bundled/i.html?ws=127.0.0.1:9222/devtools/page/AB', 'page'],
    ['a query that JSON escapes', String.raw`https://x.example/?a=1\u0026sig=abc`, 'abc'],
    ['a short key in a path', 'https://view.example/v/AbCdEf0123456789XyZq', 'AbCdEf0123456789XyZq'],
    ['a name that goes on', 'got {"passwordConfirmation":"abcd"} there', 'abcd'],
    ['an entry of a map', `Map(2) {'user' => 'ada', 'password' => 'hunter22'}`, 'hunter22'],
    ['a header of a map', `Headers {'x-api-key' => 'abcd'}`, 'abcd'],
    ['a list', 'got {"tokens":["abcd","efgh"]} there', 'efgh'],
    ['a list of a console', "{user: 'ada', tokens: (2) ['abcd', 'efgh']}", 'efgh'],
    ['an object', '{"user":{"credentials":{"login":"ada","more":["hunter22"]}}}', 'hunter22'],
    ['an object with brackets in its texts', String.raw`x {"password":{"is":"a}b\"]hunter22"}} y`, 'hunter22'],
    ['an object that is cut', '{"tokens":{"one":{"is":"abcd', 'abcd'],
    ['a pair that is an object', '{"key":"Cookie","val":"abcd"} ', 'abcd'],
    ['a pair that begins with its value', '{"value":"abcd","name":"Cookie"}', 'abcd'],
    ['a key that is a secret', '{"tokens":{"abcd":{"until":1}}}', 'abcd'],
    ['JSON in a text of JSON', JSON.stringify({ root: JSON.stringify([['pin', 123456]]) }), '123456'],
    ['a code', 'OTP: 998877', '998877'],
    ['one in JSON that is in a text', String.raw`got "{\"otp\":\"998877\"}"`, '998877'],
    ['the phrase of a wallet', '{"seedPhrase":"legal winner thank year"}', 'winner'],
    ['the key of a wallet', 'encryptionKey=abcd', 'abcd'],
    ['what a wallet keeps', '"vault":"abcd"', 'abcd'],
    ['a password with a short name', 'user=ada&pw=abcd', 'abcd'],
    ['one with a foreign name', 'Contraseña: abcd', 'abcd'],
    ['a password field', '<input name="password" type="text" value="hunter22">', 'hunter22'],
    ['one that begins with its value', String.raw`<input value=\"hunter22\" type=\"password\">`, 'hunter22'],
    ['an element', '<wsse:Password Type="text">hunter 22</wsse:Password>', 'hunter 22'],
    ['an assignment in an escaped address', 'token%3Dabcd', 'abcd'],
    ['all lines of a private key', `-----BEGIN PRIVATE KEY-----\n${'MIIEvQ9k'.repeat(8)}\nabcd\n-----END`, 'abcd'],
    ['a key of a known kind', 'key AKIAQ7XW4ZKD2MNB5TRV here', 'AKIAQ7XW4ZKD2MNB5TRV'],
  ] as const)
    it(`removes ${what}`, () => {
      assert.ok(text.includes(secret), 'the secret is planted');
      assert.ok(!redact(text).includes(secret), redact(text));
    });

  for (const text of [
    'Uncaught TypeError: Cannot read properties of undefined (reading ‘price’)',
    'GET https://shop.example/prices?currency=EUR&page=2 503 Service Unavailable',
    'Unexpected token < in JSON at position 0',
    'session-0123456789',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop/popup.html',
    'src/worker.ts:12:5',
    'a'.repeat(64),
    'Write to mailto:ada@shop.example, or see https://shop.example/news/2026-01-31-our-10-best-offers',
    'npm:left-pad@1.3.0 at options.js:12:5',
    'the session was inside=12 of 20',
    'GET https://api.example.com/prices Basic authentication is required',
    '{ "prices": [1, 2.50], "token": null }',
    '<input name="amount" value="12">',
    'Unexpected token : in JSON at position 5',
    'Unexpected token = in JSON at position 5',
  ])
    it(`leaves “${text.slice(0, 50)}”`, () => assert.equal(redact(text), text));

  it('leaves our own sentences', () => {
    const sentences = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')));
    const own = new Redactor({ redact: String, service: '', addresses: [], texts: [], session: '' });
    for (const sentence of sentences.map((template) => template.replace(/\{\d+\}/g, 'a name')))
      assert.equal(own.redact(sentence, 2000), sentence);
  });

  for (const text of ['password: abc user: ada', 'password: abc, user: ada', 'password: abc12 failed', 'password: abc'])
    it(`is no sentence of “${text}”`, () => assert.ok(!redact(text).includes('abc')));

  it('shows only the host of the service', () => {
    assert.equal(redact('Couldn’t reach https://api.example.com/v1.'), 'Couldn’t reach api.example.com.');
  });

  it('keeps JSON readable', () => {
    assert.equal(redact('{"password":"hunter22","n":1}'), `{"password":"${REMOVED}","n":1}`);
    const header = { rules: [{ header: 'cookie', value: 'x' }], tokens: { mine: ['y', 1, true] }, pin: 1, pinned: 1 };
    assert.deepEqual(redactor.redactValue(header, 100), {
      rules: [{ header: 'cookie', value: REMOVED }],
      tokens: REMOVED,
      pin: REMOVED,
      pinned: 1,
    });
    assert.deepEqual(
      redactor.redactValue(
        {
          all: [
            ['password', 'x'],
            ['tokens', { mine: 'y' }],
            ['n', 'z'],
          ],
        },
        100,
      ),
      {
        all: [
          ['password', REMOVED],
          ['tokens', REMOVED],
          ['n', 'z'],
        ],
      },
    );
    assert.deepEqual(redactor.redactValue({ list: [{ apiKey: 7, name: 'n' }], token: 'abc', [TOKEN]: 1 }, 100), {
      list: [{ apiKey: REMOVED, name: 'n' }],
      token: REMOVED,
      '…': REMOVED,
    });
  });

  it('cuts a long text, and no secret into a part', () => {
    const redacted = redactor.redact(`${'x '.repeat(990)}${TOKEN}${'y'.repeat(1_000_000)}`, 2000);
    assert.equal(redacted.length, 2000);
    assert.ok(redacted.endsWith('…'));
    assert.ok(!redacted.includes(TOKEN.slice(0, 8)));
  });

  it('shows no part of a key that is cut where its reading ends', () => {
    const key = `ghp_${'Q7xW4zKd2mNb5tRv'.repeat(3)}`.slice(0, 40);
    for (let length = 8000; length < 8250; length++) {
      const redacted = redact(`eyJ${'A'.repeat(length - 3 - 50)} ${key}${' tail'.repeat(400)}`);
      assert.ok(!redacted.includes('ghp_Q7xW'), redacted);
    }
  });

  it('ends for JSON of many levels', () => {
    const deep = 3000;
    assert.ok(redact(`${'['.repeat(deep)}"abc"${']'.repeat(deep)}`).length <= 2000);
    assert.ok(redactor.redact(JSON.stringify(nested(10)), 20_000).includes(REMOVED));
  });

  it('takes time in proportion to the text', () => {
    for (const piece of [
      'token',
      'password:',
      'https://',
      'https://a?',
      'Bearer ',
      '"\\\\\\',
      'a://b?c=&',
      'authorization: Bearer ',
      'authorization:',
      'cookie="',
      'token\\"',
      'a.sid-',
      'a:a@',
      'eyJaaaaaaaa.',
      'token","value":',
      'token:[',
      'token:[]',
      String.raw`token:{\\\\\\'`,
      'token: a a',
      `token${'-'.repeat(40)}`,
      '<input password value=',
      '<token>',
      '<a',
      '["a",',
      '-----BEGIN PRIVATE KEY',
      'mot de pass',
    ])
      assert.ok(redactor.redact(piece.repeat(20_000 / piece.length), 20_000).length > 0);
  });
});

/** JSON in a text of JSON, and so on. */
function nested(levels: number): unknown {
  return levels === 0 ? { password: 'abc' } : [JSON.stringify(nested(levels - 1))];
}
