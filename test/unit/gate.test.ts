import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const src = path.resolve('src');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: withoutComments(readFileSync(path.join(src, file), 'utf8')) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

const having = (pattern: RegExp): string[] => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('The gate to what a person sees', () => {
  it('is looked for in a source that is there', () => {
    assert.ok(sources.length > 60, `${sources.length} files`);
    assert.ok(having(/\bmessage\(/).length > 30);
    assert.ok(having(/(?<![\w.])t\(/).length > 10);
  });

  for (const [what, pattern, only] of [
    ['shows a notification or a modal', /\bshow(Information|Warning|Error)Message\b/, ['ui/editor/show.ts']],
    ['shows progress', /\bwindow\.withProgress\b|\bProgressLocation\b|\bprogress\.report\b/, ['ui/editor/show.ts']],
    ['says what is wrong in a box', /\bvalidationMessage\b|\bvalidateInput\b/, ['ui/editor/show.ts']],
    [
      'has an item in the status bar',
      /\bcreateStatusBarItem\b|\bsetStatusBarMessage\b/,
      ['ui/activities/running-item.ts', 'ui/connections/status-bar.ts', 'ui/editor/show.ts'],
    ],
    ['fills templates in the editor’s language', /\bl10n\.t\b/, ['ui/editor/localize.ts']],
    ['opens an output channel and writes to it', /\bLogOutputChannel\b|\bcreateOutputChannel\b/, ['ui/editor/log.ts']],
    ['writes to a terminal', /\bPseudoterminal\b|\bcreateTerminal\b/, ['ui/tasks/terminal.ts']],
    ['puts plain texts together', /\basPlain\b/, ['core/localizer.ts', 'core/plain-text.ts']],
    ['makes Markdown', /\bMarkdownString\b/, ['ui/editor/linked-tooltip.ts']],
    ['asks for one line of text', /\bcreateInputBox\b/, ['ui/editor/input-box.ts']],
    ['makes a page', /\bcreateWebviewPanel\b|\bWebviewView\b/, ['ui/commands/live-view.ts', 'ui/screen/screens.ts']],
    ['writes the HTML of a page', /\bwebview\.html\b/, ['ui/commands/live-view.ts', 'ui/screen/screen-tab.ts']],
  ] as const) {
    it(`only ${only.join(' and ')} ${what}`, () => assert.deepEqual(having(pattern), only));
  }

  for (const [what, pattern, only] of [
    [
      'opens, reads or writes files of a folder by node:fs',
      /import \{[^}]*\b(?:open|readFile|writeFile|appendFile|copyFile|cp|createReadStream|createWriteStream)(?:Sync)?\b[^}]*\} from 'node:fs/,
      // The others read and write only files of their own, but for the certificates of the user's settings, the ID of the
      // machine, and what a command line names.
      [
        'api/network.ts',
        'cli/check.ts',
        'cli/file-storage.ts',
        'cli/host.ts',
        'cli/known-service.ts',
        'packaging/regular-file.ts',
        'tools/leases.ts',
        'tools/relay/server.ts',
        'tools/relay/windows.ts',
        'ui/agents/launcher.ts',
        'ui/agents/window-host.ts',
        'ui/editor/remote-machine.ts',
      ],
    ],
    [
      'reads or writes files by the editor',
      /\bworkspace\.fs\.(?:readFile|writeFile|copy|rename|delete)\b/,
      ['ui/editor/workspace-file.ts'],
    ],
  ] as const) {
    it(`only ${only.join(' and ')} ${what}`, () =>
      assert.deepEqual(
        having(pattern).filter((file) => !file.startsWith('local-service/')),
        only,
      ));
  }

  it('files are opened by names of node:fs that the gate knows', () => {
    assert.deepEqual(
      having(/import \* as \w+ from 'node:fs|import \w+ from 'node:fs|(?:require|import)\('node:fs/),
      [],
    );
  });

  for (const [what, pattern] of [
    ['asks in a box of the editor’s own making', /\bshowInputBox\b/],
    ['makes elements of text', /\binnerHTML\b|\bouterHTML\b|\binsertAdjacentHTML\b|\bDOMParser\b/],
    ['writes to the console', /\bconsole\.\w+\(/],
  ] as const) {
    it(`nothing of the extension ${what}`, () =>
      assert.deepEqual(
        having(pattern).filter((file) => !file.startsWith('local-service/')),
        [],
      ));
  }

  it('takes only templates that are literals: a text from outside is an argument', () => {
    const called = /(?<![\w.])(?:message|t)\(\s*(?!\s|'(?:[^'\\\n]|\\.)*'\s*[,)]|"(?:[^"\\\n]|\\.)*"\s*[,)]|\))/g;
    const wrong = sources.flatMap(({ file, text }) =>
      [...text.matchAll(called)].map(({ index }) => `${file}: ${text.slice(index, text.indexOf('\n', index))}`),
    );
    assert.deepEqual(
      wrong.filter((each) => !EXCEPTIONS.includes(each)),
      [],
    );
    assert.deepEqual(
      EXCEPTIONS.filter((each) => !wrong.includes(each)),
      [],
    );
  });
});

/**
 * Where templates are not literals: they consist only of places for arguments, or are passed on from calls that the
 * test has checked.
 */
const EXCEPTIONS = [
  'core/message.ts: message(template: string, ...args: MessageArgument[]): Message {',
  'core/message.ts: message(parts.map((_, index) => `{${index}}`).join(separator), ...parts);',
  'core/localizer.ts: message(template, ...args), MAX_NAME);',
];
