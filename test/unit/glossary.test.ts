import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { CLI } from '../support/agent';

/** What the product never says, with what it says instead, and where the same word means something else. */
interface Never {
  readonly words: RegExp;
  readonly instead: string;
  readonly except?: readonly (readonly [sense: RegExp, why: string])[];
}

const NEVER: readonly Never[] = [
  {
    words: /\breplay\w*/i,
    instead: 'video',
    except: [[/^docs\/service\.md/, 'the page has the requests of the service, which calls a video so']],
  },
  { words: /\bplay(s|ed|ing|back)?\b/i, instead: 'run' },
  { words: /\b(a)?sleep(s|ing)?\b/i, instead: 'stopped' },
  { words: /\bpictures?\b/i, instead: 'screenshot' },
  { words: /\bon demand\b/i, instead: 'manually' },
  { words: /\bforg[eo]t/i, instead: 'remove from list' },
  { words: /\binstances?\b/i, instead: 'session' },
  {
    words: /\baccounts?\b/i,
    instead: 'connection',
    except: [
      [/\b(no|an|without an) account\b/i, 'what a person has, or does not have, at a service'],
      [/\b(your|the) account\b|\bof the account\b/, 'the same'],
      [/belongs to another account/, 'who owns something at the service'],
      [/service account key/, 'Google’s name of a kind of secret'],
      [/^docs\/service\.md/, 'the page has what the service knows'],
    ],
  },
  {
    words: /\bservers?\b/i,
    instead: 'connection',
    except: [
      [/development server|a server on the \*\*session/, 'the person’s own web server'],
      [/has the same server/, 'the MCP server'],
    ],
  },
  { words: /\breleas[^.]*\bas (it is|they are)\b/i, instead: 'reset or keep' },
  {
    words: /(session\b[^.“]*|(?<!connection )“\{0\}”) (is gone|no longer exists|was removed)/i,
    instead: 'has ended',
    except: [[/^l10n: (Connection|Pool|This video) /, 'a connection, a pool and a video do not end']],
  },
  { words: /\badd(s|ed)?\b[^.|]*\bby (its )?(ID|name)\b/i, instead: 'show by ID' },
  { words: /(?<!\w )\bLoaded (“|\{0\} extensions|in \{0\} sessions)/, instead: 'Uploaded, for the act' },
  { words: /\bload(s|ed)? (it|yours|them|your extension|an extension|extensions) (in|into|to)\b/i, instead: 'upload' },
  { words: /\breload\w* (the )?(list|sessions|pools|catalog)\b/i, instead: 'refresh' },
  { words: /\brefresh\w* (the |an? )?pages?\b/i, instead: 'reload' },
  {
    words: /\btokens?\b.*\bAPI keys?\b|\bAPI keys?\b.*\btokens?\b/i,
    instead: 'one of the two in a sentence',
    except: [[/Kernel calls it an API key/, 'says that both are one']],
  },
];

/** Sentences, with the places that they are from. */
const TEXTS = [
  ...Object.values<string>(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8'))).map((text) => `l10n: ${text}`),
  ...Object.entries<string>(JSON.parse(readFileSync('package.nls.json', 'utf8'))).map(
    ([key, text]) => `${key}: ${text}`,
  ),
  ...['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)]
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => linesOf(file, prose(readFileSync(file, 'utf8')))),
  ...['', ...commands()].flatMap((command) => linesOf(`browser-sessions ${command}`, help(command))),
].flatMap((text) =>
  text.split(/(?<=[.?!])\s+(?=[A-Z[*])/).map((sentence, index) => (index === 0 ? sentence : `… ${sentence}`)),
);

/** The text of a page of Markdown without its code and without where its links lead. */
function prose(markdown: string): string {
  return (
    markdown
      .replaceAll(/^```[^]*?^```/gm, '')
      .replaceAll(/`[^`\n]*`/g, '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/<[^>]*>/g, '')
      // A paragraph is one line, but each row of a table and item of a list its own.
      .replaceAll(/(?<!\n)\n(?![\n|#-]|\d\.)/g, ' ')
  );
}

function linesOf(where: string, text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${where}: ${line.trim()}`]));
}

function help(command: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [CLI, ...(command === '' ? [] : [command]), '--help'], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout;
}

function commands(): string[] {
  const names = [...help('').matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  assert.ok(names.length > 8, names.join());
  return names.filter((name) => name !== 'help');
}

describe('The words that a person reads', () => {
  for (const { words, instead, except = [] } of NEVER) {
    const found = TEXTS.filter((text) => words.test(text));
    it(`are never ${words.source}: ${instead}`, () => {
      assert.deepEqual(
        found.filter((text) => !except.some(([sense]) => sense.test(text))),
        [],
      );
    });
    for (const [sense, why] of except)
      it(`have another sense in ${sense.source}: ${why}`, () => assert.ok(found.some((text) => sense.test(text))));
  }
});
