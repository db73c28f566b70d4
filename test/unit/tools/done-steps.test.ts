import assert from 'node:assert/strict';
import { message } from '../../../src/core/message';
import { MAX_STEPS } from '../../../src/core/sequence';
import { DoneSteps } from '../../../src/tools/memory/done-steps';

function press(mark: number): Parameters<DoneSteps['add']>[1] {
  return { mark, step: { kind: 'press', key: 'Enter' }, what: message('Pressed.') };
}

describe('What agents did in a session', () => {
  it('is remembered for each by itself', () => {
    const done = new DoneSteps();
    done.add('one', press(1));
    done.add('two', press(2));
    assert.deepEqual(
      done.of('one').map(({ mark }) => mark),
      [1],
    );
    assert.deepEqual(done.of('three'), []);
    assert.equal(done.lastMark, 2);
  });

  it('is bounded: steps, agents, and secrets, the oldest go first', () => {
    const done = new DoneSteps();
    for (let mark = 1; mark <= MAX_STEPS + 5; mark++) done.add('one', press(mark));
    assert.equal(done.of('one').length, MAX_STEPS);
    assert.equal(done.of('one')[0]?.mark, 6);
    for (let at = 0; at < 50; at++) done.add(`agent ${at}`, press(2000 + at));
    assert.deepEqual(done.of('one'), []);
    assert.equal(done.of('agent 49').length, 1);
    for (let at = 0; at < 500; at++) done.addSecret(`secret ${at}`);
    assert.equal(done.secrets.length, 200);
    assert.equal(done.secrets.at(-1), 'secret 499');
  });
});
