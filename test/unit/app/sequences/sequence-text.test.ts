import assert from 'node:assert/strict';
import {
  readPointsText,
  readSequenceText,
  withoutPoint,
  withPoint,
  withRenamed,
} from '../../../../src/app/sequences/sequence-text';
import { english } from '../../../../src/core/message';

/** What is wrong with a text: the part of the text, and the words. */
function problemsOf(text: string): (readonly [part: string, words: string, isInSchema: boolean])[] {
  const read = readSequenceText(text, [{ name: 'Known', click: { x: 1, y: 2 } }]);
  return 'problems' in read
    ? read.problems.map(
        ({ offset, length, text: words, isInSchema }) =>
          [text.slice(offset, offset + length), english(words), isInSchema] as const,
      )
    : [];
}

describe('The text of a sequence', () => {
  it('gives its steps with their places', () => {
    const text = '{ "steps": [\n  { "click": { "x": 1, "y": 2 } },\n  { "click": { "point": "Known" } } ] }';
    const read = readSequenceText(text, [{ name: 'Known', click: { x: 3, y: 4 } }]);
    assert.ok('steps' in read);
    assert.deepEqual(
      read.steps.map((step) => step.kind === 'click' && step.click.x),
      [1, 3],
    );
    assert.deepEqual(
      read.places.map(({ offset, length }) => text.slice(offset, offset + length)),
      ['{ "click": { "x": 1, "y": 2 } }', '{ "click": { "point": "Known" } }'],
    );
  });

  it('names what is wrong at its place, and what the schema does not say', () => {
    assert.deepEqual(problemsOf('{ "steps": [{ "click": { "x": 1, "y": 2 }, "button": "middel" }] }'), [
      ['"middel"', '“button” must be one of left, right, middle, back, forward.', true],
    ]);
    assert.deepEqual(
      problemsOf('{ "steps": [{ "click": { "point": "Known" } }, { "click": { "point": "Unknown" } }] }'),
      [['"Unknown"', 'No point is named “Unknown”. Known: “Known”.', false]],
    );
  });

  it('that is no JSON, too large or too deep is refused without reading on', () => {
    assert.deepEqual(problemsOf('{ "steps": [ } ]')[0]?.slice(1), ['This isn’t valid JSON.', true]);
    for (const text of ['', '// x\n{}', '{ "steps": [], }', '{"steps":[{"wait":1}]} x'])
      assert.equal(problemsOf(text)[0]?.[2], true, text);
    assert.match(problemsOf(`{ "description": "${'x'.repeat(1_100_000)}", "steps": [] }`)[0]?.[1] ?? '', /too large/);
    for (const text of ['['.repeat(400_000), '{"a":'.repeat(100_000)])
      assert.equal(problemsOf(text)[0]?.[1], 'The file is nested too deeply.');
  });
});

describe('The file of the points', () => {
  it('gets its first point, another one, a new name, and loses it again', () => {
    const one = withPoint(undefined, { name: 'Sign in', click: { x: 1, y: 2 } });
    const two = withPoint(one, { name: 'Menu “…”', click: { x: 3, y: 4, button: 'right', holdKeys: ['shift'] } });
    assert.deepEqual(readPointsText(two), {
      points: [
        { name: 'Sign in', click: { x: 1, y: 2 } },
        { name: 'Menu “…”', click: { x: 3, y: 4, button: 'right', holdKeys: ['shift'] } },
      ],
      problems: [],
    });
    const renamed = withRenamed(two, 'Sign in', 'Log "in"');
    assert.deepEqual(
      readPointsText(renamed).points.map(({ name }) => name),
      ['Log "in"', 'Menu “…”'],
    );
    assert.deepEqual(JSON.parse(withoutPoint(withoutPoint(renamed, 'Log "in"'), 'Menu “…”')), { points: {} });
    assert.equal(withoutPoint(renamed, 'Unknown'), renamed);
    assert.equal(withRenamed(renamed, 'Unknown', 'x'), renamed);
  });

  it('that is no JSON is not written to', () => {
    for (const change of [
      () => withPoint('{', { name: 'a', click: { x: 1, y: 2 } }),
      () => withoutPoint('{', 'a'),
      () => withRenamed('{', 'a', 'b'),
    ])
      assert.throws(change, /can’t be read/);
    assert.equal(readPointsText('{').problems.length, 1);
  });
});
