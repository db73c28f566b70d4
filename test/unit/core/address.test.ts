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
    ['http://api.example.com', /only for localhost/],
    ['http://10.0.0.1', /only for localhost/],
    ['http://localhost.example.com', /only for localhost/],
    ['http://127.0.0.1.example.com', /only for localhost/],
    ['ftp://api.example.com', /must start with https/],
    ['javascript:alert(1)', /must start with https/],
    ['https://me:secret@api.example.com', /can’t contain a user name or password/],
    ['https://api.example.com/?key=1', /can’t contain “\?”/],
    ['https://api.example.com/#x', /can’t contain “\?”/],
    ['api.example.com', /isn’t a valid address/],
    ['', /isn’t a valid address/],
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
