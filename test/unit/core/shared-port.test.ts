import assert from 'node:assert/strict';
import { originsOf, sharedAddress } from '../../../src/core/shared-port';

const PORTS = new Set([5173, 80]);

describe('The address of a shared port', () => {
  it('is that of a loopback name and of no other, whatever it looks like', () => {
    for (const address of [
      'http://localhost:5173/',
      'http://LOCALHOST:5173/a?b#c',
      'http://127.0.0.1:5173/',
      'http://[::1]:5173/',
      'http://0x7f.1:5173/',
      'http://user:word@localhost:5173/',
      'http://localhost/',
    ])
      assert.ok(sharedAddress(address, PORTS, 'http:'), address);
    for (const address of [
      'https://localhost:5173/',
      'ws://localhost:5173/',
      'http://localhost:5174/',
      'http://localhost.:5173/',
      'http://a.localhost:5173/',
      'http://localhost.example.com:5173/',
      'http://127.0.0.2:5173/',
      'http://0.0.0.0:5173/',
      'http://[::ffff:127.0.0.1]:5173/',
      'http://localhost:5173@example.com/',
      'http://example.com:5173/http://localhost:5173/',
      'localhost:5173',
      '',
    ])
      assert.equal(sharedAddress(address, PORTS, 'http:'), undefined, address);
    assert.equal(sharedAddress('ws://localhost:5173/a', PORTS, 'ws:')?.port, 5173);
  });

  it('has no port where a browser shows none', () => {
    assert.deepEqual(originsOf(80, 'http:'), ['http://localhost', 'http://127.0.0.1', 'http://[::1]']);
    for (const origin of originsOf(5173, 'ws:')) assert.equal(new URL(origin).origin, origin);
  });
});
