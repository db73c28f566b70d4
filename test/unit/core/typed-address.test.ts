import assert from 'node:assert/strict';
import { readTypedAddress } from '../../../src/core/typed-address';

const ID = 'a'.repeat(32);

describe('What is typed into the address line', () => {
  for (const [typed, address] of Object.entries({
    'https://example.com/a?b#c': 'https://example.com/a?b#c',
    'HTTP://EXAMPLE.com': 'http://example.com/',
    'example.com': 'https://example.com/',
    ' example.com/index.html ': 'https://example.com/index.html',
    'example.com:8080/x': 'https://example.com:8080/x',
    'sub.example.co.uk?q=1': 'https://sub.example.co.uk/?q=1',
    'müller.example': 'https://xn--mller-kva.example/',
    localhost: 'http://localhost/',
    'localhost:3000/page.html': 'http://localhost:3000/page.html',
    'app.localhost:3000': 'http://app.localhost:3000/',
    '127.0.0.1:8000': 'http://127.0.0.1:8000/',
    '[::1]:8000/': 'http://[::1]:8000/',
    'intranet/': 'https://intranet/',
    'intranet:81': 'https://intranet:81/',
    'about:blank': 'about:blank',
    'chrome://extensions': 'chrome://extensions',
    [`chrome-extension://${ID}/a.html`]: `chrome-extension://${ID}/a.html`,
    'https://exam\nple.com/\ta': 'https://example.com/a',
  }))
    it(`${JSON.stringify(typed)} is ${address}`, () =>
      assert.deepEqual(readTypedAddress(typed), { kind: 'address', address }));

  for (const typed of ['popup.html', '/options.html', 'pages/a/b.htm?x=1#y', 'greeter/popup.xhtml', '../popup.html'])
    it(`${typed} is the path of a page`, () =>
      assert.deepEqual(readTypedAddress(typed), { kind: 'path', path: typed }));

  for (const typed of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<h1>bank</h1>',
    'file:///etc/passwd',
    'view-source:https://example.com',
    'devtools://devtools/bundled/inspector.html',
    'blob:https://example.com/1',
    'filesystem:https://example.com/x',
    'https://',
    'http://a b/',
    'one',
    'two words',
    'two words.com',
    '?q',
    '',
    ' ',
  ])
    it(`${JSON.stringify(typed)} is refused`, () => assert.equal(readTypedAddress(typed).kind, 'refused'));
});
