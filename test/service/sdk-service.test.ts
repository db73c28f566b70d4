import assert from 'node:assert/strict';
import { Kernel } from '@onkernel/sdk';
import { startSdkService, type SdkService } from '../support/sdk-service';
import { addSessionRoutes, sessionState } from '../support/sdk-service/sessions';

describe('The official SDK and a service in the shapes of its types', () => {
  let service: SdkService;
  let kernel: Kernel;

  beforeEach(async () => {
    const state = sessionState([{ id: 'profile1', created_at: new Date().toISOString(), name: 'shopper' }]);
    service = await startSdkService((app) => addSessionRoutes(app, state));
    kernel = new Kernel({ apiKey: service.token, baseURL: service.url, maxRetries: 0 });
  });
  afterEach(() => service.stop());

  it('agree on names, tags, profiles and what has ended', async () => {
    const { session_id: id } = await kernel.browsers.create({ tags: { team: 'web' }, profile: { name: 'shopper' } });
    await kernel.browsers.update(id, { name: 'checkout' });
    const { name, tags, profile } = await kernel.browsers.retrieve('checkout');
    assert.deepEqual([name, tags, profile?.id], ['checkout', { team: 'web' }, 'profile1']);
    const found = await kernel.browsers.list({ tags: { team: 'web' } });
    assert.deepEqual(
      found.items.map(({ session_id: each }) => each),
      [id],
    );
    await kernel.browsers.deleteByID(id);
    const ended = await kernel.browsers.list({ status: 'deleted' });
    assert.ok(ended.items[0]?.deleted_at);
  });
});
