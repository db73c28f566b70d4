import assert from 'node:assert/strict';
import { parseAddress } from '../../../src/core/address';
import { english } from '../../../src/core/message';

describe('The service address', () => {
  for (const [typed, address] of [
    ['https://api.example.com', 'https://api.example.com'],
    [' https://API.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com:8443/v1/', 'https://api.example.com:8443/v1'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['http://127.8.9.1', 'http://127.8.9.1'],
    ['http://[::1]:80', 'http://[::1]'],
  ] as const) {
    it(`takes “${typed}”`, () => assert.deepEqual(parseAddress(typed), { address }));
  }

  for (const [typed, why] of [
    ['http://api.example.com', /only for this machine/],
    ['http://10.0.0.1', /only for this machine/],
    ['http://localhost.example.com', /only for this machine/],
    ['http://127.0.0.1.example.com', /only for this machine/],
    ['ftp://api.example.com', /starts with https/],
    ['javascript:alert(1)', /starts with https/],
    ['https://me:secret@api.example.com', /no user name and no password/],
    ['https://api.example.com/?key=1', /ends before/],
    ['https://api.example.com/#x', /ends before/],
    ['api.example.com', /is not an address/],
    ['', /is not an address/],
  ] as const) {
    it(`refuses “${typed}”`, () => {
      const parsed = parseAddress(typed);
      assert.ok('problem' in parsed);
      assert.match(english(parsed.problem), why);
    });
  }

  it('repeats no password in its refusal', () => {
    const parsed = parseAddress('https://me:secret@api.example.com');
    assert.ok('problem' in parsed && !english(parsed.problem).includes('secret'));
  });
});
