import assert from 'node:assert/strict';
import { readDevToolsAddress, readLiveViewAddress } from '../../../src/api/sessions';

const HERE = ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'].map((address) => new URL(address));
const ELSEWHERE = new URL('https://api.example.com');
/** This machine by any of its names. */
const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'deep.localhost',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '127.200.3.4',
  '0.0.0.0',
  '0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0.0.0.0]',
];

const devtools = (address: string, service: URL): string | undefined =>
  readDevToolsAddress({ cdp_ws_url: address }, service)?.href;
const liveView = (address: string, service: URL): string | undefined =>
  readLiveViewAddress({ browser_live_view_url: address }, service)?.href;

describe('The secret addresses of a session', () => {
  it('never lead to this machine if the service is elsewhere, by whatever name', () => {
    for (const name of NAMES) {
      for (const scheme of ['ws', 'wss'])
        assert.equal(devtools(`${scheme}://${name}:9222/x`, ELSEWHERE), undefined, name);
      for (const scheme of ['http', 'https'])
        assert.equal(liveView(`${scheme}://${name}:8080/x`, ELSEWHERE), undefined, name);
    }
  });

  it('may lead to this machine if the service is on it, without TLS too', () => {
    for (const service of HERE)
      for (const name of ['localhost', '127.0.0.1', '[::1]']) {
        assert.equal(devtools(`ws://${name}:9222/x`, service), `ws://${name}:9222/x`);
        assert.equal(liveView(`http://${name}:9222/x`, service), `http://${name}:9222/x`);
      }
  });

  it('lead elsewhere only with TLS', () => {
    for (const service of [...HERE, ELSEWHERE]) {
      assert.equal(devtools('wss://127.example.com/x', service), 'wss://127.example.com/x');
      assert.equal(liveView('https://localhost.example.com/x', service), 'https://localhost.example.com/x');
      assert.equal(devtools('ws://example.com/x', service), undefined);
      assert.equal(liveView('http://example.com/x', service), undefined);
    }
  });
});
