import assert from 'node:assert/strict';
import { matchesPattern } from '../../../src/core/match-pattern';

/** Page, patterns that match it, and patterns that do not. Source: Chromium's documentation of match patterns. */
const PAGES: readonly (readonly [url: string, matching: readonly string[], others: readonly string[]])[] = [
  [
    'https://www.example.com/foo/bar.html?q=1',
    [
      '<all_urls>',
      '*://*/*',
      'https://*/*',
      'https://*/foo*',
      'https://*.example.com/foo*bar*',
      'https://www.example.com:443/*',
      'https://WWW.EXAMPLE.com/*',
      '*://www.example.com/*.html?q=*',
    ],
    [
      'http://*/*',
      'https://example.com/*',
      'https://*.org/*',
      'https://www.example.com:8080/*',
      'https://www.example.com/foo',
      'https://*/bar*',
      'https://www.example.com/*foo*foo*',
      'https://www.example.com',
      '*.example.com/*',
      'file:///*',
      '',
    ],
  ],
  [
    'http://127.0.0.1:4321/plain',
    ['http://127.0.0.1/*', 'http://127.0.0.1:4321/*', 'http://127.0.0.1:*/p*n'],
    ['http://127.0.0.1:80/*', 'http://*.0.0.1:1/*'],
  ],
  ['https://example.com/', ['https://*.example.com/*', 'https://example.com/'], ['https://*.ample.com/*']],
  ['http://[::1]:80/', ['http://[::1]/*'], ['http://[::2]/*']],
  ['file:///home/page.html', ['<all_urls>', 'file:///home/*'], ['*://*/*', 'https://*/*']],
  ['chrome://extensions/', [], ['<all_urls>', '*://*/*']],
  ['chrome-extension://abc/page.html', [], ['<all_urls>', '*://*/*']],
];

describe('Match patterns of content scripts', () => {
  for (const [url, matching, others] of PAGES) {
    it(`of ${url}`, () => {
      assert.deepEqual(
        [...matching, ...others].filter((pattern) => matchesPattern(pattern, new URL(url))),
        matching,
      );
    });
  }

  it('take no time, however hostile', () => {
    const url = new URL(`https://example.com/${'a'.repeat(100_000)}`);
    assert.equal(matchesPattern(`https://*/${'*a'.repeat(50_000)}*b`, url), false);
  });
});
