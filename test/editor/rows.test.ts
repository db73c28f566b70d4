import assert from 'node:assert/strict';
import { LoadedExtensions } from '../../src/app/loaded/loaded-extensions';
import { openRecords, type SessionRecord } from '../../src/state';
import { sessionRows } from '../../src/ui/views';
import { itemOf } from '../../src/ui/views/items';

const CONNECTION = { name: 'one', address: 'https://a', production: false };
/** As many as are remembered of one connection. */
const REMEMBERED = 2000;
const TIMES = 5;

/** Sessions whose IDs look like those of a service. */
function stored(): SessionRecord[] {
  return Array.from({ length: REMEMBERED }, (_, index) => ({
    id: `${(index * 7919).toString(36).padStart(6, '0')}orfit78e1m2biiifpb`,
    pool: 'pool',
    viewport: { width: 1280, height: 800 },
    timeoutSeconds: 600,
    createdAt: Date.now(),
    ...(index % 3 === 0 && { name: `session ${index}` }),
  }));
}

describe('Rows of sessions', () => {
  it('are made for 10,000 sessions, each to be told from the others', () => {
    const sessions = stored();
    const storage = { get: () => sessions, update: async () => {} };
    const loaded = new LoadedExtensions();
    const start = performance.now();
    let items = 0;
    for (let time = 0; time < TIMES; time++) {
      // Read anew each time.
      const { sessions: list } = openRecords(storage, CONNECTION, () => {});
      const made = sessionRows(CONNECTION, list, { loaded }).map(itemOf);
      assert.equal(new Set(made.map(({ id }) => id)).size, REMEMBERED);
      assert.equal(new Set(made.map(({ label }) => label)).size, REMEMBERED);
      items += made.length;
    }
    // For whoever runs it; a machine that is busy must not fail it.
    process.stdout.write(`      ${items} rows in ${Math.round(performance.now() - start)} ms\n`);
    loaded.dispose();
  });
});
