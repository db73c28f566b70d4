import path from 'node:path';
import { message, type Message } from '../core/message';
import type { Problem } from '../packaging';

/** Where a problem is, for a sentence: `folder/manifest.json:3`. One of a whole file is at its first line. */
export function placeText(folder: string, { file, line = 1 }: Pick<Problem, 'file' | 'line'>): Message {
  return message('{0}:{1}', `${path.basename(folder)}/${file}`, line);
}
