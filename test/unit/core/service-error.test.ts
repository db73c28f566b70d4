import assert from 'node:assert/strict';
import { operations } from '../../../src/api/operations';
import { ConnectionError, ServiceError, isNotFound } from '../../../src/core/service-error';
import { message } from '../../../src/core/message';

const ADDRESS = 'https://api.example.com';
const words = { code: 'bad_request', message: 'name too long', details: ['invalid_input: at most 255'] };

describe('An error of the service', () => {
  for (const [status, help, sentence] of [
    [
      400,
      'showLog',
      'The service refused the upload to session s1. It says: name too long [bad_request] (invalid_input: at most 255)',
    ],
    [
      401,
      'setToken',
      'The service at https://api.example.com did not accept the token. Set a new one. It says: name too long [bad_request] (invalid_input: at most 255)',
    ],
    [
      403,
      'setToken',
      'The token does not permit the upload to session s1, or the plan of its account does not cover it. It says: name too long [bad_request] (invalid_input: at most 255)',
    ],
    [
      404,
      'chooseSession',
      'Session s1 is not there: it has ended, or belongs to another account. It says: name too long [bad_request] (invalid_input: at most 255)',
    ],
    [
      500,
      'refresh',
      'The service failed at the upload to session s1. It may have happened all the same: look before you try again. It says: name too long [bad_request] (invalid_input: at most 255)',
    ],
  ] as const) {
    it(`with status ${status} becomes one sentence and the button ${help}`, () => {
      const error = new ServiceError(operations.upload('s1'), status, words, ADDRESS);
      assert.equal(error.message, sentence);
      assert.equal(error.help, help);
    });
  }

  it('with no words of the service still says what happened', () => {
    assert.equal(
      new ServiceError(operations.click('s1'), 400, { details: [] }, ADDRESS).message,
      'The service refused the click in session s1.',
    );
  });

  it('says after a deletion that it may be tried again', () => {
    assert.match(
      new ServiceError(operations.deleteExtension('e'), 502, { details: [] }, ADDRESS).message,
      /Trying again is safe/,
    );
  });

  for (const status of [405, 409, 422, 501]) {
    it(`with status ${status} is a refusal, and nothing may have happened`, () => {
      const error = new ServiceError(operations.click('s1'), status, { details: [] }, ADDRESS);
      assert.equal(error.message, `The service refused the click in session s1 (status ${status}).`);
    });
  }

  it('tells how long to wait where the service tells it', () => {
    assert.match(
      new ServiceError(operations.click('s1'), 429, { details: [] }, ADDRESS, 11_400).message,
      /Try again in 12 s\./,
    );
    assert.match(new ServiceError(operations.click('s1'), 429, { details: [] }, ADDRESS).message, /in a moment/);
  });

  it('of a redirect says that the token is not sent on', () => {
    const error = new ServiceError(operations.click('s1'), 307, { details: [] }, ADDRESS);
    assert.match(error.message, /The token is not sent there/);
    assert.equal(error.help, 'changeAddress');
  });

  it('is known as not found by its status alone', () => {
    assert.ok(isNotFound(new ServiceError(operations.click('s1'), 404, { details: [] }, ADDRESS)));
    assert.ok(!isNotFound(new ServiceError(operations.click('s1'), 400, { details: [] }, ADDRESS)));
    assert.ok(!isNotFound(new Error('404')));
  });
});

describe('A failed connection', () => {
  it('before anything left says so, and offers the address', () => {
    const error = new ConnectionError(operations.click('s1'), ADDRESS, message('nothing listens at this address'), {
      sent: false,
      transient: false,
    });
    assert.equal(
      error.message,
      'No connection to https://api.example.com: nothing listens at this address. Nothing was sent.',
    );
    assert.equal(error.help, 'changeAddress');
  });

  it('after something left says that it may have happened', () => {
    const error = new ConnectionError(operations.click('s1'), ADDRESS, message('no answer in time'), {
      sent: true,
      transient: false,
    });
    assert.equal(
      error.message,
      'The click in session s1 may have happened, or not: no answer in time. Look before you try again.',
    );
    assert.equal(error.help, 'takeScreenshot');
  });

  it('after something left of what may be done twice says that', () => {
    const error = new ConnectionError(operations.screenshot('s1'), ADDRESS, message('no answer in time'), {
      sent: true,
      transient: false,
    });
    assert.equal(error.message, 'The picture of session s1 failed: no answer in time. Trying again is safe.');
  });
});
