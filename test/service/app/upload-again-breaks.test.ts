import assert from 'node:assert/strict';
import type { Call } from '../../support/network/breaking-proxy';
import { nightly } from '../../support/nightly';
import { BreaksFixture, isHttp } from './breaks-fixture';

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

  it('each call cut after it has reached the service: what is claimed is so, and the next time mends it', async () => {
    for (const call of calls) await fixture.breakAt(call, 'cut after');
  });

  for (const [when, name] of [
    ['while files are written', 'POST fs/upload_zip'],
    ['while a page is reloaded', 'Page.reload'],
  ] as const)
    it(`the browser is killed ${when}: what is claimed is so, and the next time mends it`, () => fixture.killAt(name));

  for (const fault of ['cut before', 'cut after'] as const)
    nightly(`each call ${fault} the service has it: what is claimed is so, and the next time mends it`, async () => {
      for (const call of fixture.calls) await fixture.breakAt(call, fault);
    });

  nightly('canceled at each call: what is remembered is so, and the next time mends it', async () => {
    for (const call of fixture.calls) await fixture.cancelAt(call);
  });

  for (const status of [400, 404, 409, 500, 503])
    nightly(`each request answered with ${status}: what is claimed is so, and the next time mends it`, async () => {
      for (const call of fixture.calls.filter(isHttp)) await fixture.breakAt(call, status);
    });

  nightly('the service is gone from a call on: what is claimed is so, and the next time mends it', async () => {
    for (const call of fixture.calls.filter(({ nth }) => nth === 1)) await fixture.breakFrom(call);
  });

  for (const [when, name] of [
    ['before anything is asked', 'GET session'],
    ['right before the reload', 'Extensions.loadUnpacked'],
    ['right after the reload', 'Target.getTargets'],
  ] as const)
    nightly(`the browser is killed ${when}: what is claimed is so, and the next time mends it`, () =>
      fixture.killAt(name),
    );
});
