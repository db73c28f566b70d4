import path from 'node:path';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import type { Inspection, Problem } from '../../packaging';
import type { FolderToPack } from './pack-folders';
import type { RunStep } from './ports';

/** Inspects a folder in its current state. */
export type Inspect = (folder: string, signal: AbortSignal) => Promise<Inspection>;

/** An error at a place in a folder. */
export class FolderError extends UserError {
  override readonly name: string = 'FolderError';

  constructor(
    text: Message,
    readonly folder: string,
    readonly place: Pick<Problem, 'file' | 'line' | 'column' | 'length'>,
  ) {
    super(text);
  }
}

/** Chromium would reject the folder. Nothing was sent. */
export class VerdictError extends FolderError {
  override readonly name = 'VerdictError';

  constructor(
    folder: string,
    first: Problem,
    /** All errors, the first one included. */
    readonly problems: readonly Problem[],
  ) {
    super(refusal(folder, first, problems.length - 1), folder, first);
  }
}

/**
 * Checks folders, one after another, before anything is sent.
 * @throws VerdictError, with file, line and remedy, for the first folder that Chromium would reject.
 */
export async function inspectFolders(
  inspect: Inspect,
  folders: readonly string[],
  run: RunStep,
): Promise<FolderToPack[]> {
  const inspected: FolderToPack[] = [];
  for (const folder of folders) {
    const inspection = await run({ kind: 'checking', folder }, (signal) => inspect(folder, signal));
    requireGood(folder, inspection);
    inspected.push({ folder, inspection });
  }
  return inspected;
}

function requireGood(folder: string, { problems }: Inspection): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first) throw new VerdictError(folder, first, errors);
}

function refusal(folder: string, problem: Problem, others: number): Message {
  return sentences(
    message('Not uploaded: {0} ({1})', problem.message, placeText(folder, problem)),
    others > 0 ? message('The Problems panel shows {0} more.', others) : undefined,
  );
}

/** Where a problem is, for a sentence: `folder/manifest.json:3`. One of a whole file is at its first line. */
export function placeText(folder: string, { file, line = 1 }: Pick<Problem, 'file' | 'line'>): Message {
  return message('{0}:{1}', `${path.basename(folder)}/${file}`, line);
}
