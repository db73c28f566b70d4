import assert from 'node:assert/strict';
import {
  isCallExpression,
  isIdentifier,
  isPrivateIdentifier,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast';
import { nodesOf, readSource } from '../../scripts/source.mjs';

/** Where the source has what is asked for, as `file: text`. */
function findings(textsOf: (node: Node) => readonly string[]): string[] {
  return readSource().flatMap(({ file, tree }) =>
    nodesOf(tree)
      .flatMap(textsOf)
      .map((text) => `${file}: ${text}`),
  );
}

/** Rules that neither the types nor the linter check. */
describe('The style of the source', () => {
  it('has one way to write private members', () => {
    assert.deepEqual(
      findings((node) => (isPrivateIdentifier(node) ? [node.text] : [])),
      [],
    );
  });

  it('names limits MAX_ and MIN_', () => {
    const other = /^(?:MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|DEEPEST|HIGHEST)(?:_|$)/;
    assert.deepEqual(
      findings((node) =>
        isVariableDeclaration(node) && isIdentifier(node.name) && other.test(node.name.text) ? [node.name.text] : [],
      ),
      [],
    );
  });

  it('limits the time of what can be canceled by `withTimeLimit`', () => {
    assert.deepEqual(
      findings((node) => {
        const text = isCallExpression(node) ? node.getText() : '';
        return text.startsWith('AbortSignal.any(') && text.includes('AbortSignal.timeout(') ? [text] : [];
      }),
      [],
    );
  });

  it('tells what a function throws behind @throws', () => {
    const told = findings((node) => (node.jsDoc ?? []).map((comment) => comment.getText()));
    assert.ok(told.filter((text) => text.includes('@throws')).length > 20);
    assert.deepEqual(
      told.filter((text) => /\bThrows [A-Z]/.test(text) && !text.startsWith('core/errors.ts')),
      [],
    );
  });
});
