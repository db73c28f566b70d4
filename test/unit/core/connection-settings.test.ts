import assert from 'node:assert/strict';
import { connectionNameProblem, projectOf, readConnections, serviceOf } from '../../../src/core/connection-settings';
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
      project: ' proj_1 ',
      tags: { team: 'web' },
      newSessions: { profile: 'work', stealth: true, timeoutSeconds: 600 },
      production: true,
    };
    assert.deepEqual(readConnections([full]), [
      {
        name: 'Staging',
        settings: {
          name: 'Staging',
          address: 'https://api.example.com/v1#proj_1',
          tags: { team: 'web' },
          newSessions: { profile: 'work', stealth: true, timeoutSeconds: 600 },
          session: 's1',
          pool: 'p1',
          color: 'orange',
          icon: 'beaker',
          production: true,
        },
      },
    ]);
  });

  it('say where requests go, and which project they are about', () => {
    const [entry] = readConnections([
      { ...GOOD, project: 'p-1', tags: { a: 'b' }, newSessions: { region: 'eu-west' } },
    ]);
    assert.ok(entry && 'settings' in entry);
    assert.deepEqual(serviceOf(entry.settings), {
      baseUrl: 'https://api.example.com',
      project: 'p-1',
      tags: { a: 'b' },
      defaults: { region: 'eu-west' },
    });
    assert.equal(projectOf({ address: 'https://api.example.com' }), undefined);
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
    assert.deepEqual(
      readConnections([{ ...GOOD, session: '', color: '', icon: '', project: '', tags: {} }]),
      readConnections([GOOD]),
    );
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
    [{ ...GOOD, project: 7 }, /“project” must be the ID/],
    [{ ...GOOD, project: 'a b' }, /“project” must be the ID/],
    [{ ...GOOD, project: 'a\r\nb' }, /“project” must be the ID/],
    [{ ...GOOD, project: 'a#b' }, /“project” must be the ID/],
    [{ ...GOOD, address: 'local', project: 'p' }, /local browser has no projects/],
    [{ ...GOOD, tags: 'team=web' }, /“tags” must be at most 50 pairs/],
    [{ ...GOOD, tags: { team: 7 } }, /“tags” must be/],
    [{ ...GOOD, tags: { team: '' } }, /“tags” must be/],
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

describe('The defaults of new sessions in the settings', () => {
  it('are wrong where the service could not take them', () => {
    for (const newSessions of [
      'work',
      [],
      { profile: '../work' },
      { profile: 3 },
      { stealth: 'yes' },
      { region: 'EU West' },
      { proxy: '' },
      { timeoutSeconds: 5 },
      { timeoutSeconds: 1.5 },
      { timeoutSeconds: '60' },
      { chromePolicy: [] },
      { chromePolicy: {} },
      { savesChanges: true },
    ])
      assert.match(problemOf({ ...GOOD, newSessions }), /“newSessions” takes/, JSON.stringify(newSessions));
    assert.equal(problemOf({ ...GOOD, newSessions: {} }), 'no problem');
  });
});
