import { UserError } from '../../core/errors';
import { formatBytes } from '../../core/format';
import { message } from '../../core/message';
import { formatSequence, MAX_SEQUENCE_BYTES } from '../../core/sequence';
import { DEFAULT_TIMEOUT, type ResolvedStep } from '../../core/steps';

/** What is stored, by area and key. */
export type StoredAreas = Extract<ResolvedStep, { kind: 'storage' }>['values'];

/** Milliseconds for what the new build does when it starts, such as to read what is stored: nothing tells its end. */
const START = 1000;

/**
 * The text of a sequence that begins with the old build and what it has stored, uploads the new one over it, and expects
 * no errors.
 * @param old path of a folder or a zip, relative to the sequence.
 * @param now that of the folder of the new build.
 * @param stored of an old build that somebody used; areas without keys are left out.
 * @throws UserError if it is too large for a sequence.
 */
export function updateSequence(old: string, now: string, stored: StoredAreas): string {
  const values = Object.fromEntries(Object.entries(stored).filter(([, keys]) => Object.keys(keys ?? {}).length > 0));
  // The head names a folder.
  const isZip = /\.zip$/i.test(old);
  const steps: ResolvedStep[] = [
    ...(isZip ? [{ kind: 'upload', file: old } as const] : []),
    ...(Object.keys(values).length > 0 ? [{ kind: 'storage', values } as const] : []),
    { kind: 'upload', file: now },
    { kind: 'wait', milliseconds: START },
    { kind: 'expect', condition: { kind: 'noErrors' }, timeout: DEFAULT_TIMEOUT },
  ];
  const text = formatSequence(steps, { extension: isZip ? now : old });
  if (Buffer.byteLength(text) <= MAX_SEQUENCE_BYTES) return text;
  throw new UserError(
    message('A sequence has at most {0}, and this is more. Use a smaller snapshot.', formatBytes(MAX_SEQUENCE_BYTES)),
  );
}
