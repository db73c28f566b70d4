import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { pointNameProblem, readPoints } from '../../../src/core/named-points';
import {
  formatSequence,
  MAX_STEPS,
  readSequence,
  recordedPause,
  recordedSteps,
  resolvePoints,
} from '../../../src/core/sequence';
import { describeStep, type Step } from '../../../src/core/steps';
import { RIGHT_STEPS, WRONG_STEPS } from '../../support/sequence-steps';

/** Everything that is wrong, as `path: text`. */
function problemsOf(value: unknown): string[] {
  const read = readSequence(value);
  return 'problems' in read ? read.problems.map(({ path, text }) => `${path.join('.')}: ${english(text)}`) : [];
}

function stepsOf(steps: unknown): readonly Step[] {
  const read = readSequence({ steps });
  assert.ok('steps' in read, JSON.stringify(read));
  return read.steps;
}

describe('A sequence', () => {
  it('has steps, each as it was written', () => {
    const steps = [
      { click: { x: 640, y: 360 } },
      { wait: 500 },
      { click: { point: 'Sign in' } },
      { click: { x: 1, y: 2 }, button: 'right', count: 2, hold: ['Shift', 'Ctrl'] },
      { click: { role: 'button', name: 'Watch', x: 1, y: 2 }, count: 2 },
      { mock: { url: '*', json: { a: 1 }, headers: { __proto__: 'x', 'X-A': 'b' } } },
    ];
    assert.deepEqual(stepsOf(steps), [
      { kind: 'click', click: { x: 640, y: 360 } },
      { kind: 'wait', milliseconds: 500 },
      { kind: 'point', name: 'Sign in' },
      { kind: 'click', click: { x: 1, y: 2, button: 'right', clicks: 2, holdKeys: ['shift', 'ctrl'] } },
      {
        kind: 'named',
        target: { role: 'button', name: 'Watch' },
        click: { x: 1, y: 2, clicks: 2 },
        timeout: 5000,
      },
      {
        kind: 'mock',
        mock: {
          url: '*',
          method: undefined,
          abort: false,
          status: 200,
          headers: { 'content-type': 'application/json', 'X-A': 'b' },
          body: '{"a":1}',
          delay: 0,
          times: undefined,
        },
      },
    ]);
  });

  it('may say what it is about, where it begins, and how it is run', () => {
    const head = {
      extension: 'Mine',
      start: 'HTTPS://example.com',
      timeout: 3_600_000,
      tags: ['smoke', 'slow'],
      skip: 'until 2.0',
      setup: '../sign-in.sequence.json',
      ports: [5173, 1],
    };
    const steps = [{ wait: 1 }];
    assert.deepEqual(readSequence({ $schema: 'x', description: 'y', ...head, steps }), {
      ...head,
      steps: [{ kind: 'wait', milliseconds: 1 }],
    });
    for (const [wrong, told] of [
      [
        { version: 2 },
        'version: Unknown property “version”. Use steps, extension, start, timeout, tags, skip, setup, ports, description, $schema.',
      ],
      [{ extension: 7 }, 'extension: “extension” must be a text.'],
      [{ skip: '' }, 'skip: “skip” must be a text.'],
      [{ setup: null }, 'setup: “setup” must be a text.'],
      [{ start: 'javascript:1' }, 'start: “start” must be a web address.'],
      [{ timeout: 3_600_001 }, 'timeout: “timeout” must be an integer from 0 to 3600000, in milliseconds.'],
      ...[[], [0], [65_536], ['5173'], [1, 1], 5173, [1, 2, 3, 4, 5, 6, 7, 8, 9]].map(
        (ports) => [{ ports }, 'ports: “ports” must be a list of at most 8 different ports, such as [5173].'] as const,
      ),
      [{ tags: [''] }, 'tags: “tags” must be a list of at most 20 texts of up to 50 characters.'],
      [{ tags: 'smoke' }, 'tags: “tags” must be a list of at most 20 texts of up to 50 characters.'],
      [{ tags: Array(21).fill('a') }, 'tags: “tags” must be a list of at most 20 texts of up to 50 characters.'],
    ] as const)
      assert.deepEqual(problemsOf({ ...wrong, steps }), [told]);
  });

  it('says of each wrong step what is wrong with it, and where', () => {
    assert.deepEqual(
      problemsOf({ steps: WRONG_STEPS.map(([step]) => step) }),
      WRONG_STEPS.map(([, path, words], index) => `steps.${index}${path && `.${path}`}: ${words}`),
    );
  });

  it('needs steps, and has at most 1,000', () => {
    for (const value of [null, 7, [], {}, { steps: {} }]) assert.match(problemsOf(value).join('|'), /list of “steps”/);
    assert.match(problemsOf({ steps: [] }).join('|'), /at least one step/);
    assert.match(problemsOf({ step: [] }).join('|'), /^step: Unknown property “step”/);
    const click = { click: { x: 1, y: 1 } };
    assert.deepEqual(problemsOf({ steps: Array.from({ length: MAX_STEPS }, () => click) }), []);
    assert.match(problemsOf({ steps: Array.from({ length: MAX_STEPS + 1 }, () => click) }).join('|'), /^steps\.1000: /);
  });

  it('takes the click of a point by its name, and says which names no point has', () => {
    const points = [{ name: 'Sign in', click: { x: 1, y: 2, button: 'right' } as const }];
    assert.deepEqual(resolvePoints([{ kind: 'point', name: 'Sign in' }], points), {
      steps: [{ kind: 'click', click: { x: 1, y: 2, button: 'right' } }],
    });
    const missing = resolvePoints([{ kind: 'point', name: 'Sign out' }], points);
    assert.ok('problems' in missing);
    assert.deepEqual(
      missing.problems.map(({ path, text }) => [path, english(text)]),
      [[['steps', 0, 'click', 'point'], 'No point is named “Sign out”. Known: “Sign in”.']],
    );
  });

  it('has recorded pauses in steps of 50 ms, of at most 10 s, and none before the first click', () => {
    for (const [milliseconds, rounded] of [
      [0, 0],
      [24, 0],
      [25, 50],
      [74, 50],
      [75, 100],
      [1234, 1250],
      [9_999, 10_000],
      [3_600_000, 10_000],
      [-40, 0],
    ] as const)
      assert.equal(recordedPause(milliseconds), rounded, String(milliseconds));
    const step = { kind: 'click', click: { x: 1, y: 2 } } as const;
    assert.deepEqual(recordedSteps([5000, 10, 1234].map((pause) => ({ step, pause }))), [
      step,
      step,
      { kind: 'wait', milliseconds: 1250 },
      step,
    ]);
  });

  it('has no recorded pause before a step that waits for what it is about', () => {
    const greet = { role: 'button', name: 'Greet' };
    const steps = [
      { kind: 'named', target: greet, click: {}, timeout: 5000 },
      { kind: 'type', text: 'a', into: greet, timeout: 5000 },
      { kind: 'open', page: 'popup' },
    ] as const;
    assert.deepEqual(recordedSteps(steps.map((step) => ({ step, pause: 3000 }))), steps);
    const typed = { kind: 'type', text: 'a', into: undefined, timeout: 5000 } as const;
    const press = { kind: 'press', key: 'Enter' } as const;
    assert.deepEqual(recordedSteps([typed, typed, press].map((step) => ({ step, pause: 3000 }))), [
      typed,
      { kind: 'wait', milliseconds: 3000 },
      typed,
      { kind: 'wait', milliseconds: 3000 },
      press,
    ]);
  });

  it('is written so that it can be read again, one step on each line', () => {
    const steps = [
      { kind: 'click', click: { x: 640, y: 360 } },
      { kind: 'wait', milliseconds: 1200 },
      { kind: 'click', click: { x: 1, y: 2, button: 'right', clicks: 2, holdKeys: ['alt', 'shift'] } },
    ] as const;
    const text = formatSequence(steps);
    assert.equal(
      text,
      `{
  "steps": [
    { "click": { "x": 640, "y": 360 } },
    { "wait": 1200 },
    { "click": { "x": 1, "y": 2 }, "button": "right", "count": 2, "hold": ["Alt", "Shift"] }
  ]
}
`,
    );
    assert.deepEqual(stepsOf(JSON.parse(text).steps), steps);
  });
});

describe('A step', () => {
  it('is written as it was read', () => {
    const written = RIGHT_STEPS.map(([step]) => step);
    const steps = stepsOf(written).filter((step) => step.kind !== 'point');
    const { steps: again, ...head }: { steps: unknown } = JSON.parse(formatSequence(steps, { extension: 'Mine' }));
    assert.deepEqual([again, head], [written, { extension: 'Mine' }]);
  });

  it('is described in a few words, without what it types, stores or answers', () => {
    assert.deepEqual(
      stepsOf(RIGHT_STEPS.map(([step]) => step)).map((step) => step.kind !== 'point' && english(describeStep(step))),
      RIGHT_STEPS.map(([, words]) => words),
    );
    assert.ok(!RIGHT_STEPS.some(([, words]) => words.includes('a1b2')));
  });
});

describe('Named points', () => {
  it('are read as far as they make sense', () => {
    const { points, problems } = readPoints({
      points: { 'Sign in': { x: 1, y: 2 }, Wrong: { x: 1 }, '10, 20': { x: 1, y: 2 } },
      pionts: {},
    });
    assert.deepEqual(points, [{ name: 'Sign in', click: { x: 1, y: 2 } }]);
    assert.deepEqual(
      problems.map(({ path }) => path),
      [['pionts'], ['points', 'Wrong'], ['points', '10, 20']],
    );
    for (const value of [null, 7, [], { points: [] }, { points: 'x' }]) {
      assert.deepEqual(readPoints(value).points, []);
      assert.equal(readPoints(value).problems.length, 1, JSON.stringify(value));
    }
    assert.deepEqual(readPoints({}), { points: [], problems: [] });
  });

  it('have names that the box for a click does not read as a click', () => {
    assert.equal(pointNameProblem('Sign in'), undefined);
    for (const name of ['', ' ', ' x', '1, 2', '640 360 right', 'x'.repeat(61)])
      assert.ok(pointNameProblem(name), name);
  });
});
