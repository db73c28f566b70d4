import assert from 'node:assert/strict';
import { whyNot, type Observed } from '../../../../src/app/sequences/conditions';
import { english } from '../../../../src/core/message';
import type { Condition } from '../../../../src/core/conditions';

const PAGE = {
  title: '',
  lines: [],
  scrolled: { x: 0, y: 0 },
  document: undefined,
  view: { width: 1, height: 1 },
  size: { width: 1, height: 1 },
};

/** Why a condition does not hold where this is stored, and this page is in front. */
async function told(
  condition: Condition,
  stored: Readonly<Record<string, unknown>>,
  address = 'about:blank',
): Promise<string | undefined> {
  const observed: Observed = {
    page: async () => ({ ...PAGE, address }),
    shows: async () => false,
    requests: async () => 0,
    stored: async () => stored,
    uncaught: async () => undefined,
  };
  const why = await whyNot(condition, observed);
  return why && english(why);
}

describe('A condition that does not hold', () => {
  it('says nothing of what is stored', async () => {
    const wanted: Condition = { kind: 'storage', values: { local: { token: { of: 'x' } } } };
    assert.equal(await told(wanted, { token: { of: 'x' } }), undefined);
    assert.equal(await told(wanted, { token: 'a1b2-c3d4' }), 'local.token has another value.');
    assert.equal(await told(wanted, {}), 'local has no key “token”.');
  });

  it('says nothing of what follows the path of an address', async () => {
    const wanted: Condition = { kind: 'address', address: 'https://example.com/' };
    for (const [address, shown] of [
      ['https://example.com/done', 'https://example.com/done'],
      ['https://example.com/done?code=a1b2#state', 'https://example.com/done?…'],
      ['chrome-extension://abc/page.html#token=a?b', 'chrome-extension://abc/page.html#…'],
      ['data:text/html,<p>a1b2\n', 'data:…'],
    ] as const)
      assert.equal(await told(wanted, {}, address), `The address is ${shown}.`);
  });
});
