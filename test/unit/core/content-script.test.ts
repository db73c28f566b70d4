import assert from 'node:assert/strict';
import { matchesOf, runsIn, type ContentScript } from '../../../src/core/match-pattern';

const NONE = { excludeMatches: [], excludeGlobs: [] };
const ALL: ContentScript = { ...NONE, matches: ['*://*/*'] };

/** What a script has besides `matches`, and whether it runs in a page. */
const CASES: readonly (readonly [more: Partial<ContentScript>, url: string, runs: boolean])[] = [
  [{}, 'https://mail.example.com/inbox', true],
  [{ matches: ['https://other.org/*'] }, 'https://mail.example.com/inbox', false],
  [{ excludeMatches: ['https://mail.example.com/*'] }, 'https://mail.example.com/inbox', false],
  [{ excludeMatches: ['https://mail.example.com/*'] }, 'https://example.com/inbox', true],
  [{ includeGlobs: ['*inbox*'] }, 'https://mail.example.com/inbox?a', true],
  [{ includeGlobs: ['*outbox*'] }, 'https://mail.example.com/inbox?a', false],
  [{ includeGlobs: ['*example.com/???s/*'] }, 'https://example.com/arts/1', true],
  [{ includeGlobs: ['*example.com/???s/*'] }, 'https://example.com/sports/1', false],
  [{ excludeGlobs: ['*#*', '*.pdf'] }, 'https://example.com/a.pdf', false],
  [{ excludeGlobs: ['*#*', '*.pdf'] }, 'https://example.com/a.html#b', true],
];

describe('Where a content script runs', () => {
  for (const [more, url, runs] of CASES)
    it(`${JSON.stringify(more)} in ${url}: ${runs}`, () => {
      assert.equal(runsIn({ ...ALL, ...more }, new URL(url)), runs);
    });

  it('a glob of a hostile manifest ends', () => {
    const glob = '*?'.repeat(600);
    assert.equal(
      runsIn({ ...ALL, includeGlobs: [glob, `${glob}x`] }, new URL(`https://e.org/${'a'.repeat(5000)}`)),
      false,
    );
    const short = '*?'.repeat(400);
    assert.equal(runsIn({ ...ALL, includeGlobs: [short] }, new URL(`https://e.org/${'a'.repeat(500)}`)), true);
  });

  it('the patterns of several are listed once', () => {
    assert.deepEqual(matchesOf([ALL, ALL, { ...NONE, matches: ['https://a/*'] }]), ['*://*/*', 'https://a/*']);
  });
});
