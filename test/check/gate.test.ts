import assert from 'node:assert/strict';
import {
  isAsExpression,
  isIdentifier,
  isImportDeclaration,
  isNamespaceImport,
  isPropertyAccessExpression,
  isNamedImports,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { importsOf, nodesOf, readSource, textCalls } from '../../scripts/source.mjs';

/** Each file with the names that it uses, and with pairs of them: `window.withProgress`. */
const sources = readSource().map(({ file, tree }) => ({ file, tree, names: namesIn(tree) }));

function namesIn(tree: SourceFile): ReadonlySet<string> {
  const names = nodesOf(tree).flatMap((node) => {
    if (isIdentifier(node)) return [node.text];
    return isPropertyAccessExpression(node) ? [`${lastName(node.expression)}.${node.name.text}`] : [];
  });
  return new Set(names);
}

function lastName(node: Node): string {
  if (isPropertyAccessExpression(node)) return node.name.text;
  return isIdentifier(node) ? node.text : '';
}

const using = (...names: string[]): string[] =>
  sources.filter((source) => names.some((name) => source.names.has(name))).map(({ file }) => file);

/** Without the local service, which is a program of its own. */
const ofExtension = (files: readonly string[]): string[] => files.filter((file) => !file.startsWith('local-service/'));

/** The imports of `node:fs` and its promises. */
const ofFiles = (tree: SourceFile): Node[] =>
  importsOf(tree).flatMap(({ name, node }) => (/^node:fs(\/|$)/.test(name) ? [node] : []));

/** The names that an import takes, as they are called where they are from; undefined if it takes the whole. */
function namesOf(node: Node): string[] | undefined {
  if (!isImportDeclaration(node) || node.importClause?.name) return undefined;
  const bindings = node.importClause?.namedBindings;
  if (!bindings || isNamespaceImport(bindings) || !isNamedImports(bindings)) return undefined;
  return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

const OPENS_FILES = ['open', 'readFile', 'writeFile', 'appendFile', 'copyFile', 'cp', 'createReadStream'];
const OPENING = new Set([...OPENS_FILES, 'createWriteStream'].flatMap((name) => [name, `${name}Sync`]));

describe('The gate to what a person sees', () => {
  it('is looked for in a source that is there', () => {
    assert.ok(sources.length > 60, `${sources.length} files`);
    assert.ok(using('message').length > 30);
    assert.ok(using('t').length > 10);
  });

  for (const [what, names, only] of [
    [
      'shows a notification or a modal',
      ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'],
      ['ui/editor/show.ts'],
    ],
    ['shows progress', ['window.withProgress', 'ProgressLocation', 'progress.report'], ['ui/editor/show.ts']],
    ['says what is wrong in a box', ['validationMessage', 'validateInput'], ['ui/editor/show.ts']],
    [
      'has an item in the status bar',
      ['createStatusBarItem', 'setStatusBarMessage'],
      ['ui/connections/status-bar.ts', 'ui/editor/show.ts'],
    ],
    ['fills templates in the editor’s language', ['l10n.t'], ['ui/editor/localize.ts']],
    ['opens an output channel and writes to it', ['LogOutputChannel', 'createOutputChannel'], ['ui/editor/log.ts']],
    ['writes to a terminal', ['Pseudoterminal', 'createTerminal'], ['ui/tasks/terminal.ts']],
    ['puts plain texts together', ['asPlain'], ['core/localizer.ts', 'core/plain-text.ts']],
    ['makes Markdown', ['MarkdownString'], ['ui/editor/linked-tooltip.ts']],
    ['asks for one line of text', ['createInputBox'], ['ui/editor/input-box.ts']],
    [
      'makes a page',
      ['createWebviewPanel', 'WebviewView'],
      ['ui/commands/live-view.ts', 'ui/report/report-panels.ts', 'ui/screen/screens.ts'],
    ],
    [
      'writes the HTML of a page',
      ['webview.html'],
      ['ui/commands/live-view.ts', 'ui/report/report-panels.ts', 'ui/screen/screen-tab.ts'],
    ],
  ] as const) {
    it(`only ${only.join(' and ')} ${what}`, () => assert.deepEqual(using(...names), only));
  }

  // The certificates of the user's settings, the ID of the machine, files that only we write, a new one beside the file
  // that a person has chosen for a video, what a command line names, and
  // what is unpacked, copied or packed into a new folder.
  const byNode = [
    'api/network.ts',
    'app/compare/git-version.ts',
    'app/compare/old-version.ts',
    'app/copy-sample.ts',
    'app/one-browser/browser-files.ts',
    'app/store/store-package.ts',
    'app/videos.ts',
    'chromium/permission-warnings.ts',
    'cli/file-storage.ts',
    'cli/known-service.ts',
    'packaging/regular-file.ts',
    'packaging/store/in-locale.ts',
    'packaging/zip/unzip.ts',
    'tools/agents/agent-locks.ts',
    'tools/agents/production-marks.ts',
    'tools/relay/server.ts',
    'tools/relay/windows.ts',
    'tools/result-files.ts',
    'ui/agents/launcher.ts',
    'ui/editor/remote-machine.ts',
  ];
  it(`only ${byNode.join(' and ')} opens, reads or writes files of a folder by node:fs`, () => {
    const opening = sources.filter(({ tree }) =>
      ofFiles(tree).some((node) => namesOf(node)?.some((name) => OPENING.has(name))),
    );
    assert.deepEqual(ofExtension(opening.map(({ file }) => file)), byNode);
  });

  it('only ui/editor/workspace-file.ts reads or writes files by the editor', () => {
    const calls = ['readFile', 'writeFile', 'copy', 'rename', 'delete'].map((name) => `fs.${name}`);
    assert.deepEqual(ofExtension(using(...calls)), ['ui/editor/workspace-file.ts']);
  });

  it('only cli/main.ts has the streams of the command line, for its terminal', () => {
    assert.deepEqual(ofExtension(using('process.stdout', 'process.stderr')), ['cli/main.ts']);
  });

  it('files are opened by names of node:fs that the gate knows', () => {
    const whole = sources.filter(({ tree }) => ofFiles(tree).some((node) => !namesOf(node)));
    assert.deepEqual(
      whole.map(({ file }) => file),
      [],
    );
    assert.deepEqual(using('require'), []);
  });

  for (const [what, names] of [
    ['asks in a box of the editor’s own making', ['showInputBox']],
    ['makes elements of text', ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'DOMParser']],
    ['writes to the console', ['console']],
  ] as const) {
    it(`nothing of the extension ${what}`, () => assert.deepEqual(ofExtension(using(...names)), []));
  }

  it('takes only templates that are literals: a text from outside is an argument', () => {
    const wrong = sources.flatMap(({ file, tree }) =>
      textCalls(tree, file.startsWith('tools/') ? ['message', 't', 'say'] : undefined).flatMap(({ node, template }) =>
        template === undefined && node.arguments.length > 0 ? [`${file}: ${node.getText(tree)}`] : [],
      ),
    );
    assert.deepEqual(wrong, EXCEPTIONS);
  });
});

/** What an agent reads passes one file, as what a person reads does. */
describe('The gate to what an agent reads', () => {
  const tools = sources.filter(({ file }) => file.startsWith('tools/'));
  const calling = (names: readonly string[]): string[] =>
    tools.filter((source) => names.some((name) => source.names.has(name))).map(({ file }) => file);

  it('is looked for in a source that is there', () => {
    assert.ok(tools.length > 15, `${tools.length} files`);
    assert.ok(calling(['say']).length > 7);
  });

  it('only tools/answer.ts makes a text of an answer', () => {
    const makers = sources.flatMap(({ file, tree }) =>
      nodesOf(tree).flatMap((node) =>
        isAsExpression(node) && /\bAgentText\b/.test(node.type.getText(tree)) ? [file] : [],
      ),
    );
    assert.deepEqual(makers, ['tools/answer.ts']);
  });

  it('no tool makes text of a sentence by itself, except in lines of data, for the problems of a folder, the sources of a log and the failures of tests, and questions that are compared', () => {
    assert.deepEqual(calling(['english']), [
      'tools/agents/question.ts',
      'tools/look-tools.ts',
      'tools/memory/extension-log.ts',
      'tools/run-tests.ts',
    ]);
  });

  it('every tool gives its answer in parts, and the index alone has them made text', () => {
    assert.deepEqual(calling(['answerText', 'shortText']), ['tools/answer.ts', 'tools/index.ts']);
  });
});

/**
 * Where templates are not literals: they consist only of places for arguments, or are passed on from calls that the
 * test has checked.
 */
const EXCEPTIONS = [
  'core/localizer.ts: message(template, ...args)',
  'core/message.ts: message(parts.map((_, index) => `{${index}}`).join(separator), ...parts)',
];
