import assert from 'node:assert/strict';
import { connectionNameProblem, readConnections } from '../../../src/core/connection-settings';
import { english } from '../../../src/core/message';

const GOOD = { name: 'Kernel', address: 'https://api.example.com/' };

function problemOf(entry: unknown): string {
  const [read] = readConnections([entry]);
  return read && 'problem' in read ? english(read.problem) : 'no problem';
}

describe('The connections in the settings', () => {
  it('are read with all that is said of them', () => {
    const full = {
      name: ' Staging ',
      address: 'https://API.example.com/v1/',
      session: ' s1 ',
      pool: 'p1',
      color: 'orange',
      icon: 'beaker',
      production: true,
    };
    assert.deepEqual(readConnections([full]), [
      {
        name: 'Staging',
        settings: {
          name: 'Staging',
          address: 'https://api.example.com/v1',
          session: 's1',
          pool: 'p1',
          color: 'orange',
          icon: 'beaker',
          production: true,
        },
      },
    ]);
  });

  it('need no more than a name and an address, and are no production unless it is said', () => {
    assert.deepEqual(readConnections([GOOD]), [
      { name: 'Kernel', settings: { name: 'Kernel', address: 'https://api.example.com', production: false } },
    ]);
  });

  it('may be that of this machine', () => {
    assert.deepEqual(readConnections([{ name: 'Mine', address: 'local' }]), [
      { name: 'Mine', settings: { name: 'Mine', address: 'local', production: false } },
    ]);
  });

  it('that are empty texts count as left out', () => {
    assert.deepEqual(readConnections([{ ...GOOD, session: '', color: '', icon: '' }]), readConnections([GOOD]));
  });

  for (const [entry, why] of [
    [{ address: 'https://a.example' }, /Enter a name/],
    [{ name: ' ', address: 'https://a.example' }, /Enter a name/],
    [{ name: 'x'.repeat(41), address: 'https://a.example' }, /at most 40/],
    [{ name: 'a' }, /“address” is missing/],
    [{ ...GOOD, address: 'http://api.example.com' }, /only for localhost/],
    [{ ...GOOD, address: 'Local' }, /isn’t a valid address/],
    [{ ...GOOD, session: 7 }, /“session” must/],
    [{ ...GOOD, pool: ['p'] }, /“pool” must/],
    [{ ...GOOD, color: 'pink' }, /“color” must be one of red, orange/],
    [{ ...GOOD, icon: '$(cloud)' }, /“icon” must/],
    [{ ...GOOD, production: 'yes' }, /“production” must be true or false/],
    ['https://a.example', /Enter a name/],
    [null, /Enter a name/],
  ] as const) {
    it(`says what is wrong with ${JSON.stringify(entry)}`, () => assert.match(problemOf(entry), why));
  }

  it('that are wrong do not take the others with them', () => {
    const read = readConnections([{ name: 'wrong' }, GOOD]);
    assert.deepEqual(
      read.map((entry) => 'settings' in entry),
      [false, true],
    );
  });

  it('with one name are one: the second is wrong', () => {
    const [first, second] = readConnections([GOOD, { ...GOOD, address: 'https://b.example' }]);
    assert.ok(first && 'settings' in first);
    assert.ok(second && 'problem' in second && english(second.problem) === 'Another connection has the same name.');
  });

  for (const setting of [undefined, null, 'x', {}, 7]) {
    it(`are none where the setting is ${JSON.stringify(setting)}`, () =>
      assert.deepEqual(readConnections(setting), []));
  }

  it('need a name of their own', () => {
    assert.equal(connectionNameProblem('New', ['Old']), undefined);
    assert.ok(connectionNameProblem(' Old ', ['Old']));
  });
});
