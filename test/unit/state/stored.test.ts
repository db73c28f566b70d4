import assert from 'node:assert/strict';
import {
  AllowedSecrets,
  ChosenConnection,
  openRecords,
  Tokens,
  type ConnectionRecords,
  type SessionRecord,
} from '../../../src/state';
import { randomJson } from '../../support/random-json';
import { secretBox, storage } from '../../support/storage';

const A = { name: 'one', address: 'https://a' };
const UPLOAD = {
  name: 'n',
  title: 'N',
  version: '1',
  bytes: 5,
  sha256: 'ab',
  digests: 'cd',
  at: 1_700_000_000_000,
  folder: '/n',
};
const CLICK = { text: '1, 2', at: 7 };
const SESSION: SessionRecord = {
  id: 's',
  name: 'S',
  gone: true,
  released: false,
  pool: 'p',
  uploads: [UPLOAD],
  lastClick: CLICK,
  recentClicks: ['1, 2', '3, 4 right'],
};
/** Stored values that contain no record. */
const NOTHING = [
  null,
  7,
  'text',
  { 0: { id: 'x' }, length: 1 },
  [null],
  [[]],
  ['x'],
  [{}],
  [{ id: 7 }],
  [{ id: '' }],
  [{ id: '..' }],
  [{ id: '\ud800' }],
  [{ id: 'x'.repeat(10_000) }],
  [{ ID: 'x' }],
];
/** Invalid values for the fields of a session. */
const WRONG = {
  name: [7, '', {}, '\udc00'],
  gone: ['yes', 1, null],
  released: ['no', 0],
  pool: [{ id: 'p' }, ''],
  uploads: [{}, 'x', [null], [{}], 7],
  recentClicks: [7, {}, 'nonsense', [], [7, 'nonsense', null]],
  lastClick: [7, {}, 'nonsense', { ...CLICK, text: 'nonsense' }, { ...CLICK, at: 'x' }, { ...CLICK, at: 1e300 }],
};

/** Records whose lists all contain this value. */
function holding(stored: unknown): ConnectionRecords {
  const store = storage();
  for (const kind of ['sessions', 'pools', 'extensions']) store.values.set(`${kind} https://a one`, stored);
  return openRecords(store, A, () => {});
}

function readUploads(...uploads: unknown[]): SessionRecord['uploads'] {
  return holding([{ id: 's', uploads }]).sessions.get('s')?.uploads;
}

describe('A remembered list that is damaged', () => {
  it('is read in full where it is not', () => assert.deepEqual(holding([SESSION]).sessions.all(), [SESSION]));

  for (const stored of NOTHING) {
    it(`has nothing in ${JSON.stringify(stored).slice(0, 40)}`, () => {
      const { sessions, pools, extensions } = holding(stored);
      assert.deepEqual([sessions.all(), sessions.notReleased(), pools.all(), extensions.all()], [[], [], [], []]);
      assert.equal(sessions.find('x'), undefined);
    });
  }

  it('keeps what can be read beside what cannot', () => {
    const stored = [null, { id: 'a' }, 7, { id: 'b', name: 'B' }, { name: 'no id' }];
    assert.deepEqual(holding(stored).pools.all(), [{ id: 'a' }, { id: 'b', name: 'B' }]);
  });

  for (const [field, values] of Object.entries(WRONG)) {
    for (const value of values) {
      it(`keeps a session without its ${field} where that is ${JSON.stringify(value)}`, () => {
        const { [field]: _left, ...rest }: Record<string, unknown> = { ...SESSION };
        assert.deepEqual(holding([{ ...SESSION, [field]: value }]).sessions.all(), [rest]);
      });
    }
  }

  for (const [field, value] of Object.entries({ available: '3', acquired: -1, bytes: Number.NaN })) {
    it(`keeps a row without its ${field} where that is ${value}`, () => {
      const { pools, extensions } = holding([{ id: 'x', [field]: value }]);
      assert.deepEqual([pools.all(), extensions.all()], [[{ id: 'x' }], [{ id: 'x' }]]);
    });
  }

  it('keeps the uploads that can be read', () => {
    const odd = [{ at: 'today' }, { folder: 7 }, { name: undefined }, { at: 9e15 }].map((fields) => ({
      ...UPLOAD,
      ...fields,
    }));
    assert.deepEqual(readUploads(null, ...odd, UPLOAD), [UPLOAD]);
    const { digests: _none, ...rest } = UPLOAD;
    assert.deepEqual(readUploads({ ...rest, title: 7, version: null, sha256: {}, digests: [] }), [
      { ...rest, title: 'n', version: '', sha256: '' },
    ]);
  });

  it('has each ID once, and each upload: the editor shows no two rows of one ID', () => {
    const { sessions } = holding([{ id: 'a', name: 'first' }, { id: 'a' }, { id: 'b', uploads: [UPLOAD, UPLOAD] }]);
    assert.deepEqual(sessions.all(), [
      { id: 'a', name: 'first' },
      { id: 'b', uploads: [UPLOAD] },
    ]);
  });

  it('can be written again', async () => {
    for (const stored of [[null], { id: 'x' }, 'text']) {
      const { sessions } = holding(stored);
      await sessions.remember({ id: 'new' });
      await sessions.remember({ id: 'new', pool: 'p' });
      await sessions.remove('other');
      assert.deepEqual(sessions.all(), [{ id: 'new', pool: 'p' }]);
    }
  });

  it('never throws, whatever is stored; what it gives can be stored and read again', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const stored = randomJson(seed);
      const { sessions, pools, extensions } = holding(stored);
      for (const list of [sessions, pools, extensions]) {
        const read = list.all();
        assert.deepEqual(JSON.parse(JSON.stringify(read)), read, `seed ${seed}`);
        for (const { id, name } of read) assert.ok(list.get(id) && list.find(name ?? id), `seed ${seed}`);
      }
      assert.deepEqual(holding(sessions.all()).sessions.all(), sessions.all(), `seed ${seed}`);
      for (const { uploads = [] } of sessions.all())
        for (const { at } of uploads) assert.doesNotThrow(() => new Date(at).toISOString());
    }
  });
});

function many(count: number, rest: object = {}): { id: string }[] {
  return Array.from({ length: count }, (_, index) => ({ id: `s${index}`, ...rest }));
}

describe('A remembered list that is huge', () => {
  it('forgets the oldest of what is gone first', () => {
    const old = many(1500).map(({ id }) => ({ id: `old-${id}` }));
    const ids = holding([...many(1500, { gone: true }), { id: 'there' }, ...old])
      .sessions.all()
      .map(({ id }) => id);
    assert.equal(ids.length, 2000);
    assert.ok(ids.includes('there') && ids.includes('old-s1499') && ids.includes('s0') && !ids.includes('s1499'));
  });

  it('then the oldest of all, but not what was released: that guards somebody else’s session', () => {
    const ids = holding([...many(5000), { id: 'released', released: true }])
      .sessions.all()
      .map(({ id }) => id);
    assert.deepEqual([ids.length, ids[0], ids.includes('released'), ids.includes('s4999')], [2000, 's0', true, false]);
  });

  it('keeps what was seen just now', async () => {
    const { sessions } = holding([]);
    await sessions.replace([...many(3000), { id: 'seen' }], ({ id }) => id === 'seen');
    assert.ok(sessions.get('seen'));
  });

  it('of 200,000 is read and written in a time that grows with its length', async () => {
    const { sessions } = holding(many(200_000));
    await sessions.remember({ id: 'new' });
    assert.deepEqual([sessions.all().length, sessions.all()[0]?.id], [2000, 'new']);
  });
});

describe('Whatever else is stored', () => {
  it('never throws where it is damaged', async () => {
    for (let seed = 1; seed <= 500; seed++) {
      const [marks, person] = [storage(), storage()];
      const keys = ['tokens stored', 'tokens of the environment allowed', 'no keyring was told'];
      for (const key of keys) marks.values.set(key, randomJson(seed + key.length));
      person.values.set('connection', randomJson(seed));
      const chosen: unknown = new ChosenConnection(storage(), person).get();
      assert.ok(chosen === undefined || (typeof chosen === 'string' && chosen !== ''));
      for (const key of ['allowedSecrets', 'allowedSecretsSalt']) person.values.set(key, randomJson(seed + key.length));
      const allowed = new AllowedSecrets(person);
      assert.ok([...allowed.all()].every((text: unknown) => typeof text === 'string'));
      assert.equal(typeof (await allowed.salt()), 'string');
      await allowed.allow(['fingerprint']);
      assert.ok(allowed.all().has('fingerprint'));
      const tokens = new Tokens(secretBox(), marks, { BROWSER_SESSIONS_TOKEN: 'env' });
      await tokens.get(A);
      await tokens.isForgotten(A);
      await tokens.allowEnvironment(A);
      assert.equal((await tokens.get(A))?.variable, 'BROWSER_SESSIONS_TOKEN');
      await tokens.clearAll('one');
      assert.equal(await tokens.get(A), undefined);
    }
  });
});
