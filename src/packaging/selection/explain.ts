import { message, type Message } from '../../core/message';
import type { Selection } from './selection';

/** Why a file or folder of the folder is in or out, in one or two sentences, with file and line of the rule. `path` is within the folder, with `/`. */
export function explain({ files, leftOut }: Pick<Selection, 'files' | 'leftOut'>, path: string): Message {
  const out = leftOut.find((left) => left.path === path || (left.folder && path.startsWith(`${left.path}/`)));
  if (out) return message('{0} does not go into the zip: {1}.', path, out.reason);
  const known = files.some((file) => file.path === path || file.path.startsWith(`${path}/`));
  return known ? message('{0} goes into the zip.', path) : message('There is no {0} in the folder.', path);
}
