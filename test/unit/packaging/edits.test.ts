import assert from 'node:assert/strict';
import type { Node } from 'jsonc-parser';
import {
  addElement,
  addMember,
  removeElement,
  removeMember,
  replaceValue,
} from '../../../src/packaging/manifest/edits';
import { elements, member, parseManifest, type ManifestText } from '../../../src/packaging/manifest/manifest-text';
import type { TextEdit } from '../../../src/packaging/problem';
import { SourceText } from '../../../src/packaging/source-text';

function parsed(text: string): ManifestText {
  const manifest = parseManifest(Buffer.from(text));
  assert.ok('root' in manifest);
  return manifest;
}

function offset(text: string, line: number, column: number): number {
  return (
    text
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, each) => sum + each.length + 1, 0) +
    column -
    1
  );
}

/** Applies edits as an editor does: from the last to the first. */
function apply(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toReversed()
    .reduce(
      (done, each) =>
        done.slice(0, offset(text, each.line, each.column)) +
        each.text +
        done.slice(offset(text, each.endLine, each.endColumn)),
      text,
    );
}

function changed(text: string, change: (root: Node, value: (key: string) => Node) => readonly TextEdit[]): string {
  const { root } = parsed(text);
  return apply(
    text,
    change(root, (key) => {
      const found = member(root, key);
      assert.ok(found);
      return found;
    }),
  );
}

describe('Edits of a manifest', () => {
  const removals: [string, string, string][] = [
    ['the first key', '{\n  "gone": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'],
    ['a key in the middle', '{\n  "a": 1,\n  "gone": [1, 2],\n  "b": 2\n}', '{\n  "a": 1,\n  "b": 2\n}'],
    ['the last key', '{\n  "a": 1,\n  "gone": 2\n}', '{\n  "a": 1\n}'],
    ['the only key', '{\n  "gone": 2\n}', '{\n}'],
    ['a key on one line', '{"a":1,"gone":2,"b":3}', '{"a":1,"b":3}'],
    ['a key before a comment', '{\n  "gone": 1, // one\n  "b": 2\n}', '{\n  // one\n  "b": 2\n}'],
    ['the last key after a comment', '{\n  "a": 1, // one, two\n  "gone": 2\n}', '{\n  "a": 1 // one, two\n}'],
    ['a key whose comma is kept away by a comment', '{"a": 1, "gone": 2 /* , */, "b": 3}', '{"a": 1, "b": 3}'],
    ['a key with Windows line ends', '{\r\n  "gone": 1,\r\n  "b": 2\r\n}', '{\r\n  "b": 2\r\n}'],
  ];
  for (const [what, before, after] of removals) {
    it(`take out ${what}`, () =>
      assert.equal(
        changed(before, (_root, value) => removeMember(new SourceText(before), value('gone'))),
        after,
      ));
  }

  it('take out an element', () => {
    const text = '{"a": ["x", "y", "z"]}';
    const without = (index: number): string =>
      changed(text, (_root, value) => {
        const element = elements(value('a'))[index];
        assert.ok(element);
        return removeElement(new SourceText(text), element);
      });
    assert.deepEqual([0, 1, 2].map(without), ['{"a": ["y", "z"]}', '{"a": ["x", "z"]}', '{"a": ["x", "y"]}']);
  });

  it('replace a value', () => {
    const text = '{ "a": [1] }';
    assert.equal(
      changed(text, (_root, value) => replaceValue(new SourceText(text), value('a'), '2')),
      '{ "a": 2 }',
    );
  });

  it('add a key, indented as the others', () => {
    const text = '{\n    "a": 1\n}';
    assert.equal(
      changed(text, (root) => addMember(new SourceText(text), root, 'b', '[]')),
      '{\n    "a": 1,\n    "b": []\n}',
    );
    assert.equal(
      changed('{}', (root) => addMember(new SourceText('{}'), root, 'b', '[]')),
      '{ "b": [] }',
    );
  });

  it('add an element', () => {
    const text = '{"a": ["x"], "b": []}';
    assert.equal(
      changed(text, (_root, value) => addElement(new SourceText(text), value('a'), '"y"')),
      '{"a": ["x","y"], "b": []}',
    );
    assert.equal(
      changed(text, (_root, value) => addElement(new SourceText(text), value('b'), '"y"')),
      '{"a": ["x"], "b": ["y"]}',
    );
  });
});
