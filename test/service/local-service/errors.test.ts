import assert from 'node:assert/strict';
import { type LocalService, request, startLocalService } from '../../support/local-service';

describe('the service', () => {
  let service: LocalService;

  before(async () => {
    service = await startLocalService({ env: { BROWSER_SESSIONS_TOKEN: 'a-token-of-our-own' } });
  });
  after(() => service.stop());

  it('takes its token from the environment', () => {
    assert.equal(service.token, 'a-token-of-our-own');
  });

  it('answers 401 without the right token, on every path', async () => {
    const unauthorized = { code: 'unauthorized', message: 'missing or invalid authorization token' };
    const withoutOperation = [
      '/browsers?status=deleted',
      '/browsers/x/replays',
      '/profiles',
      '/proxies',
      '/extensions/from_chrome_store',
      // A token that was chosen could be guessed from a proof.
      `/local-service/proof?nonce=${'n'.repeat(43)}`,
    ];
    for (const place of ['/browsers', '/browser_pools', '/extensions', '/nowhere', ...withoutOperation]) {
      for (const authorization of [
        undefined,
        'Bearer',
        'Bearer wrong',
        `Basic ${service.token}`,
        `Bearer ${service.token}x`,
      ]) {
        const response = await fetch(`${service.url}${place}`, authorization ? { headers: { authorization } } : {});
        assert.deepEqual([response.status, await response.json()], [401, unauthorized]);
      }
    }
  });

  it('answers 404 with the error object where there is no operation', async () => {
    const { status, headers, body } = await request(service, 'GET', '/nowhere');
    assert.deepEqual([status, headers.get('content-type')], [404, 'application/json']);
    assert.deepEqual(body, { code: 'not_found', message: 'there is no operation GET /nowhere' });
  });

  it('answers 405 with the error object for another method', async () => {
    const { status, headers, body } = await request(service, 'PUT', '/browsers');
    assert.deepEqual([status, headers.get('allow')], [405, 'GET, POST']);
    assert.deepEqual(body, { code: 'method_not_allowed', message: '/browsers takes GET and POST, not PUT' });
  });

  it('answers 400 with the error object for a body that is not a JSON object', async () => {
    for (const body of ['{', '[]', '1', 'null']) {
      const response = await fetch(`${service.url}/browsers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.token}` },
        body,
      });
      const { code }: { code?: string } = JSON.parse(await response.text());
      assert.deepEqual([response.status, code], [400, 'bad_request']);
    }
  });

  it('answers 404 for an extension, a pool and a session that do not exist', async () => {
    for (const [method, place] of [
      ['DELETE', '/extensions/x'],
      ['POST', '/browser_pools/x/acquire'],
      ['POST', '/browsers/x/computer/click_mouse'],
    ] as const) {
      assert.equal(
        (
          await request(
            service,
            method,
            place,
            method === 'POST' && place.includes('click') ? { x: 1, y: 1 } : undefined,
          )
        ).status,
        404,
      );
    }
  });
});
