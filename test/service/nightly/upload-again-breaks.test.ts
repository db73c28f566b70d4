import { BreaksStage, isHttp } from '../app/breaks-stage';

describe('Uploading again, while something breaks in any way', () => {
  let stage: BreaksStage;
  before(async () => (stage = await BreaksStage.open()));
  after(() => stage.close());

  for (const fault of ['cut before', 'cut after'] as const)
    it(`each call ${fault} the service has it: what is claimed is so, and the next time mends it`, async () => {
      for (const call of stage.calls) await stage.breakAt(call, fault);
    });

  it('canceled at each call: what is remembered is so, and the next time mends it', async () => {
    for (const call of stage.calls) await stage.cancelAt(call);
  });

  for (const status of [400, 404, 409, 500, 503])
    it(`each request answered with ${status}: what is claimed is so, and the next time mends it`, async () => {
      for (const call of stage.calls.filter(isHttp)) await stage.breakAt(call, status);
    });

  it('the service is gone from a call on: what is claimed is so, and the next time mends it', async () => {
    for (const call of stage.calls.filter(({ nth }) => nth === 1)) await stage.breakFrom(call);
  });

  for (const [when, name] of [
    ['before anything is asked', 'GET session'],
    ['right before the reload', 'Extensions.loadUnpacked'],
    ['right after the reload', 'Target.getTargets'],
  ] as const)
    it(`the browser is killed ${when}: what is claimed is so, and the next time mends it`, () => stage.killAt(name));
});
