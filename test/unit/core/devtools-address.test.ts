import assert from 'node:assert/strict';
import { devToolsSecret, devToolsTarget, parseDevToolsAddress, secretsIn } from '../../../src/core/devtools-address';
import { readConnections } from '../../../src/core/connection-settings';
import { english } from '../../../src/core/message';

const ID = '34c8f8e8-4436-49a9-8791-bf0b4b61c9f6';

const read = (address: string, more: object = {}): unknown => {
  const [entry] = readConnections([{ name: 'Mine', address, ...more }]);
  return entry && 'problem' in entry ? english(entry.problem) : entry?.settings.address;
};

describe('The DevTools address of a browser', () => {
  for (const [typed, address, secret] of [
    ['http://127.0.0.1:9222', 'ws://127.0.0.1:9222'],
    [' ws://LOCALHOST:9222/ ', 'ws://localhost:9222'],
    ['localhost:9222', 'ws://localhost:9222'],
    ['chrome:9222', 'ws://chrome:9222'],
    ['http://10.0.0.7:9222', 'ws://10.0.0.7:9222'],
    ['https://vendor.example', 'wss://vendor.example'],
    ['wss://vendor.example:443', 'wss://vendor.example'],
    [`ws://127.0.0.1:9222/devtools/browser/${ID}`, 'ws://127.0.0.1:9222', `ws://127.0.0.1:9222/devtools/browser/${ID}`],
    ['wss://vendor.example?apiKey=abc', 'wss://vendor.example', 'wss://vendor.example?apiKey=abc'],
    ['127.0.0.1:9222?token=1', 'ws://127.0.0.1:9222', 'http://127.0.0.1:9222?token=1'],
    ['wss://me:pass@vendor.example', 'wss://vendor.example', 'wss://me:pass@vendor.example'],
  ] as const)
    it(`takes “${typed}”`, () =>
      assert.deepEqual(parseDevToolsAddress(typed), { address, ...(secret !== undefined && { secret }) }));

  for (const [typed, why] of [
    ['', /Not a valid address/],
    ['http://', /Not a valid address/],
    ['ftp://secret@host', /must start with ws:\/\//],
    ['javascript:alert(1)', /Not a valid address/],
    ['file:///etc/passwd', /Not a valid address|must start/],
    ['ws://host/#secret', /can’t contain “#”/],
    ['ws://host:9222?token=secret', /it would be sent unencrypted/],
    ['http://me:secret@host:9222', /it would be sent unencrypted/],
  ] as const)
    it(`refuses “${typed}”, and does not quote it`, () => {
      const parsed = parseDevToolsAddress(typed);
      assert.ok('problem' in parsed);
      assert.match(english(parsed.problem), why);
      assert.ok(!english(parsed.problem).includes('secret'));
    });

  it('has its login, or the token beside it, in a header, and not in what is connected to', () => {
    const basic = devToolsTarget('wss://vendor.example', 'wss://me:p%C3%A4ss@vendor.example/a?b=c');
    assert.equal(basic.url.href, 'wss://vendor.example/a?b=c');
    assert.equal(basic.authorization, `Basic ${Buffer.from('me:päss').toString('base64')}`);
    const bearer = devToolsTarget('wss://vendor.example', devToolsSecret('wss://vendor.example/a', 'token'));
    assert.deepEqual([bearer.url.href, bearer.authorization], ['wss://vendor.example/a', 'Bearer token']);
    const bare = devToolsTarget('ws://127.0.0.1:9222', '');
    assert.deepEqual([bare.url.href, bare.authorization, bare.isBare], ['http://127.0.0.1:9222/', undefined, true]);
  });

  it('hides what is secret in it, and nothing that any text has', () => {
    assert.deepEqual(secretsIn(`ws://127.0.0.1:9222/devtools/browser/${ID}`), [ID]);
    assert.deepEqual(secretsIn('wss://vendor.example/playwright?token=abcdef1&ttl=60 bearer-token'), [
      'abcdef1',
      'bearer-token',
    ]);
    assert.deepEqual(secretsIn('wss://long-login:p%40ssword@vendor.example'), ['long-login', 'p%40ssword', 'p@ssword']);
    assert.deepEqual(secretsIn('ws://127.0.0.1:9222'), []);
    assert.deepEqual(secretsIn(''), []);
  });

  it('is in the settings with its host and port alone', () => {
    assert.equal(read('ws://127.0.0.1:9222/'), 'ws://127.0.0.1:9222');
    assert.match(String(read('wss://vendor.example?apiKey=abc')), /^“address” can have only the host and port here\./);
    assert.equal(read('ws://127.0.0.1:9222', { project: 'p' }), 'A browser has no projects.');
  });
});
