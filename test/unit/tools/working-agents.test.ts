import assert from 'node:assert/strict';
import { Activities } from '../../../src/app/activities/activities';
import { wordsForStop } from '../../../src/app/activities/stop-reasons';
import { WorkingAgents } from '../../../src/tools';

const CONNECTION = { name: 'one', address: 'https://example.com' };
const [ONE, OTHER] = [
  { id: '1', name: 'One' },
  { id: '2', name: 'Other' },
];

describe('An agent that a person has stopped in a session', () => {
  it('is refused there each time it calls, and told for how long', () => {
    const activities = new Activities(wordsForStop);
    const work = new WorkingAgents(activities);
    const stopping = new AbortController();
    work.begin(CONNECTION, { id: 'a' }, ONE, stopping);
    activities.stopWhere(() => true, 'stopped');
    assert.ok(stopping.signal.aborted);
    for (let call = 0; call < 3; call++) {
      assert.throws(() => work.refuseStopped(CONNECTION, { id: 'a' }, ONE), /refused for \d+ more seconds/);
      assert.throws(
        () => work.begin(CONNECTION, { id: 'a' }, ONE, new AbortController()),
        /^UserError: A person has stopped your work/,
      );
    }
    work.refuseStopped(CONNECTION, { id: 'b' }, ONE);
    work.refuseStopped(CONNECTION, { id: 'a' }, OTHER);
  });
});
