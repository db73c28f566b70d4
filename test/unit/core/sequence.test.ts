import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { pointNameProblem, readPoints } from '../../../src/core/named-points';
import {
  describeStep,
  formatSequence,
  MAX_PAUSE,
  MAX_STEPS,
  readSequence,
  recordedPause,
  recordedSteps,
  resolvePoints,
  type ResolvedStep,
} from '../../../src/core/sequence';

/** Everything that is wrong, as `path: text`. */
function problemsOf(value: unknown): string[] {
  const read = readSequence(value);
  return 'problems' in read ? read.problems.map(({ path, text }) => `${path.join('.')}: ${english(text)}`) : [];
}

describe('A sequence', () => {
  it('has clicks, points and pauses, each as it was written', () => {
    const steps = [
      { x: 640, y: 360 },
      { wait: 500 },
      { click: { point: 'Sign in' } },
      { x: 1, y: 2, button: 'right', clickType: 'click', clicks: 2, holdKeys: ['shift', 'ctrl'] },
    ];
    assert.deepEqual(readSequence({ $schema: 'x', description: 'y', steps }), {
      steps: [
        { kind: 'click', click: { x: 640, y: 360 } },
        { kind: 'wait', milliseconds: 500 },
        { kind: 'point', name: 'Sign in' },
        { kind: 'click', click: steps[3] },
      ],
      extension: undefined,
    });
  });

  it('says of each wrong step what is wrong with it, and where', () => {
    const steps = [
      { x: -1, y: 0 },
      { x: 1.5, y: 0 },
      { x: 1 },
      { x: 1, y: 2, button: 'middel' },
      { x: 1, y: 2, buton: 'left' },
      { x: 1, y: 2, clicks: 101 },
      { x: 1, y: 2, clickType: 'down', clicks: 2 },
      { x: 1, y: 2, holdKeys: ['shift', 'hyper'] },
      { x: 1, y: 2, holdKeys: 'shift' },
      { pause: MAX_PAUSE + 1 },
      { pause: -1 },
      { pause: 1, x: 1 },
      { click: { point: '' } },
      { point: 'a', x: 1 },
      null,
      [],
      '1, 2',
    ];
    assert.deepEqual(problemsOf({ steps }), [
      'steps.0.x: “x” must be a non-negative integer, in pixels.',
      'steps.1.x: “x” must be a non-negative integer, in pixels.',
      'steps.2: “x” and “y” are required, in pixels from the top left corner.',
      'steps.3.button: “button” must be one of left, right, middle, back, forward.',
      'steps.4.buton: Unknown property “buton”. Use x, y, button, clickType, clicks, holdKeys.',
      'steps.5.clicks: “clicks” must be an integer from 1 to 100.',
      'steps.6.clicks: “down” can’t be combined with a count.',
      'steps.7.holdKeys: “holdKeys” must be a list of alt, ctrl, meta, shift.',
      'steps.8.holdKeys: “holdKeys” must be a list of alt, ctrl, meta, shift.',
      'steps.9.pause: A pause must be an integer from 0 to 60000, in milliseconds.',
      'steps.10.pause: A pause must be an integer from 0 to 60000, in milliseconds.',
      'steps.11.x: A step with “pause” can’t have anything else.',
      'steps.12.point: “point” must be the name of a point.',
      'steps.13.x: A step with “point” can’t have anything else.',
      ...[14, 15, 16].map((index) => `steps.${index}: A click must be an object such as { "x": 640, "y": 360 }.`),
    ]);
  });

  it('needs steps, and has at most 1,000', () => {
    for (const value of [null, 7, [], {}, { steps: {} }]) assert.match(problemsOf(value).join('|'), /list of “steps”/);
    assert.match(problemsOf({ steps: [] }).join('|'), /at least one step/);
    assert.match(problemsOf({ step: [] }).join('|'), /^step: Unknown property “step”/);
    const click = { x: 1, y: 1 };
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
      [[['steps', 0, 'point'], 'No point is named “Sign out”. Known: “Sign in”.']],
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
    const click = { x: 1, y: 2 };
    assert.deepEqual(
      recordedSteps([
        { click, pause: 5000 },
        { click, pause: 10 },
        { click, pause: 1234 },
      ]),
      [
        { kind: 'click', click },
        { kind: 'click', click },
        { kind: 'wait', milliseconds: 1250 },
        { kind: 'click', click },
      ],
    );
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
    { "x": 640, "y": 360 },
    { "wait": 1200 },
    { "x": 1, "y": 2, "button": "right", "clicks": 2, "holdKeys": ["alt", "shift"] }
  ]
}
`,
    );
    assert.deepEqual(readSequence(JSON.parse(text)), { steps, extension: undefined });
  });
});

describe('A step that needs to know the page', () => {
  const greet = { role: 'button', name: 'Greet “all”' };
  const card = { role: 'textbox', name: 'Card', frame: 'https://pay.example' };
  const steps: readonly ResolvedStep[] = [
    { kind: 'named', target: greet, click: {}, timeout: 5000 },
    { kind: 'named', target: greet, click: { x: 1, y: 2, button: 'right', clicks: 2, holdKeys: ['alt'] }, timeout: 0 },
    { kind: 'type', text: '', into: undefined, timeout: 5000 },
    { kind: 'type', text: 'Ada', into: { role: 'textbox', name: 'Name' }, timeout: 100 },
    { kind: 'type', text: '4242', into: card, timeout: 5000 },
    { kind: 'named', target: { ...greet, frame: 'extension' }, click: {}, timeout: 5000 },
    { kind: 'press', key: 'ctrl+a' },
    { kind: 'scroll', by: -300 },
    { kind: 'open', page: 'popup' },
    { kind: 'waitFor', condition: { kind: 'text', text: 'Done' }, timeout: 60_000 },
    { kind: 'expect', condition: { kind: 'visible', target: greet }, timeout: 5000 },
    { kind: 'expect', condition: { kind: 'visible', target: card }, timeout: 5000 },
    { kind: 'expect', condition: { kind: 'address', address: 'https://*/done' }, timeout: 5000 },
    { kind: 'expect', condition: { kind: 'storage', values: { local: { count: 3, list: [{}] } } }, timeout: 5000 },
    { kind: 'expect', condition: { kind: 'noErrors' }, timeout: 5000 },
  ];

  it('is written so that it can be read again, in a file that says its version', () => {
    const text = formatSequence(steps);
    assert.match(text, /^\{\n {2}"version": 2,\n/);
    assert.deepEqual(readSequence({ ...JSON.parse(text), extension: 'Mine' }), { steps, extension: 'Mine' });
    assert.deepEqual(problemsOf({ version: 1, ...JSON.parse(text) }), []);
  });

  it('is described in a few words', () => {
    assert.deepEqual(
      steps.map((step) => english(describeStep(step))),
      [
        'Click button “Greet “all””',
        'Click button “Greet “all””',
        'Type',
        'Type into textbox “Name”',
        'Type into textbox “Card” in a frame of “https://pay.example”',
        'Click button “Greet “all”” in a frame of “extension”',
        'Press ctrl+a',
        'Scroll by -300',
        'Open “popup”',
        'Wait for the text “Done”',
        'Expect button “Greet “all””',
        'Expect textbox “Card” in a frame of “https://pay.example”',
        'Expect the address https://*/done',
        'Expect local.count, local.list in the storage',
        'Expect no uncaught error',
      ],
    );
  });

  it('says what is wrong with it, and where', () => {
    assert.deepEqual(problemsOf({ version: 3, steps: [{ wait: 1 }] }), [
      'version: The version of a sequence must be one of 1, 2.',
    ]);
    assert.deepEqual(problemsOf({ extension: 7, steps: [{ wait: 1 }] }), ['extension: “extension” must be a text.']);
    const wrong = [
      { click: 'Greet' },
      { click: { role: 'button', nmae: 'x' } },
      { click: greet, x: 1 },
      { click: greet, clickType: 'down' },
      { click: greet, clicks: 0 },
      { type: 7 },
      { type: 'x', into: {} },
      { press: '' },
      { press: 'Enter', timeout: 1 },
      { scroll: 1.5 },
      { scroll: 1e9 },
      { open: null },
      { waitFor: {} },
      { expect: { text: 'a', address: 'b' } },
      { expect: { title: 'a' } },
      { expect: { storage: { local: {} } } },
      { expect: { storage: { locale: { a: 1 } } } },
      { expect: { noErrors: false } },
      { expect: { text: 'x' }, timeout: 60_001 },
      { type: 'x', into: { ...card, frame: '' } },
      { type: 'x', frame: 'https://pay.example' },
    ];
    assert.deepEqual(problemsOf({ steps: wrong }), [
      'steps.0.click: Say what it is by { "role": "button", "name": "Sign in" }.',
      'steps.1.click.nmae: Unknown property “nmae”. Use role, name, frame.',
      'steps.2: “x” and “y” are required, in pixels from the top left corner.',
      'steps.3.clickType: Unknown property “clickType”. Use click, x, y, button, clicks, holdKeys, timeout.',
      'steps.4.clicks: “clicks” must be an integer from 1 to 100.',
      'steps.5.type: “type” must be a text.',
      'steps.6.into: Say what it is by { "role": "button", "name": "Sign in" }.',
      'steps.7.press: “press” must be a text.',
      'steps.8.timeout: Unknown property “timeout”. Use press.',
      'steps.9.scroll: “scroll” must be an integer from -100000 to 100000, in pixels.',
      'steps.10.scroll: “scroll” must be an integer from -100000 to 100000, in pixels.',
      'steps.11.open: “open” must be a text.',
      'steps.12.waitFor: Expect one of text, visible, address, storage, noErrors at a time.',
      'steps.13.expect: Expect one of text, visible, address, storage, noErrors at a time.',
      'steps.14.expect.title: Unknown property “title”. Use text, visible, address, storage, noErrors.',
      'steps.15.expect.storage.local: Say what is stored by area and key: { "local": { "count": 3 } }.',
      'steps.16.expect.storage.locale: Unknown property “locale”. Use local, session, sync, managed.',
      'steps.17.expect.noErrors: “noErrors” can only be true.',
      'steps.18.timeout: “timeout” must be an integer from 0 to 60000, in milliseconds.',
      'steps.19.into.frame: “frame” must be a text.',
      'steps.20.frame: Unknown property “frame”. Use type, into, timeout.',
    ]);
  });

  it('is recorded where what was clicked is known, with its point', () => {
    const [click, down] = [{ x: 1, y: 2 }, { x: 1, y: 2, clickType: 'down' } as const];
    assert.deepEqual(
      recordedSteps([
        { click, element: greet, pause: 0 },
        { click: down, element: greet, pause: 0 },
      ]),
      [
        { kind: 'named', target: greet, click, timeout: 5000 },
        { kind: 'click', click: down },
      ],
    );
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
