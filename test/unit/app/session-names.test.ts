import assert from 'node:assert/strict';
import { defaultSession } from '../../../src/app/last-used';
import { aliasProblem, knownSession } from '../../../src/app/sessions';
import { english } from '../../../src/core/message';
import { labelOf, nameOf, openRecords, type SessionRecord } from '../../../src/state';
import { storage } from '../../support/storage';

const ID = '4ohd5orfit78e1m2biiifpbv';

const label = (session: SessionRecord): string => {
  const said = labelOf(session);
  return typeof said === 'string' ? said : english(said);
};

function sessionsWith(...sessions: SessionRecord[]): ReturnType<typeof openRecords>['sessions'] {
  const store = storage();
  const connection = { name: 'one', address: 'https://a' };
  store.values.set('sessions https://a one', sessions);
  return openRecords(store, connection, () => {}).sessions;
}

describe('The label of a session', () => {
  it('is the name that the user gave it, else its own, else the beginning of its ID', () => {
    assert.equal(label({ id: ID, name: 'checkout', alias: 'mine' }), 'mine');
    assert.equal(label({ id: ID, name: 'checkout' }), 'checkout');
    assert.equal(label({ id: ID }), 'Session 4ohd');
    assert.equal(label({ id: 'session-1' }), 'session-1');
    assert.equal(nameOf({ id: ID }), ID);
  });

  it('is refused only if no row could show it', () => {
    assert.equal(aliasProblem(' '), undefined);
    assert.equal(aliasProblem('x'.repeat(100)), undefined);
    assert.ok(aliasProblem('x'.repeat(101)));
  });
});

const used = (id: string, at: number): SessionRecord => ({ id, lastClick: { text: '1, 2', at } });

const meant = (wanted: string, ...sessions: SessionRecord[]): string | undefined =>
  knownSession(sessionsWith(...sessions), wanted)?.id;

describe('A name', () => {
  it('means the session that runs under it, whichever ended or was released before', () => {
    const others: SessionRecord[] = [
      { id: 'released', name: 'main', released: true },
      { id: 'gone', alias: 'main', gone: true },
    ];
    assert.equal(meant('main', ...others, { id: 'a', name: 'main' }), 'a');
    assert.equal(meant('main', ...others, { id: 'a', name: 'other', alias: 'main' }), 'a');
    assert.equal(meant('released', ...others), 'released');
    // So that it is told why it cannot be used, rather than looked for at the service, where others have it now.
    assert.equal(meant('main', ...others), 'released');
    assert.equal(meant('none', ...others), undefined);
  });

  it('means none of several that run under it', () => {
    const both: SessionRecord[] = [
      { id: 'a', name: 'main' },
      { id: 'b', name: 'theirs', alias: 'main' },
    ];
    assert.throws(() => meant('main', ...both), {
      name: 'UserError',
      message: '2 sessions are named “main”. Use the ID of one: “a”, “b”.',
      recovery: 'chooseSession',
    });
    assert.equal(meant('theirs', ...both), 'b');
    assert.equal(meant('a', ...both, { id: 'c', name: 'a' }), 'a');
  });
});

describe('The default session', () => {
  it('is that of the setting only if one runs under that name', () => {
    const sessions = sessionsWith({ id: 'a', name: 'main' }, { ...used('b', 5), name: 'main' }, used('c', 7));
    assert.deepEqual(defaultSession(sessions, { session: 'main' }), { id: 'c', by: 'used' });
  });

  it('is that of the setting, by its ID or its name, also if it is not known', () => {
    const sessions = sessionsWith({ id: 'a', name: 'first' }, used('b', 5));
    assert.deepEqual(defaultSession(sessions, { session: 'first' }), { id: 'a', by: 'set' });
    assert.deepEqual(defaultSession(sessions, { session: 'else' }), { id: 'else', by: 'set' });
  });

  it('is else the one that was used last, of those that are there', () => {
    const sessions = sessionsWith({ ...used('a', 9), gone: true }, used('b', 5), used('c', 7), { id: 'd' });
    assert.deepEqual(defaultSession(sessions, {}), { id: 'c', by: 'used' });
    assert.equal(defaultSession(sessionsWith({ id: 'd' }), {}), undefined);
  });
});
