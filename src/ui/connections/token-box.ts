import type { Connect } from '../../app/connections/connection';
import { tokenProblem } from '../../app/connections/keep-token';
import { serviceAddress } from '../../core/connection-settings';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import type { ConnectionKey, Tokens } from '../../state';
import { ask, type Doubt } from '../editor/input-box';
import type { Step } from '../editor/wizard';

export interface TokenDependencies {
  readonly tokens: Pick<Tokens, 'fromEnvironment'>;
  readonly connect: Connect;
}

/**
 * Asks for the token of a connection, and checks with the service whether it is valid. If there is a token from the
 * environment, the box may be left empty to use that one.
 * @param step in a wizard: its title, and which of its questions this is.
 */
export async function askForToken(
  { tokens, connect }: TokenDependencies,
  owner: ConnectionKey,
  { title, ...step }: Step & { readonly title?: Message } = {},
): Promise<string> {
  const spare = tokens.fromEnvironment(owner);
  return ask({
    title: title ?? message('Token for “{0}”', owner.name),
    prompt: message(
      'Token for “{0}”, verified with {1}, then kept in VS Code’s secret storage.',
      owner.name,
      serviceAddress(owner.address),
    ),
    placeholder: spare
      ? message('Paste the token, or leave this empty to use {0}', spare.variable ?? '')
      : message('Paste the token'),
    password: true,
    manual: 'connect',
    check: (text) => (text.trim() === '' && spare ? undefined : tokenProblem(text)),
    verify: {
      shows: message('Verifying with {0}…', serviceAddress(owner.address)),
      work: (text, signal) => verify(connect, owner, text.trim() || (spare?.value ?? ''), signal),
    },
    ...step,
  });
}

/** Only a rejection by the service is final: if the token cannot be checked, the user decides. */
async function verify(
  connect: Connect,
  { address }: ConnectionKey,
  token: string,
  signal: AbortSignal,
): Promise<Doubt | undefined> {
  const client = await connect({ address }, token);
  try {
    await client.checkToken(signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof ServiceError && error.status === 401)
      return {
        text: message('{0} rejected this token. Check it and try again.', serviceAddress(address)),
        final: true,
      };
    return { text: sentences(error.text, message('Press Enter again to save it without verification.')), final: false };
  } finally {
    client.close();
  }
}
