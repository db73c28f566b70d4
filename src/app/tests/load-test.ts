import path from 'node:path';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { NamedPoint } from '../../core/named-points';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { isWithin } from '../../packaging';
import { readSequenceText, type Sequence } from '../sequences/sequence-text';

/** Sequences that run before another one, each before the next. */
const MAX_SETUPS = 10;

/** A sequence with the file that it is from. */
export interface SequenceFile extends Sequence {
  /** Of its file. */
  readonly name: string;
  /** The absolute path. */
  readonly file: string;
  readonly text: string;
}

/** A sequence that is run as a test. */
export interface Test {
  /** The path of its file as a person is shown it, with `/`: no other test has it. */
  readonly id: string;
  readonly sequence: SequenceFile;
  /** What runs before it, in this order. */
  readonly setups: readonly SequenceFile[];
  /** The absolute path of the folder of the extension that is uploaded first; undefined: none. */
  readonly extension: string | undefined;
  /** The folder that no path of its files leads out of. */
  readonly top: string;
}

/** Whether steps of a test, or of what runs before it, upload other builds. */
export function uploadsBuilds(test: Test): boolean {
  return buildsOf(test).length > 0;
}

/** The ports of this machine that it, and what runs before it, have to reach. */
export function portsOf({ sequence, setups }: Pick<Test, 'sequence' | 'setups'>): readonly number[] {
  return [...new Set([...setups, sequence].flatMap(({ ports = [] }) => ports))];
}

/** The absolute paths of the builds that its steps upload, in their order: folders and zips. */
export function buildsOf({ sequence, setups }: Test): readonly string[] {
  return [...setups, sequence].flatMap(({ file, steps }) =>
    steps.flatMap((step) => (step.kind === 'upload' ? [path.resolve(path.dirname(file), step.file)] : [])),
  );
}

/** Where the files of tests are read. */
export interface TestSources {
  /** The text of a file; undefined if there is none. @throws UserError if it is none that may be read. */
  readonly read: (file: string) => Promise<string | undefined>;
  /** The named points that a file may use. */
  readonly pointsOf: (file: string) => Promise<readonly NamedPoint[]>;
  /** The folder that no path of a file leads out of: the workspace folder, or the repository. */
  readonly topOf: (file: string) => Promise<string>;
  /** Whether an absolute path is the folder of an extension. */
  readonly isExtension: (folder: string) => Promise<boolean>;
}

/** A file that is no test as it is, with the place of the first thing that is wrong. */
export class BadSequence extends UserError {
  constructor(
    text: Message,
    readonly file: string,
    /** In UTF-16 code units. */
    readonly offset: number,
    /** What the file has. */
    readonly content: string,
  ) {
    super(text);
  }
}

/**
 * Loads a test with all that it needs.
 * @param id as a person is shown it.
 * @param fallback looks for the folder of the extension where the file names none.
 * @throws BadSequence; UserError if there is no such file.
 */
export async function loadTest(
  sources: TestSources,
  file: string,
  id: string,
  fallback: () => Promise<string | undefined>,
): Promise<Test> {
  const sequence = await load(sources, file);
  if (!sequence) throw new UserError(message('File not found: {0}.', path.basename(file)));
  const top = await sources.topOf(file);
  const setups: SequenceFile[] = [];
  for (let last = sequence; last.setup !== undefined;) {
    const next = path.resolve(path.dirname(last.file), last.setup);
    const wrong = wrongSetup(next, top, [sequence, ...setups]);
    if (wrong) throw badHead(last, 'setup', wrong);
    const found = await load(sources, next);
    if (!found) throw badHead(last, 'setup', message('File not found: {0}.', last.setup));
    setups.unshift(found);
    last = found;
  }
  // The one that is nearest to the test.
  const naming = [...setups, sequence].findLast((each) => each.extension !== undefined);
  const extension = naming?.extension;
  const folder = extension === undefined ? undefined : path.resolve(path.dirname(naming?.file ?? file), extension);
  const isFolder = folder !== undefined && isWithin(top, folder) && (await sources.isExtension(folder));
  // A name or an ID is that of one that is loaded anyway.
  if (naming && extension !== undefined && !isFolder && /[/\\]|^\.\.?$/.test(extension))
    throw badHead(naming, 'extension', message('No extension of the project is in “{0}”.', extension));
  return { id, sequence, setups, extension: isFolder ? folder : await fallback(), top };
}

function badHead({ file, text }: SequenceFile, key: string, words: Message): BadSequence {
  return new BadSequence(words, file, Math.max(0, text.indexOf(`"${key}"`)), text);
}

function wrongSetup(next: string, top: string, before: readonly SequenceFile[]): Message | undefined {
  const name = path.basename(next);
  if (!isWithin(top, next)) return message('“{0}” is outside of the project.', name);
  if (!name.endsWith(SEQUENCE_ENDING)) return message('“{0}” isn’t a sequence.', name);
  if (before.some(({ file }) => file === next)) return message('“{0}” would run before itself.', name);
  return before.length > MAX_SETUPS
    ? message('More than {0} sequences would run before this one.', MAX_SETUPS)
    : undefined;
}

/** @returns undefined if there is no such file. */
async function load(sources: TestSources, file: string): Promise<SequenceFile | undefined> {
  const name = path.basename(file);
  const text = await sources.read(file);
  if (text === undefined) return undefined;
  const read = readSequenceText(text, await sources.pointsOf(file));
  if ('steps' in read) return { ...read, name, file, text };
  const [first] = read.problems;
  if (!first) throw new Error('a sequence without steps has no problem');
  throw new BadSequence(first.text, file, first.offset, text);
}
