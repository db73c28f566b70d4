import type { Connect, Connection } from '../../app/connections/connection';
import type { Connections } from '../../app/connections/connections';
import { tokenProblem } from '../../app/connections/keep-token';
import { devToolsSecret, parseDevToolsAddress, type DevToolsAddress } from '../../core/devtools-address';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import { ask, type Doubt } from '../editor/input-box';
import type { StatusMessages } from '../editor/show';
import type { Step } from '../editor/wizard';

/** What is kept of a browser: its address in the settings, and the rest as its token; empty if there is none. */
export interface EnteredBrowser {
  readonly address: string;
  readonly secret: string;
}

/**
 * Asks for the DevTools address of a browser that runs already, and tries it. Where its host wants a token, that is
 * asked for as well.
 * @param value the address that is proposed.
 */
export async function askForBrowser(
  connect: Connect,
  title: Message,
  value: string,
  step: Step = {},
): Promise<EnteredBrowser> {
  let wantsToken = false;
  const typed = await ask({
    title,
    prompt: message(
      'DevTools address of a browser that is running. A token in it is kept in VS Code’s secret storage.',
    ),
    placeholder: message('http://127.0.0.1:9222 or wss://…'),
    value,
    manual: 'connect',
    hides: (text) => parsed(text)?.secret !== undefined,
    check: (text) => {
      const address = parseDevToolsAddress(text);
      return 'problem' in address ? address.problem : undefined;
    },
    preview: (text) => message('Connects to {0}', parsed(text)?.address ?? ''),
    verify: {
      shows: message('Looking for a browser…'),
      work: async (text, signal) => {
        const { address = '', secret } = parsed(text) ?? {};
        const doubt = await tryBrowser(connect, { address, secret: devToolsSecret(secret, undefined) }, signal);
        wantsToken = doubt?.isRejected === true;
        return wantsToken ? undefined : doubt;
      },
    },
    ...step,
  });
  const { address = '', secret } = parsed(typed) ?? {};
  const token = wantsToken ? await askForHeader(connect, title, { address, secret }, step) : undefined;
  return { address, secret: devToolsSecret(secret, token) };
}

/** Asks for another address of a connection, or for its token anew. */
export async function changeBrowser({
  connections,
  connection: { name, settings },
  statusMessages,
}: {
  readonly connections: Connections;
  readonly connection: Connection;
  readonly statusMessages: Pick<StatusMessages, 'show'>;
}): Promise<void> {
  const title = message('DevTools Address of “{0}”', name);
  const { address, secret } = await askForBrowser(connections.connect, title, settings.address);
  // A token that is replaced ends nothing that runs.
  if (address !== settings.address || secret === '') await connections.tokens.clear(settings);
  await connections.change(name, { address });
  if (secret !== '') await connections.tokens.set({ name, address }, secret);
  statusMessages.show(message('$(check) Address of “{0}” changed', name));
}

function parsed(text: string): DevToolsAddress | undefined {
  const address = parseDevToolsAddress(text);
  return 'address' in address ? address : undefined;
}

/** The host has rejected what it got so far. */
async function askForHeader(
  connect: Connect,
  title: Message,
  { address, secret }: Partial<DevToolsAddress>,
  { back = false }: Step,
): Promise<string> {
  const typed = await ask({
    title,
    prompt: message('This host wants a token. It’s sent in the header “Authorization”.'),
    placeholder: message('Paste the token'),
    password: true,
    manual: 'connect',
    check: tokenProblem,
    verify: {
      shows: message('Looking for a browser…'),
      work: (text, signal) =>
        tryBrowser(connect, { address: address ?? '', secret: devToolsSecret(secret, text.trim()) }, signal),
    },
    back,
  });
  return typed.trim();
}

/** What is entered can be kept all the same: the browser may not run yet. */
async function tryBrowser(
  connect: Connect,
  { address, secret }: EnteredBrowser,
  signal: AbortSignal,
): Promise<(Doubt & { readonly isRejected: boolean }) | undefined> {
  try {
    const client = await connect({ address }, secret);
    try {
      await client.checkToken(signal);
      return undefined;
    } finally {
      client.close();
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const isRejected = error instanceof ServiceError && error.status === 401;
    return { text: sentences(error.text, message('Press Enter again to keep it.')), final: false, isRejected };
  }
}
