import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import type { ConnectionKey, Token, Tokens } from '../../state';
import type { Connect } from './connection';
import { ask, type Doubt } from '../editor/input-box';
import type { Step } from '../editor/wizard';

export interface TokenParts {
  readonly tokens: Tokens;
  readonly connect: Connect;
}

/**
 * Asks for the token of a connection, asks the service whether it is good, and only then keeps it. Left empty, the one
 * of the environment serves from now on, where there is one: it is not kept.
 */
export async function askToken({ tokens, connect }: TokenParts, owner: ConnectionKey, step: Step = {}): Promise<Token> {
  const spare = tokens.fromEnvironment(owner);
  const typed = await ask({
    title: message('Token for {0}', owner.name),
    prompt: message(
      'For {0}. It is checked there, and kept in the secret storage of the editor for this connection alone.',
      owner.address,
    ),
    placeholder: spare
      ? message('Paste the token, or leave this empty to use {0}', spare.variable ?? '')
      : message('Paste the token'),
    password: true,
    check: (text) => (text.trim() === '' && spare ? undefined : tokenProblem(text)),
    verify: (text, signal) => verify(connect, owner, text.trim() || (spare?.value ?? ''), signal),
    ...step,
  });
  const value = typed.trim();
  if (value === '' && spare) {
    await tokens.allowEnvironment(owner);
    return spare;
  }
  await tokens.set(owner, value);
  return { value };
}

/** A token goes into a header: printable ASCII, no blanks. */
function tokenProblem(text: string): Message | undefined {
  if (text.trim() === '') return message('Paste the token first.');
  return /^[\x21-\x7e]+$/.test(text.trim())
    ? undefined
    : message('A token has no blanks and no special characters: something else was pasted.');
}

/** Only the service's no is final: where it cannot be asked, the person decides. */
async function verify(
  connect: Connect,
  { address }: ConnectionKey,
  token: string,
  signal: AbortSignal,
): Promise<Doubt | undefined> {
  const client = await connect(address, token);
  try {
    await client.checkToken(signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof ServiceError && error.status === 401)
      return { text: message('{0} does not accept this token.', address), final: true };
    return { text: message('{0} To keep the token unchecked, press Enter again.', error.text), final: false };
  } finally {
    client.close();
  }
}
