import assert from 'node:assert/strict';
import { computerOperations } from '../../../src/api/computer';
import { extensionOperations } from '../../../src/api/extensions';
import { ConnectionError, ServiceError, isNotFound } from '../../../src/core/service-error';
import { message } from '../../../src/core/message';

const ADDRESS = 'https://api.example.com';
const words = { code: 'bad_request', message: 'name too long', details: ['invalid_input: at most 255'] };

describe('An error of the service', () => {
  for (const [status, recovery, sentence] of [
    [400, 'showLog', 'Couldn’t upload to “s1”. The service says: “name too long (invalid_input: at most 255)”'],
    [401, 'setToken', 'Couldn’t upload to “s1”. “https://api.example.com” rejected the token.'],
    [
      403,
      'setToken',
      'Couldn’t upload to “s1”. The token lacks permission, or the account’s plan doesn’t include this.',
    ],
    [404, 'chooseSession', '“s1” has ended or belongs to another account.'],
    [
      500,
      'checkSession',
      'The service failed during the upload to “s1”. The extension may be loaded. Check the session before you upload again. The service says: “name too long (invalid_input: at most 255)”',
    ],
  ] as const) {
    it(`with status ${status} becomes one sentence and the button ${recovery}`, () => {
      const error = new ServiceError(extensionOperations.upload('s1'), status, words, ADDRESS);
      assert.equal(error.message, sentence);
      assert.equal(error.recovery, recovery);
    });
  }

  it('with no words of the service still says what happened', () => {
    assert.equal(
      new ServiceError(computerOperations.click('s1'), 400, { details: [] }, ADDRESS).message,
      'Couldn’t click in “s1”. The service rejected the request (400).',
    );
  });

  it('says after a deletion that it may be tried again', () => {
    assert.equal(
      new ServiceError(extensionOperations.deleteExtension('e'), 502, { details: [] }, ADDRESS).message,
      'Couldn’t delete “e”. The service failed (502). You can try again.',
    );
  });

  for (const status of [405, 409, 422, 501]) {
    it(`with status ${status} is a refusal, and nothing may have happened`, () => {
      const error = new ServiceError(computerOperations.click('s1'), status, { details: [] }, ADDRESS);
      assert.equal(error.message, `Couldn’t click in “s1”. The service rejected the request (${status}).`);
    });
  }

  it('tells how long to wait where the service tells it', () => {
    assert.match(
      new ServiceError(computerOperations.click('s1'), 429, { details: [] }, ADDRESS, 11_400).message,
      /Try again in 12 s\./,
    );
    assert.match(
      new ServiceError(computerOperations.click('s1'), 429, { details: [] }, ADDRESS).message,
      /in a moment/,
    );
  });

  it('of a busy service says when to come back, and that it failed: it did nothing', () => {
    const busy = new ServiceError(computerOperations.click('s1'), 503, { details: [] }, ADDRESS, 11_400);
    assert.deepEqual([busy.message, busy.severity], ['Service busy. Try again in 12 s.', 'error']);
    const failed = new ServiceError(computerOperations.click('s1'), 503, { details: [] }, ADDRESS);
    assert.deepEqual(
      [failed.message, failed.severity],
      [
        'The service failed during the click in “s1”. The click may have gone through. Check the screen before you retry.',
        'warning',
      ],
    );
  });

  it('of a redirect says that the token is not sent on', () => {
    const error = new ServiceError(computerOperations.click('s1'), 307, { details: [] }, ADDRESS);
    assert.match(error.message, /The token wasn’t sent there/);
    assert.equal(error.recovery, 'changeAddress');
  });

  it('is known as not found by its status alone', () => {
    assert.ok(isNotFound(new ServiceError(computerOperations.click('s1'), 404, { details: [] }, ADDRESS)));
    assert.ok(!isNotFound(new ServiceError(computerOperations.click('s1'), 400, { details: [] }, ADDRESS)));
    assert.ok(!isNotFound(new Error('404')));
  });
});

describe('A failed connection', () => {
  it('before anything left says so, and offers the address', () => {
    const error = new ConnectionError(computerOperations.click('s1'), ADDRESS, message('Connection refused.'), {
      sent: false,
      transient: false,
      fault: 'address',
    });
    assert.equal(error.message, 'Couldn’t reach https://api.example.com. Connection refused. Nothing was sent.');
    assert.equal(error.recovery, 'changeAddress');
  });

  for (const [fault, recovery] of [
    ['proxy', 'openProxySettings'],
    ['network', 'showLog'],
  ] as const) {
    it(`by the ${fault} offers what helps: ${recovery}`, () => {
      const error = new ConnectionError(
        computerOperations.click('s1'),
        ADDRESS,
        message('The network is unreachable.'),
        {
          sent: false,
          transient: false,
          fault,
        },
      );
      assert.equal(error.recovery, recovery);
      assert.equal(error.severity, 'error');
    });
  }

  it('after something left says that it may have happened', () => {
    const error = new ConnectionError(computerOperations.click('s1'), ADDRESS, message('No response within 60 s.'), {
      sent: true,
      transient: false,
      fault: 'network',
    });
    assert.equal(
      error.message,
      'The click in “s1” got no answer. No response within 60 s. The click may have gone through. Check the screen before you retry.',
    );
    assert.equal(error.recovery, 'takeScreenshot');
    assert.equal(error.severity, 'warning');
  });

  it('after something left of what may be done twice says that', () => {
    const error = new ConnectionError(
      computerOperations.screenshot('s1'),
      ADDRESS,
      message('No response within 60 s.'),
      {
        sent: true,
        transient: false,
        fault: 'network',
      },
    );
    assert.equal(error.message, 'Couldn’t take a screenshot of “s1”. No response within 60 s. You can try again.');
  });
});
