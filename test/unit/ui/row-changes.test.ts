import assert from 'node:assert/strict';
import { takeOver as takeOverWith } from '../../../src/ui/views/row-changes';
import type { PoolRow, Row, SessionRow, UploadRow } from '../../../src/ui/views/rows';

const connection = { name: 'one', address: 'https://a' };
const pool = (id: string, available: number): PoolRow => ({ kind: 'pool', connection, pool: { id, available } });
const session = (details: Partial<SessionRow['session']> = {}, more: Partial<SessionRow> = {}): SessionRow => ({
  kind: 'session',
  connection,
  session: { id: 's', ...details },
  ...more,
});
/** Everything is seen but the flag of a session that is there again. */
const appearanceOf = (row: Row): unknown =>
  row.kind === 'session' ? { ...row, session: { ...row.session, gone: row.session.gone ?? false } } : { ...row };
const takeOver = (drawn: readonly Row[], newer: readonly Row[]): Row[] | undefined =>
  takeOverWith(drawn, newer, appearanceOf);
const at = Date.UTC(2026, 0, 1);
const upload = { name: 'x', at, folder: '/x', title: 'X', version: '1', bytes: 1, sha256: '' };

describe('Rows that change', () => {
  it('stay the same objects, and only those that say something else are drawn again', () => {
    const drawn = [pool('a', 1), pool('b', 1), pool('c', 1)];
    const [, second] = drawn;
    const changed = takeOver(drawn, [pool('a', 1), pool('b', 0), pool('c', 1)]);
    assert.equal(changed?.length, 1);
    assert.equal(changed[0], second);
    assert.equal(second?.pool.available, 0);
    assert.deepEqual(takeOver(drawn, [pool('a', 1), pool('b', 0), pool('c', 1)]), []);
  });

  it('are not drawn again for what nobody sees, but have it', () => {
    const row = session();
    assert.deepEqual(takeOver([row], [session({ gone: false })]), []);
    assert.equal(row.session.gone, false);
  });

  it('lose what newer ones do not have', () => {
    const row: UploadRow = { kind: 'upload', connection, session: { id: 's' }, upload, watch: 'uploaded' };
    takeOver([row], [{ kind: 'upload', connection, session: { id: 's' }, upload, logState: 'following' }]);
    assert.deepEqual(row, { kind: 'upload', connection, session: { id: 's' }, upload, logState: 'following' });
  });

  const others: [title: string, drawn: Row[], newer: Row[]][] = [
    ['one is added', [pool('a', 1)], [pool('a', 1), pool('b', 1)]],
    ['one is gone', [pool('a', 1), pool('b', 1)], [pool('a', 1)]],
    ['their order is another', [pool('a', 1), pool('b', 1)], [pool('b', 1), pool('a', 1)]],
    [
      'they belong to another connection',
      [pool('a', 1)],
      [{ ...pool('a', 1), connection: { name: 'two', address: '' } }],
    ],
    ['one gets its first upload', [session()], [session({ uploads: [upload] })]],
    ['one has ended and cannot be opened any more', [session()], [session({ gone: true })]],
    ['very many have changed', range((id) => pool(id, 1)), range((id) => pool(id, 2))],
  ];
  for (const [title, drawn, newer] of others)
    it(`are all drawn again where ${title}, and the old ones stay as they were`, () => {
      const before = structuredClone(drawn);
      assert.equal(takeOver(drawn, newer), undefined);
      assert.deepEqual(drawn, before);
    });
});

function range<T>(make: (id: string) => T): T[] {
  return Array.from({ length: 100 }, (_, index) => make(String(index)));
}
