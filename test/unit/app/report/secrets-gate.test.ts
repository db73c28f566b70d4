import assert from 'node:assert/strict';
import { WithoutToken } from '../../../../src/api';
import { REMOVED, SecretsGate } from '../../../../src/app/report/secrets-gate';

const TOKEN = 'unit-test-token-5f0c1e9ab7d24c63';
const DEVTOOLS = 'q8Wm2xT5vK9rB3nL7pZ1sD4f';
const token = new WithoutToken(TOKEN);
const gate = new SecretsGate({
  redact: (text) => token.redact(text),
  service: 'https://api.example.com/v1',
  addresses: [new URL(`wss://live.example.com/browser/${DEVTOOLS}?session=session-0123456789`)],
  session: 'session-0123456789',
});
const pass = (text: string): string => gate.pass(text, 2000);

describe('The gate for secrets of a report', () => {
  for (const [what, text, secret] of [
    ['the token', `sent ${TOKEN} there`, TOKEN],
    ['the token in another case', TOKEN.toUpperCase(), TOKEN.toUpperCase()],
    ['the token, escaped', encodeURIComponent(TOKEN).replaceAll('-', '%2D'), '5f0c1e9ab7d24c63'],
    ['a long part of it', `… ${TOKEN.slice(6, 22)}`, TOKEN.slice(6, 22)],
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
    ['a key of a known kind', 'key AKIAQ7XW4ZKD2MNB5TRV here', 'AKIAQ7XW4ZKD2MNB5TRV'],
  ] as const)
    it(`removes ${what}`, () => {
      assert.ok(text.includes(secret), 'the secret is planted');
      assert.ok(!pass(text).includes(secret), pass(text));
    });

  for (const text of [
    'Uncaught TypeError: Cannot read properties of undefined (reading ‘price’)',
    'GET https://shop.example/prices?currency=EUR&page=2 503 Service Unavailable',
    'Unexpected token < in JSON at position 0',
    'session-0123456789',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop/popup.html',
    'src/worker.ts:12:5',
    'a'.repeat(64),
  ])
    it(`leaves “${text.slice(0, 50)}”`, () => assert.equal(pass(text), text));

  it('shows only the host of the service', () => {
    assert.equal(pass('Couldn’t reach https://api.example.com/v1.'), 'Couldn’t reach api.example.com.');
  });

  it('keeps JSON readable', () => {
    assert.equal(pass('{"password":"hunter22","n":1}'), `{"password":"${REMOVED}","n":1}`);
    assert.deepEqual(gate.passValue({ list: [{ apiKey: 7, name: 'n' }], token: 'abc', [TOKEN]: 1 }, 100), {
      list: [{ apiKey: REMOVED, name: 'n' }],
      token: REMOVED,
      '…': 1,
    });
  });

  it('cuts a long text, and no secret into a part', () => {
    const passed = gate.pass(`${'x '.repeat(990)}${TOKEN}${'y'.repeat(1_000_000)}`, 2000);
    assert.equal(passed.length, 2000);
    assert.ok(passed.endsWith('…'));
    assert.ok(!passed.includes(TOKEN.slice(0, 8)));
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
    ])
      assert.ok(gate.pass(piece.repeat(20_000 / piece.length), 20_000).length > 0);
  });
});
