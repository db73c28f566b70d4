import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { ConnectionKey, Token, Tokens } from '../../state';

/**
 * Why this cannot be a token, or undefined if it can. A token is sent in a header, so it may contain only printable
 * ASCII without spaces.
 */
export function tokenProblem(text: string): Message | undefined {
  if (text.trim() === '') return message('Paste a token.');
  return /^[\x21-\x7e]+$/.test(text.trim())
    ? undefined
    : message('Tokens can’t contain spaces or special characters. Paste only the token.');
}

/**
 * Stores the token that was given for a connection. If it is empty, the token from the environment is used from now on,
 * if there is one; that one is not stored.
 * @throws UserError if the text cannot be a token, or cannot be stored.
 */
export async function keepToken(
  tokens: Pick<Tokens, 'fromEnvironment' | 'allowEnvironment' | 'set'>,
  owner: ConnectionKey,
  entered: string,
): Promise<Token> {
  const value = entered.trim();
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
