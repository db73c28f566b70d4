import { BreaksFixture, isHttp } from '../app/breaks-fixture';

describe('Uploading again, while something breaks in any way', () => {
  let fixture: BreaksFixture;
  before(async () => (fixture = await BreaksFixture.open()));
  after(() => fixture.close());

  for (const fault of ['cut before', 'cut after'] as const)
    it(`each call ${fault} the service has it: what is claimed is so, and the next time mends it`, async () => {
      for (const call of fixture.calls) await fixture.breakAt(call, fault);
    });

  it('canceled at each call: what is remembered is so, and the next time mends it', async () => {
    for (const call of fixture.calls) await fixture.cancelAt(call);
  });

  for (const status of [400, 404, 409, 500, 503])
    it(`each request answered with ${status}: what is claimed is so, and the next time mends it`, async () => {
      for (const call of fixture.calls.filter(isHttp)) await fixture.breakAt(call, status);
    });

  it('the service is gone from a call on: what is claimed is so, and the next time mends it', async () => {
    for (const call of fixture.calls.filter(({ nth }) => nth === 1)) await fixture.breakFrom(call);
  });

  for (const [when, name] of [
    ['before anything is asked', 'GET session'],
    ['right before the reload', 'Extensions.loadUnpacked'],
    ['right after the reload', 'Target.getTargets'],
  ] as const)
    it(`the browser is killed ${when}: what is claimed is so, and the next time mends it`, () => fixture.killAt(name));
});
