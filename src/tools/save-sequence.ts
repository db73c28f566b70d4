import path from 'node:path';
import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import { formatSequence, MAX_SEQUENCE_BYTES } from '../core/sequence';
import { SEQUENCE_ENDING } from '../core/sequence-files';
import type { ResolvedStep } from '../core/steps';
import { createWorkspaceFile, writeWorkspaceFile } from '../packaging';
import { labelOf } from '../state';
import { say } from './answer';
import { shown } from './agents/question';
import { confirmSame } from './call/begin-change';
import { calledSession } from './call/called-session';
import { isThere, projectFile, type ProjectFile } from './call/project-file';
import { doneSequence, type DoneSequence } from './done-sequence';
import { MARK, numberOf, SESSION, textOf, type ToolInput } from './input';
import type { CalledSession, Tool, ToolCall } from './tool';

/** UTF-16 units of a path. */
const MAX_PATH = 1000;

export const saveSequence: Tool = {
  name: 'save_sequence',
  title: message('Save Sequence'),
  description:
    'Saves what you did in the session since your last upload, or since a mark, as a sequence: steps by role and name, with what you saw as expectations. A password becomes a variable of the environment. Check it with run_tests.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      file: { type: 'string', description: `Absolute path in the project; ends with ${SEQUENCE_ENDING}` },
      since: MARK,
    },
    required: ['session', 'file'],
    additionalProperties: false,
  },
  changes: () => true,
  question: async (input, call) => saveQuestion(await toSave(input, call), call),
  run: async (input, call) => {
    const saved = await toSave(input, call);
    const { called, place, steps, text, notes, isThere: replaces } = saved;
    await confirmSame(called, call, async () => saveQuestion(await toSave(input, call), call), replaces);
    if (replaces) await writeWorkspaceFile(place, text);
    else if (!(await createWorkspaceFile(place, text)))
      throw new UserError(message('“{0}” has come meanwhile. Nothing was saved.', place.shown));
    return {
      parts: [
        steps.length === 1
          ? say('Saved 1 step to {0}.', place.file)
          : say('Saved {0} steps to {1}.', steps.length, place.file),
        ...notes,
      ],
    };
  },
};

interface Saved extends Pick<DoneSequence, 'steps'> {
  readonly called: CalledSession;
  readonly place: ProjectFile;
  readonly text: string;
  readonly notes: readonly Message[];
  /** Whether the file is there already. */
  readonly isThere: boolean;
}

async function toSave(input: ToolInput, call: ToolCall): Promise<Saved> {
  const given = textOf(input, 'file') ?? '';
  if (!given.endsWith(SEQUENCE_ENDING) || path.basename(given) === SEQUENCE_ENDING || given.length > MAX_PATH)
    throw new UserError(message('“file” must be a path that ends with a name and {0}.', SEQUENCE_ENDING));
  const called = await calledSession(input, call);
  const place = await projectFile(await call.host.tests.folders(), given);
  const done = doneSequence(called, call, numberOf(input, 'since'));
  const folders = [done.extension, ...done.steps.map((step) => (step.kind === 'upload' ? step.file : undefined))];
  const paths = new Map<string, string | undefined>();
  for (const each of folders) if (each !== undefined) paths.set(each, await relativeTo(place, each));
  const outside = [...paths].flatMap(([each, found]) => (found === undefined ? [each] : []));
  const notes = outside.map((each) => say('The folder {0} is outside of the project: no sequence uploads it.', each));
  const extension = paths.get(done.extension ?? '');
  const steps = done.steps.flatMap((step): ResolvedStep[] => {
    if (step.kind !== 'upload') return [step];
    const file = paths.get(step.file);
    return file === undefined ? [] : [{ ...step, file }];
  });
  const text = formatSequence(steps, { extension, start: done.start });
  if (Buffer.byteLength(text) > MAX_SEQUENCE_BYTES)
    throw new UserError(message('It is too much for one sequence. Save a part of it, by “since”.'));
  return { called, place, steps, text, notes: [...done.notes, ...notes], isThere: await isThere(place.file) };
}

/** The path of a folder as a file has it; undefined if it is in another folder of the project, or in none. */
async function relativeTo({ folder, file }: ProjectFile, extension: string): Promise<string | undefined> {
  const found = await projectFile([folder], extension).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const relative = path.relative(path.dirname(file), found.file).split(path.sep).join('/');
  if (relative === '') return '.';
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function saveQuestion({ called, place, steps, isThere: replaces }: Saved, { caller }: ToolCall): Message {
  const asked = [caller.name, steps.length, labelOf(called.session), shown(place.shown)] as const;
  return replaces
    ? message('Let {0} replace “{3}” with {1} steps that it did in “{2}”?', ...asked)
    : message('Let {0} save {1} steps that it did in “{2}” as “{3}”?', ...asked);
}
