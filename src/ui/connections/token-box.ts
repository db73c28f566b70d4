import type { Connect } from '../../app/connections/connection';
import { tokenProblem } from '../../app/connections/keep-token';
import { KERNEL_ADDRESS } from '../../core/address';
import { serviceAddress } from '../../core/connection-settings';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import type { ConnectionKey, Tokens } from '../../state';
import { ask, type Doubt } from '../editor/input-box';
import { commandButton } from '../editor/show';
import type { Step } from '../editor/wizard';

export interface TokenDependencies {
  readonly tokens: Pick<Tokens, 'fromEnvironment'>;
  readonly connect: Connect;
}

/** For whoever has no account. */
const LOCAL_INSTEAD = { icon: 'vm', ...commandButton(message('Start Local Browser'), 'startLocalService') };

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
      'It’s checked with {0} and kept in VS Code’s secret storage.',
      new URL(serviceAddress(owner.address)).host,
    ),
    placeholder: placeholderFor(owner, spare?.variable),
    password: true,
    manual: 'connect',
    ...(!step.back && { instead: LOCAL_INSTEAD }),
    check: (text) => (text.trim() === '' && spare ? undefined : tokenProblem(text)),
    verify: {
      shows: message('Checking with {0}…', new URL(serviceAddress(owner.address)).host),
      work: (text, signal) => verify(connect, owner, text.trim() || (spare?.value ?? ''), signal),
    },
    ...step,
  });
}

/** Kernel calls its tokens API keys. */
function placeholderFor({ address }: ConnectionKey, variable: string | undefined): Message {
  if (address === KERNEL_ADDRESS)
    return variable === undefined
      ? message('Paste the API key')
      : message('Paste the API key, or leave this empty to use {0}', variable);
  return variable === undefined
    ? message('Paste the token')
    : message('Paste the token, or leave this empty to use {0}', variable);
}

/** Only a rejection by the service is final: if the token cannot be checked, the user decides. */
async function verify(
  connect: Connect,
  { name, address }: ConnectionKey,
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
        text: message('“{0}” rejected this token (401). Check that you copied all of it.', name),
        final: true,
      };
    return { text: sentences(error.text, message('Press Enter again to keep it unchecked.')), final: false };
  } finally {
    client.close();
  }
}
