import assert from 'node:assert/strict';
import type { Call } from '../../support/network/breaking-proxy';
import { nightly } from '../../support/nightly';
import { BreaksFixture, isHttp } from './breaks-fixture';

/** Each request meets one of them here, and all of them in the tests of each night. */
const STATUSES = [500, 404, 409, 400, 503];

describe('Uploading again, while something breaks', () => {
  let fixture: BreaksFixture;
  /** The first and the last of each name; those between them are broken in the tests of each night. */
  let calls: Call[];
  before(async () => {
    fixture = await BreaksFixture.open();
    calls = fixture.calls.filter(
      ({ name, nth }, index) => nth === 1 || !fixture.calls.slice(index + 1).some((later) => later.name === name),
    );
  });
  after(() => fixture.close());

  it('makes these calls, of each kind at least one', () => {
    const names = new Set(calls.map(({ name }) => name));
    for (const name of [
      'GET session',
      'DevTools',
      'Extensions.getExtensions',
      'GET fs/list_files',
      'POST fs/upload_zip',
      'PUT fs/delete_file',
      'Extensions.loadUnpacked',
      'Page.reload',
    ])
      assert.ok(names.has(name), `${name} is missing: ${[...names].join(', ')}`);
  });

  nightly(
    'each call cut before it reaches the service: what is claimed is so, and the next time mends it',
    async () => {
      for (const call of calls) await fixture.breakAt(call, 'cut before');
    },
  );

  it('each call cut after it has reached the service: what is claimed is so, and the next time mends it', async () => {
    for (const call of calls) await fixture.breakAt(call, 'cut after');
  });

  nightly('each call answered with an error: what is claimed is so, and the next time mends it', async () => {
    for (const [index, call] of calls.entries())
      await fixture.breakAt(call, (isHttp(call) ? STATUSES[index % STATUSES.length] : undefined) ?? 500);
  });

  nightly('canceled at each call: what is remembered is so, and the next time mends it', async () => {
    for (const call of calls) await fixture.cancelAt(call);
  });

  for (const [when, name] of [
    ['while files are written', 'POST fs/upload_zip'],
    ['while a page is reloaded', 'Page.reload'],
  ] as const)
    it(`the browser is killed ${when}: what is claimed is so, and the next time mends it`, () => fixture.killAt(name));
});
