import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { ConnectionKey, Token, Tokens } from '../../state';

/** Why this can be no token, or undefined. It goes into a header: printable ASCII, no blanks. */
export function tokenProblem(text: string): Message | undefined {
  if (text.trim() === '') return message('Paste a token.');
  return /^[\x21-\x7e]+$/.test(text.trim())
    ? undefined
    : message('Tokens can’t contain spaces or special characters. Paste only the token.');
}

/**
 * Keeps the token that was said for a connection. Where that is empty, the one of the environment serves from now on, if
 * there is one: it is not kept.
 * @throws UserError where it can be no token, or cannot be kept.
 */
export async function keepToken(
  tokens: Pick<Tokens, 'fromEnvironment' | 'allowEnvironment' | 'set'>,
  owner: ConnectionKey,
  said: string,
): Promise<Token> {
  const value = said.trim();
  const spare = value === '' ? tokens.fromEnvironment(owner) : undefined;
  if (spare) {
    await tokens.allowEnvironment(owner);
    return spare;
  }
  const problem = tokenProblem(value);
  if (problem) throw new UserError(problem);
  await tokens.set(owner, value);
  return { value };
}
