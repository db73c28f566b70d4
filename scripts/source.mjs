// The source as TypeScript itself reads it: for the rules of test/check, and for npm run l10n.
import path from 'node:path';
import {
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isSpreadElement,
  isStringLiteral,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

/** npm runs its scripts here, and so are the suites: a test has this file in its bundle. */
const root = process.cwd();
const src = path.join(root, 'src/');
const PROJECTS = ['tsconfig.json', 'src/webview/tsconfig.json'].map((file) => path.join(root, file));

let read;

/** The files of `src`, with their syntax trees; they are read once in a process. */
export function readSource() {
  return (read ??= readProjects());
}

function readProjects() {
  const api = new API({ cwd: root });
  try {
    const programs = api
      .updateSnapshot({ openProjects: PROJECTS })
      .getProjects()
      .map(({ program }) => program);
    const trees = programs.flatMap((program) =>
      program
        .getSourceFileNames()
        .filter((name) => name.startsWith(src))
        .map((name) => [name.slice(src.length), program.getSourceFile(name)]),
    );
    // The page's project has files of core too.
    return [...new Map(trees)]
      .map(([file, tree]) => ({ file, tree }))
      .toSorted((one, other) => (one.file < other.file ? -1 : 1));
  } finally {
    api.close();
  }
}

/** All nodes below a node, and itself. */
export function nodesOf(node) {
  const nodes = [];
  const visit = (each) => {
    nodes.push(each);
    each.forEachChild(visit);
  };
  visit(node);
  return nodes;
}

/** What a file imports or passes on, each with whether nothing of it is left at run time. */
export function importsOf(tree) {
  return nodesOf(tree).flatMap((node) => {
    if (isImportDeclaration(node))
      return [
        { name: node.moduleSpecifier.text, isType: node.importClause?.phaseModifier === SyntaxKind.TypeKeyword, node },
      ];
    if (isExportDeclaration(node) && node.moduleSpecifier)
      return [{ name: node.moduleSpecifier.text, isType: node.isTypeOnly, node }];
    if (isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword)
      return [{ name: node.arguments[0].text, isType: false, node }];
    return isImportTypeNode(node) ? [{ name: node.argument.literal.text, isType: true, node }] : [];
  });
}

/** The calls that make one of our texts, such as `message('…')` and `t('…')`, each with its template if that is a literal. */
export function textCalls(tree, names = ['message', 't']) {
  return nodesOf(tree)
    .filter((node) => isCallExpression(node) && isIdentifier(node.expression))
    .filter(({ expression }) => names.includes(expression.text))
    .map((node) => {
      const [template, ...given] = node.arguments;
      return {
        node,
        template: template && isStringLiteral(template) ? template.text : undefined,
        given: given.some((each) => isSpreadElement(each)) ? undefined : given.length,
      };
    });
}
