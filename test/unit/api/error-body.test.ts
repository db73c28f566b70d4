import assert from 'node:assert/strict';
import { readErrorBody } from '../../../src/api/answers';
import { clickBody } from '../../../src/api/computer';
import { releaseBody } from '../../../src/api/pools';
import { segment } from '../../../src/api/service';

const asIs = (text: string): string => text;

describe('The error object of the service', () => {
  it('is read with code, message, details and inner error', () => {
    const body = {
      code: 'bad_request',
      message: 'no',
      details: [{ code: 'a', message: 'first' }, { message: 'second' }],
      inner_error: { code: 'invalid_input', message: 'third' },
    };
    assert.deepEqual(readErrorBody(JSON.stringify(body), asIs), {
      code: 'bad_request',
      message: 'no',
      details: ['a: first', 'second', 'invalid_input: third'],
    });
  });

  for (const body of [
    '',
    '<html><body>Bad gateway</body></html>',
    '{"code": "x',
    '[]',
    '"text"',
    '7',
    'null',
    '{"code": 7, "message": {}, "details": "x"}',
  ]) {
    it(`has no words in ${body || 'an empty body'}`, () =>
      assert.deepEqual(readErrorBody(body, asIs), { details: [] }));
  }

  it('may have a message alone', () =>
    assert.deepEqual(readErrorBody('{"message":"only this"}', asIs), { message: 'only this', details: [] }));
  it('is cut where it would fill the screen', () =>
    assert.equal(readErrorBody(JSON.stringify({ message: 'x'.repeat(9000) }), asIs).message?.length, 501));
});

describe('An id in a path', () => {
  it('is one segment', () => assert.equal(segment('a/b?c#d'), 'a%2Fb%3Fc%23d'));
  for (const id of ['', '.', '..']) it(`is not “${id}”`, () => assert.throws(() => segment(id), /isn’t a valid ID/));
});

describe('The body of a request', () => {
  it('of a click has only what the person chose', () => assert.deepEqual(clickBody({ x: 1, y: 2 }), { x: 1, y: 2 }));
  it('of a click uses the names of the wire', () => {
    assert.deepEqual(clickBody({ x: 1, y: 2, button: 'right', clickType: 'down', clicks: 2, holdKeys: ['shift'] }), {
      x: 1,
      y: 2,
      button: 'right',
      click_type: 'down',
      num_clicks: 2,
      hold_keys: ['shift'],
    });
  });
  it('of a release says nothing of reuse unless it was chosen', () =>
    assert.deepEqual(releaseBody({ pool: 'p', sessionId: 's' }), { session_id: 's' }));
  it('of a release says no as well as yes', () => {
    assert.deepEqual(releaseBody({ pool: 'p', sessionId: 's', reuse: false }), { session_id: 's', reuse: false });
    assert.deepEqual(releaseBody({ pool: 'p', sessionId: 's', reuse: true }), { session_id: 's', reuse: true });
  });
});
