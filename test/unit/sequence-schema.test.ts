import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { readPoints } from '../../src/core/named-points';
import { readSequence } from '../../src/core/sequence';
import { RIGHT_STEPS, WRONG_STEPS } from '../support/sequence-steps';

type Validate = (value: unknown) => boolean;

function schemaOf(name: string): Validate {
  const validate = new Ajv().compile(Object(JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'))));
  return (value) => validate(value) === true;
}

/** What stands in the place of a value. */
const OTHERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  7,
  1e6,
  '',
  'x',
  'x'.repeat(10_001),
  [],
  [''],
  {},
  { a: 1 },
];

/** All that a value becomes by one change: a part removed, added or replaced. */
function* changed(value: unknown): Generator {
  yield* OTHERS;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  yield { ...value, unknown: 1 };
  for (const [key, each] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
    for (const other of changed(each)) yield { ...value, [key]: other };
  }
}

describe('The schema of a sequence', () => {
  const validate = schemaOf('sequence');
  const differences = (sequences: Iterable<unknown>): string[] =>
    [...sequences].flatMap((each) => {
      const isRead = !('problems' in readSequence(each));
      return validate(each) === isRead ? [] : [`${isRead ? 'read' : 'refused'}: ${JSON.stringify(each).slice(0, 300)}`];
    });

  it('takes what is read', () => {
    for (const [step] of RIGHT_STEPS) assert.ok(validate({ steps: [step] }), JSON.stringify(step));
  });

  it('refuses what is refused', () => {
    const taken = WRONG_STEPS.filter(([step]) => validate({ steps: [step] }));
    assert.deepEqual(taken, []);
  });

  it('takes and refuses the same steps, whichever part of one is changed, or added from another', () => {
    const steps = [...RIGHT_STEPS, [{ click: { point: 'a' } }] as const].map(([step]) => step);
    assert.deepEqual(differences(steps.flatMap((step) => [...changed(step)].map((each) => ({ steps: [each] })))), []);
    const pairs = steps.flatMap((one) => steps.map((other) => ({ steps: [{ ...one, ...other }] })));
    assert.deepEqual(differences(pairs), []);
  });

  it('takes and refuses the same heads', () => {
    const head = {
      extension: 'a',
      start: 'HTTPS://a',
      timeout: 3_600_000,
      tags: ['a'],
      skip: 'a',
      setup: 'a',
      ports: [5173],
    };
    const steps = [{ wait: 1 }];
    assert.deepEqual(
      differences([...changed(head), { ...head, timeout: 3_600_001 }].map((each) => ({ ...Object(each), steps }))),
      [],
    );
    for (const count of [0, 1, 1000, 1001])
      assert.deepEqual(differences([{ steps: Array.from({ length: count }, () => ({ wait: 1 })) }]), []);
  });

  it('of points takes and refuses the same ones', () => {
    const isValid = schemaOf('points');
    const clicks = [
      { x: 1, y: 2, button: 'right', count: 2, hold: ['Alt'] },
      { x: 1, y: 2, action: 'up' },
    ];
    for (const click of clicks.flatMap((each) => [each, { ...each, count: 1, action: 'down' }, ...changed(each)])) {
      const value = { points: { a: click } };
      assert.equal(isValid(value), readPoints(value).problems.length === 0, JSON.stringify(value));
    }
  });
});
