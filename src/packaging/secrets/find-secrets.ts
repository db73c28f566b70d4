import { stopIfCancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PackedFile } from '../selection/walk';
import { secretByName } from './secret-names';

/** A key, token or password that stands in what goes in. Never its value, nor a part of it. */
export interface Secret {
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** With its article, to stand in a sentence: `a private key`. */
  readonly kind: Message;
}

/** Looks for keys, tokens and passwords in the files that go in. */
export async function findSecrets(files: readonly PackedFile[], signal: AbortSignal): Promise<Secret[]> {
  const found: Secret[] = [];
  for (const { path } of files) {
    stopIfCancelled(signal);
    const kind = secretByName(path);
    if (kind) found.push({ file: path, line: 1, column: 1, kind });
  }
  return found;
}
