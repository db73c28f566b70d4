import type { NetworkSettings, ServiceSession } from '../../api';
import { checkTokenOperation, clientOf } from '../../api/client';
import { computerOperations } from '../../api/computer';
import { extensionOperations } from '../../api/extensions';
import { listOperations, noService } from '../../api/service';
import { sessionOperations } from '../../api/sessions';
import { devToolsTarget, secretsIn } from '../../core/devtools-address';
import { UserError } from '../../core/errors';
import { asText } from '../../core/json';
import type { Operation } from '../../core/service-error';
import type { Network } from '../../devtools';
import { tokenProblem } from '../connections/keep-token';
import { asOperation } from './browser-failure';
import { BrowserFiles } from './browser-files';
import { BrowserInput } from './browser-input';
import { BrowserLink } from './browser-link';
import type { BrowserClient } from './is-browser-client';

export interface BrowserClientOptions {
  /** As in the settings: `ws://host:port`. */
  readonly address: string;
  /** The whole address, or a token; empty if there is none. */
  readonly secret: string;
  readonly network?: NetworkSettings;
  /** Aborted, with an error as its reason, when the secret must not be used any more. */
  readonly ended?: AbortSignal;
}

/**
 * What a service has for its sessions, for the one session that a browser is. What only a service has is not offered.
 * @throws UserError if the secret does not fit the address.
 */
export function createBrowserClient({ address, secret, network, ended }: BrowserClientOptions): BrowserClient {
  for (const part of secret.split(' ').filter(Boolean)) {
    const problem = tokenProblem(part);
    if (problem) throw new UserError(problem, 'setToken');
  }
  const target = devToolsTarget(address, secret);
  const service = noService(address, secretsIn(secret), network);
  const client = clientOf(service, ended);
  const link = new BrowserLink(address, target, withHeader(service.network, target.authorization));
  const files = new BrowserFiles(address);
  const close = (): void => {
    link.close();
    client.close();
  };
  ended?.addEventListener('abort', close, { once: true });

  /** One input for each session, which knows the buttons that are held. */
  let input: { readonly session: string; readonly of: BrowserInput } | undefined;
  const inputOf = (session: string): BrowserInput => {
    if (input?.session !== session) input = { session, of: new BrowserInput(link.of(session)) };
    return input.of;
  };
  const during = <T>(operation: Operation, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    ended?.throwIfAborted();
    return asOperation(operation, address, signal, work);
  };
  const describe = (signal: AbortSignal): Promise<ServiceSession> => current(link, signal);

  return {
    ...client,
    devToolsOf: (session) => link.of(session),
    close,
    checkToken: async (signal) => {
      await during(checkTokenOperation, signal, () => link.session(signal));
      return 'good';
    },
    listSessions: async (signal, range = { from: 0, to: 1 }) => {
      const session = await during(listOperations.browsers, signal, () => describe(signal));
      return { items: range.from === 0 ? [session] : [], end: 1, isCut: false };
    },
    getSession: async (id, signal) => {
      const session = await during(sessionOperations.getSession(id), signal, () => describe(signal));
      return session.id === id ? session : undefined;
    },
    // Nobody else connects to it: `devToolsOf` has the connection.
    devToolsAddress: async () => (target.isBare ? undefined : target.url),
    liveViewAddress: async () => undefined,
    click: (id, click, signal) => during(computerOperations.click(id), signal, () => inputOf(id).click(click, signal)),
    screenshot: (id, signal) => during(computerOperations.screenshot(id), signal, () => inputOf(id).screenshot(signal)),
    moveMouse: (id, to, signal) =>
      during(computerOperations.moveMouse(id), signal, () => inputOf(id).moveMouse(to, signal)),
    scroll: (id, turn, signal) => during(computerOperations.scroll(id), signal, () => inputOf(id).scroll(turn, signal)),
    typeText: (id, text, signal) =>
      during(computerOperations.typeText(id), signal, () => inputOf(id).typeText(text, signal)),
    pressKey: (id, keys, signal) =>
      during(computerOperations.pressKey(id), signal, () => inputOf(id).pressKey(keys, signal)),
    drag: (id, path, signal) => during(computerOperations.drag(id), signal, () => inputOf(id).drag(path, signal)),
    uploadExtensions: (id, items, { signal }) =>
      during(extensionOperations.upload(id), signal, () =>
        link.of(id).use(
          (connection) => files.upload(connection, id, items, signal),
          signal,
          () => false,
        ),
      ),
    writeFiles: (_id, folder, zip, signal) => files.write(folder, zip, signal),
    deleteFile: (_id, file) => files.deleteFile(file),
    deleteFolder: (_id, folder) => files.deleteFolder(folder),
    listFiles: (_id, folder) => files.list(folder),
  };
}

async function current(link: BrowserLink, signal: AbortSignal): Promise<ServiceSession> {
  const id = await link.session(signal);
  return link.of(id).use(async (connection) => {
    const { product, userAgent } = await connection.send('Browser.getVersion', undefined, { signal });
    const name = nameOf(asText(product));
    return {
      id,
      ...(name !== undefined && { name }),
      ...(asText(userAgent)?.includes('HeadlessChrome/') && { headless: true }),
    };
  }, signal);
}

/** `Chrome 156` of `Chrome/156.0.8078.114`; undefined for anything else. */
function nameOf(product: string | undefined): string | undefined {
  const [, name, version] = /^(?:Headless)?([A-Za-z]{1,20})\/(\d{1,4})(?:\.\d{1,9}){0,3}$/.exec(product ?? '') ?? [];
  return name === undefined || version === undefined ? undefined : `${name} ${version}`;
}

/** A network that sends a header with each request. */
function withHeader(network: Network, authorization: string | undefined): Network {
  if (authorization === undefined) return network;
  return {
    trustExtra: () => network.trustExtra(),
    requestFactoryFor: async (url) => {
      const create = await network.requestFactoryFor(url);
      return (options) => create({ ...options, headers: { ...asHeaders(options.headers), authorization } });
    },
  };
}

function asHeaders(headers: unknown): Record<string, string> {
  return typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};
}
