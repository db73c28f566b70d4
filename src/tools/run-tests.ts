import path from 'node:path';
import { RunCoverage } from '../app/coverage/run-coverage';
import { variablesOf } from '../app/sequences/environment-texts';
import { readSequenceText } from '../app/sequences/sequence-text';
import {
  BadSequence,
  buildsOf,
  loadTest,
  type SequenceFile,
  type Test,
  type TestSources,
} from '../app/tests/load-test';
import { DEFAULT_TEST_TIME, runTests, type TestRun } from '../app/tests/run-tests';
import { testNeeds } from '../app/tests/test-needs';
import { usualSource, type BrowserSource } from '../app/tests/test-browsers';
import { onlyExtensionOf, sequencesBelow } from '../app/tests/test-files';
import { testRedactor } from '../app/tests/test-redactor';
import { countResults, decidingAttempt, failureIn, type TestResult } from '../app/tests/test-results';
import { usualWorkers } from '../app/tests/usual-workers';
import { throwIfCancelled, UserError } from '../core/errors';
import { formatDuration } from '../core/format';
import { english, listOf, message, quotedListOf, sentences, withTexts, type Message } from '../core/message';
import { quoted } from '../core/one-line';
import { formatSequence } from '../core/sequence';
import { SEQUENCE_ENDING } from '../core/sequence-files';
import { isWithin } from '../packaging';
import { labelOf } from '../state';
import { shown } from './agents/question';
import { say, type AnswerPart } from './answer';
import { confirmSame } from './call/begin-change';
import { calledSession, connectionOf } from './call/called-session';
import { isFolder, projectFile } from './call/project-file';
import { doneSequence } from './done-sequence';
import { neverRun } from './never-run';
import { MARK, numberOf, SESSION, textOf, textsOf, type ToolInput } from './input';
import type { Tool, ToolCall, ToolConnection } from './tool';

/** Tests of one call, and paths that it may name. */
const MAX_TESTS = 500;
const MAX_PATHS = 100;
/** Of each failure, the last lines of its log, and UTF-16 units of one. */
const MAX_LOG = 5;
const MAX_LOG_LINE = 200;
/** Names of tests, and of what they upload, in a question. */
const MAX_NAMED = 3;

export const runTestsTool: Tool = {
  name: 'run_tests',
  title: message('Run Tests'),
  description:
    'Runs sequences as tests, each in a fresh browser that ends with it, and answers which failed, at which step, why, and what was logged. With a session in place of files it runs what you did there, as save_sequence has it.',
  inputSchema: {
    type: 'object',
    properties: {
      files: {
        type: 'array',
        items: { type: 'string' },
        description: `Absolute paths of files (*${SEQUENCE_ENDING}) or folders in the project`,
      },
      session: SESSION,
      since: MARK,
      pool: { type: 'string', description: 'Takes the browsers from it' },
      coverage: { type: 'boolean', description: 'Also tells which lines of changed sources never ran' },
    },
    additionalProperties: false,
  },
  changes: () => true,
  question: async (input, call) => testsQuestion(await toRun(input, call), call),
  run: async (input, call) => {
    const wanted = await toRun(input, call);
    const { connection, tests, bad } = wanted;
    if (tests.length === 0) return { parts: [say('0 passed, {0} failed', bad.length), failures(bad)] };
    call.atEnd.push(call.host.agents.beginTests(connection.settings, call.caller, call.stopping));
    const { source, workers } = wanted;
    // Meanwhile others may take browsers of the pool.
    const again = async (): Promise<Message> => testsQuestion({ ...(await toRun(input, call)), workers }, call);
    await confirmSame({ connection }, call, again, variablesIn(tests).length > 0);
    const began = performance.now();
    const { devtools } = call.host;
    const topOf = (folder: string): string => call.host.topOf(folder);
    const coverage = input['coverage'] === true ? new RunCoverage(topOf) : undefined;
    const notes: Message[] = [];
    const run = await runTests(
      testNeeds({ ...connection, devtools, topOf, localize: english }),
      tests,
      { source, workers, retries: 0, repeatEach: 1, timeout: DEFAULT_TEST_TIME, coverage, remembered: () => undefined },
      call.signal,
      { onNote: (text) => void notes.push(text) },
    );
    throwIfCancelled(call.signal);
    const answer = answerOf(wanted, run, notes, performance.now() - began);
    const tops = [...new Set(tests.map(({ top }) => top))];
    return { parts: coverage ? [...answer, ...(await neverRun(await coverage.result(call.signal), tops))] : answer };
  },
};

/** What is run, with what is wrong with the files that are none. */
interface Wanted {
  readonly source: BrowserSource;
  /** How many run at a time at most. */
  readonly workers: number;
  readonly connection: ToolConnection;
  readonly tests: readonly Test[];
  readonly bad: readonly string[];
  /** What it is, for a question. */
  readonly what: Message;
  readonly notes: readonly Message[];
}

async function toRun(input: ToolInput, call: ToolCall): Promise<Wanted> {
  const { files, session, since } = input;
  if ((files === undefined) === (session === undefined))
    throw new UserError(message('Give “files” to run, or the “session” whose steps are run: one of them.'));
  if (files !== undefined) {
    if (since !== undefined) throw new UserError(message('“since” goes with “session” alone.'));
    const { connection } = await connectionOf(call);
    const found = await testsIn(textsOf(input, 'files'), call);
    return { connection, ...(await browsersFor(input, connection, call)), ...found, notes: [] };
  }
  const called = await calledSession(input, call);
  const { test, notes } = await doneTest(input, called, call);
  const count = test.sequence.steps.length;
  const what = message('the {0} steps that it did in “{1}”', count, labelOf(called.session));
  const { connection } = called;
  return { connection, ...(await browsersFor(input, connection, call)), tests: [test], bad: [], what, notes };
}

/** Where they run: in a pool, if the agent or the user names one. */
async function browsersFor(
  input: ToolInput,
  { client, settings: { address } }: ToolConnection,
  { host, signal }: ToolCall,
): Promise<Pick<Wanted, 'source' | 'workers'>> {
  const chosen = host.tests.chosen();
  const pool = textOf(input, 'pool') ?? chosen.pool;
  const source: BrowserSource = pool === undefined ? await usualSource(client, signal) : { kind: 'pool', pool };
  return { source, workers: chosen.workers ?? (await usualWorkers(source, { client, address }, signal)) };
}

async function testsIn(
  given: readonly string[],
  { host, signal }: ToolCall,
): Promise<Pick<Wanted, 'tests' | 'bad' | 'what'>> {
  if (given.length === 0 || given.length > MAX_PATHS)
    throw new UserError(message('“files” must have 1 to {0} paths.', MAX_PATHS));
  const folders = await host.tests.folders();
  const files = new Map<string, string>();
  for (const each of given)
    for (const file of await sequencesAt(folders, each, signal)) {
      const place = await projectFile(folders, file);
      files.set(place.file, place.shown);
      if (files.size > MAX_TESTS)
        throw new UserError(message('That is more than {0} sequences. Run a part of them.', MAX_TESTS));
    }
  if (files.size === 0)
    throw new UserError(message('No sequence is there. Their files are named *{0}.', SEQUENCE_ENDING));
  const sources = within(folders, host.tests.sources);
  const onlyIn = new Map<string, Promise<string | undefined>>();
  const tests: Test[] = [];
  const bad: string[] = [];
  for (const [file, id] of files) {
    throwIfCancelled(signal);
    const fallback = async (): Promise<string | undefined> => {
      const top = await sources.topOf(file);
      const known = onlyIn.get(top) ?? onlyExtensionOf(top, signal);
      onlyIn.set(top, known);
      return known;
    };
    try {
      tests.push(await loadTest(sources, file, id, fallback));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const line = error instanceof BadSequence ? lineAt(error.content, error.offset) : 1;
      const where = error instanceof BadSequence && error.file !== file ? path.basename(error.file) : id;
      bad.push(`${where}:${line}: ${english(error.text)}`);
    }
  }
  const ids = tests.slice(0, MAX_NAMED).map(({ id }) => shown(id));
  const what = tests.length > MAX_NAMED ? message('{0} tests', tests.length) : quotedListOf(ids);
  return { tests, bad, what };
}

/** The absolute paths of a file, or of all sequences in a folder. */
async function sequencesAt(folders: readonly string[], given: string, signal: AbortSignal): Promise<readonly string[]> {
  const { file } = await projectFile(folders, given);
  if (await isFolder(file)) return sequencesBelow(file, MAX_TESTS + 1, signal);
  if (file.endsWith(SEQUENCE_ENDING)) return [file];
  throw new UserError(message('“{0}” isn’t a sequence.', path.basename(given)));
}

/** What nothing leads out of: not by its text, and not by a link. */
function within(folders: readonly string[], sources: ToolCall['host']['tests']['sources']): TestSources {
  return {
    ...sources,
    read: async (file) => sources.read((await projectFile(folders, file)).file),
    topOf: async (file) => (await projectFile(folders, file)).folder,
    isExtension: async (folder) => {
      const place = await projectFile(folders, folder).catch((error: unknown) => {
        if (error instanceof UserError) return undefined;
        throw error;
      });
      return place !== undefined && sources.isExtension(folder);
    },
  };
}

/** What the caller did in a session, as a test. */
async function doneTest(
  input: ToolInput,
  called: Parameters<typeof doneSequence>[0],
  call: ToolCall,
): Promise<{ readonly test: Test; readonly notes: readonly Message[] }> {
  const { steps, extension, start, notes } = doneSequence(called, call, numberOf(input, 'since'));
  const text = formatSequence(steps, { extension, start });
  const read = readSequenceText(text, []);
  if (!('steps' in read)) throw new Error('each step that was done can be read');
  const top = extension === undefined ? path.parse(process.cwd()).root : call.host.topOf(extension);
  const name = `steps${SEQUENCE_ENDING}`;
  const sequence: SequenceFile = { ...read, name, file: path.join(top, name), text };
  return { test: { id: name, sequence, setups: [], extension, top }, notes };
}

/** What a person is asked: how many, where, and what is uploaded. */
function testsQuestion({ what, tests, source, workers }: Wanted, { caller }: ToolCall): Message {
  const isOne = tests.length === 1;
  const many = Math.min(workers, tests.length);
  const pool = source.kind === 'pool' ? shown(source.pool) : undefined;
  const where = isOne ? inOne(pool) : inSeveral(pool, many);
  const uploads = [...new Set(tests.flatMap(uploadsOf))];
  const variables = variablesIn(tests);
  return sentences(
    message('Let {0} run {1} {2}?', caller.name, what, where),
    uploads.length > 0 ? uploading(isOne, firstOf(uploads)) : undefined,
    // A page that gets what the environment has may send it anywhere.
    variables.length > 0 ? typing(isOne, quotedListOf(variables)) : undefined,
  );
}

function inOne(pool: string | undefined): Message {
  return pool === undefined ? message('in a new browser') : message('in a browser of pool “{0}”', pool);
}

function inSeveral(pool: string | undefined, many: number): Message {
  return pool === undefined
    ? message('in new browsers, {0} at a time', many)
    : message('in browsers of pool “{0}”, {1} at a time', pool, many);
}

function uploading(isOne: boolean, what: Message): Message {
  return isOne ? message('It uploads {0}.', what) : message('They upload {0}.', what);
}

function typing(isOne: boolean, what: Message): Message {
  return isOne
    ? message('It types {0} from your environment.', what)
    : message('They type {0} from your environment.', what);
}

/** The variables of the environment that tests type: a person is asked about them in the local browser too. */
function variablesIn(tests: readonly Test[]): readonly string[] {
  return variablesOf(tests.flatMap(({ setups, sequence }) => [...setups, sequence].flatMap(({ steps }) => steps)));
}

function firstOf(names: readonly string[]): Message {
  const named = names.slice(0, MAX_NAMED).map((each) => message('“{0}”', shown(each)));
  const more = names.length - named.length;
  return listOf(more > 0 ? [...named, message('{0} more', more)] : named);
}

/** The folders and zips that a test uploads, as they are in its project. */
function uploadsOf(test: Test): string[] {
  const { extension, top } = test;
  return [...(extension === undefined ? [] : [extension]), ...buildsOf(test)].map((each) => {
    const relative = isWithin(top, each) ? path.relative(top, each).split(path.sep).join('/') : each;
    return relative === '' ? path.basename(top) : relative;
  });
}

/** Fresh browsers are remembered only while the tests run: nobody comes back to them. */
function answerOf(
  { connection, tests, bad, notes: before }: Wanted,
  { results, left, failure }: TestRun,
  notes: readonly Message[],
  took: number,
): readonly (AnswerPart | undefined)[] {
  const redact = testRedactor(connection, tests);
  const counts = countResults(results);
  const failed = counts.failed + bad.length;
  const others = [
    counts.skipped > 0 ? say('{0} skipped', counts.skipped) : undefined,
    counts.canceled > 0 ? say('{0} not run', counts.canceled) : undefined,
  ].filter((part) => part !== undefined);
  const lines = [...bad, ...results.flatMap((result) => failureLines(result, redact))];
  const skipped = results.flatMap(({ test, reason }) =>
    reason === undefined ? [] : [`${test.id}: skipped: ${quoted(reason)}`],
  );
  return [
    say(
      '{0} ({1})',
      listOf([say('{0} passed', counts.passed), say('{0} failed', failed), ...others]),
      formatDuration(took),
    ),
    lines.length + skipped.length > 0 ? failures([...lines, ...skipped]) : undefined,
    ...before,
    ...notes.slice(0, 1),
    failure?.text,
    ...left,
  ];
}

function failures(lines: readonly string[]): AnswerPart {
  return { what: say('failures'), lines, file: 'tests.txt' };
}

/** Where and why a test failed, and the end of what its extension said. */
function failureLines(result: TestResult, redact: (text: string) => string): string[] {
  const attempt = decidingAttempt(result);
  if (!attempt?.error) return [];
  const { test } = result;
  const { of, run } = attempt;
  const { index, words } = failureIn(attempt, withTexts(attempt.error, redact));
  const name = of === test.sequence ? test.id : path.relative(test.top, of.file).split(path.sep).join('/');
  const log = (run?.log ?? []).slice(-MAX_LOG).map(({ text }) => `  log: ${redact(text).slice(0, MAX_LOG_LINE)}`);
  return [`${name}:${lineAt(of.text, of.places[index]?.offset ?? 0)}: ${english(words)}`, ...log];
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
