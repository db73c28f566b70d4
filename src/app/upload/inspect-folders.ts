import { message, sentences, type Message } from '../../core/message';
import type { Inspection, Problem } from '../../packaging';
import type { FolderToPack } from '../pack-folders';
import { placeText } from '../place-text';
import { FolderError } from './folder-error';
import type { RunStep } from './steps';

/** Inspects a folder in its current state. */
export type Inspect = (folder: string, signal: AbortSignal) => Promise<Inspection>;

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
    message('{0}: {1} Nothing was sent.', placeText(folder, problem), problem.message),
    others > 0 ? message('The Problems panel shows {0} more.', others) : undefined,
  );
}
