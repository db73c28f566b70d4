import assert from 'node:assert/strict';
import { extensionNameProblem, isExtensionName, proposeExtensionName } from '../../../src/core/extension-name';
import { english } from '../../../src/core/message';

describe('The name of an uploaded extension', () => {
  for (const name of ['a', 'tab-counter', 'A.b_c-9', '...', '.hidden', 'x'.repeat(255)]) {
    it(`may be “${name.slice(0, 20)}”`, () => {
      assert.ok(isExtensionName(name));
      assert.equal(extensionNameProblem(name), undefined);
    });
  }

  for (const [name, why] of [
    ['', /Enter a name/],
    ['.', /can’t be used as a name/],
    ['..', /can’t be used as a name/],
    ['x'.repeat(256), /at most 255 characters; this one has 256/],
    ['a b', /can’t contain spaces/],
    ['a/b', /“\/” isn’t allowed/],
    ['naïve', /“ï” isn’t allowed/],
    ['smile😀', /“😀” isn’t allowed/],
    ['a\n', /can’t contain spaces/],
    ['a\u0007', /“.” isn’t allowed/],
  ] as const) {
    it(`may not be “${name.slice(0, 20)}”`, () => {
      const problem = extensionNameProblem(name);
      assert.ok(problem && !isExtensionName(name));
      assert.match(english(problem), why);
    });
  }

  for (const [title, taken, name] of [
    ['Tab Counter (β)', [], 'tab-counter'],
    ['Café Größe', [], 'cafe-gro-e'],
    ['  uBlock Origin 1.5  ', [], 'ublock-origin-1.5'],
    ['日本語', [], 'extension'],
    ['..', [], 'extension'],
    ['', [], 'extension'],
    ['Hello', ['hello'], 'hello-2'],
    ['Hello', ['hello', 'hello-2', 'hello-3'], 'hello-4'],
  ] as const) {
    it(`is proposed for “${title}” as ${name}`, () => assert.equal(proposeExtensionName(title, taken), name));
  }

  it('is proposed valid for a title of any length', () =>
    assert.ok(isExtensionName(proposeExtensionName('Very Long '.repeat(100), ['very-long']))));
});
