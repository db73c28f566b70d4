import assert from 'node:assert/strict';
import type { PageContent, PageElement } from '../../../src/devtools';
import { seenSince, seenWith } from '../../../src/tools/memory/seen';

type Part = string | readonly [role: string, name: string];

function element([role, name]: readonly [string, string]): PageElement {
  return { role, name, states: [], node: 1, frame: '', document: '', path: [], origin: undefined };
}

function page(
  ...lines: readonly (readonly Part[] | { readonly heading: string } | { readonly frame: string })[]
): PageContent {
  return {
    document: 'd',
    address: 'https://example.com/',
    title: '',
    scrolled: { x: 0, y: 0 },
    view: { width: 1, height: 1 },
    size: { width: 1, height: 1 },
    lines: lines.map((line, at) => {
      const place = { key: String(at), isInView: true, heading: undefined, origin: undefined };
      if ('heading' in line) return { ...place, parts: [line.heading], heading: 1 };
      if ('frame' in line) return { ...place, parts: [line.frame], origin: 'https://ads.example' };
      return { ...place, parts: line.map((part) => (typeof part === 'string' ? part : element(part))) };
    }),
  };
}

describe('What an agent saw, as an expectation', () => {
  const before = page({ heading: 'Shop' }, [['button', 'Add']], ['Cart:', '0']);

  it('is a line that is new, with all that stands in it', () => {
    assert.deepEqual(seenSince(before, page({ heading: 'Shop' }, [['button', 'Add']], ['Cart:', '1'])), {
      kind: 'text',
      text: 'Cart: 1',
    });
    assert.deepEqual(
      seenSince(before, page({ heading: 'Shop' }, [['button', 'Add']], ['Cart:', '0'], [['link', 'Pay']])),
      {
        kind: 'visible',
        target: { role: 'link', name: 'Pay' },
      },
    );
  });

  it('is the heading of a page that is new, and nothing of one that is as before', () => {
    assert.deepEqual(seenSince(undefined, page(['Hello'], { heading: 'Order placed' })), {
      kind: 'visible',
      target: { role: 'heading', name: 'Order placed' },
    });
    assert.equal(seenSince(before, before), undefined);
  });

  it('is nothing that is different each time, nor what is in a frame of somebody else', () => {
    for (const text of [
      '12:04',
      'Order 918273',
      '2026-11-29',
      '3 minutes ago',
      'id 5f3c9a1be2',
      'Loading…',
      'x',
      'y'.repeat(200),
    ])
      assert.equal(seenSince(before, page([text])), undefined, text);
    assert.equal(seenSince(before, page({ frame: 'Order placed' })), undefined);
  });

  it('is nothing that a person could not see in a file', () => {
    assert.equal(seenSince(before, page(['\u202Edecalp redro'])), undefined);
    assert.equal(seenSince(before, page(['order\u200Bplaced'])), undefined);
  });

  it('is what was looked for, in the letters of the page', () => {
    assert.deepEqual(seenWith('order  PLACED', page(['x'], ['Order placed'])), { kind: 'text', text: 'Order placed' });
    assert.deepEqual(seenWith('placed', page(['Placed at 12:04'])), { kind: 'text', text: 'Placed' });
    assert.equal(seenWith('12:04', page(['Placed at 12:04'])), undefined);
    assert.equal(seenWith('nothing', page(['Order placed'])), undefined);
    assert.equal(seenWith(' ', page(['Order placed'])), undefined);
  });
});
