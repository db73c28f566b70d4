import { extensionNameProblem } from '../core/extension-name';
import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';

/** Names that are taken: by earlier uploads into the session, and by other extensions of the same upload. */
export interface TakenNames {
  readonly loaded: readonly string[];
  readonly besides: readonly string[];
}

/** Why an extension cannot be uploaded under this name, or undefined if it can. */
export function uploadNameProblem(name: string, { loaded, besides }: TakenNames): Message | undefined {
  const problem = extensionNameProblem(name);
  if (problem) return problem;
  // No operation replaces or removes an extension of a running browser. Source: docs/service.md, "Upload".
  if (loaded.includes(name))
    return message('“{0}” already exists in this session and can’t be replaced. Choose a different name.', name);
  return besides.includes(name)
    ? message('Another extension in this upload is named “{0}”. Choose a different name.', name)
    : undefined;
}

/**
 * Checks names wherever they come from: the input box has validated its names, a keybinding has not.
 * @throws UserError, with nothing sent, if one of the names cannot be used.
 */
export function requireUploadNames(names: readonly string[], loaded: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const problem = uploadNameProblem(name, { loaded, besides: names.slice(0, index) });
    if (problem) throw new UserError(message('Nothing was sent: the name “{0}” can’t be used. {1}', name, problem));
  }
}
