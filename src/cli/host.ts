import { homedir } from 'node:os';
import path from 'node:path';
import { getProxyForUrl } from 'proxy-from-env';
import type { NetworkSettings } from '../api';
import { Activities } from '../app/activities/activities';
import { wordsForStop } from '../app/activities/stop-reasons';
import { openClient } from '../app/connections/open-client';
import { DevToolsSessions } from '../app/devtools-sessions';
import { LoadedExtensions } from '../app/loaded/loaded-extensions';
import { KERNEL_ADDRESS, parseAddress } from '../core/address';
import { LOCAL } from '../core/connection-settings';
import { devToolsSecret, parseDevToolsAddress } from '../core/devtools-address';
import {
  DEVTOOLS_TOKEN_VARIABLE,
  DEVTOOLS_VARIABLE,
  OFFICIAL_TOKEN_VARIABLE,
  STATE_VARIABLE,
  TOKEN_VARIABLE,
} from '../core/environment';
import { UserError } from '../core/errors';
import { MEGABYTE } from '../core/format';
import { message, sentences } from '../core/message';
import { inspectExtension, isWithin } from '../packaging';
import {
  AllowedSecrets,
  inMemory,
  openRecords,
  Tokens,
  type ConnectionKey,
  type KeyValue,
  type ListedKeyValue,
} from '../state';
import {
  WorkingAgents,
  givenFolder,
  isMarkedProduction,
  AgentLocks,
  privateFolder,
  ResultFiles,
  SessionMemories,
  type ToolConnection,
  type ToolHost,
  type ToolTests,
} from '../tools';
import { FileStorage } from './file-storage';
import { knownService, requireProof, type KnownService } from './known-service';
import { sourcesOf, topAbove } from './test-sources';

/** The address of the service, if it is not the Kernel cloud. */
export const ADDRESS_VARIABLE = 'BROWSER_SESSIONS_ADDRESS';
/** Set to anything: the connection is production, where nothing is changed without a person. */
export const PRODUCTION_VARIABLE = 'BROWSER_SESSIONS_PRODUCTION';

/** The proxy of the environment: `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`. */
const NETWORK: NetworkSettings = {
  proxyTo: (host, port) => {
    const url = getProxyForUrl(`https://${host}:${port}`);
    return url === '' ? undefined : { url };
  },
};

/** As the settings of the editor have them by default. */
const LIMITS = { zipBytes: 50 * MEGABYTE, extensions: 20 };

type Environment = Readonly<Record<string, string | undefined>>;

/** A connection of a process: nobody can be asked. */
export interface ProcessConnection extends ToolConnection {
  /** @throws UserError if it is production. */
  readonly requireNoProduction: () => void;
}

export interface ProcessHost extends ToolHost {
  readonly connect: () => Promise<ProcessConnection>;
  readonly allowedSecrets: AllowedSecrets;
  /** What is remembered from run to run. */
  readonly storage: KeyValue;
  readonly activities: Activities;
  /** Ends all that runs, and removes the files of long results. */
  readonly close: () => void;
}

/**
 * The tools in a process of their own, with the token of the environment. Nobody can be asked here: what would need a
 * question is an error.
 */
export function processHost(environment: Environment, cwd: string): ProcessHost {
  const storage: ListedKeyValue = new FileStorage(path.join(stateFolder(environment), 'uploads.json'));
  const devtools = new DevToolsSessions();
  // What is allowed on a command line counts for that run.
  const allowedSecrets = new AllowedSecrets(inMemory());
  const memories = new SessionMemories(devtools);
  const activities = new Activities(wordsForStop);
  const files = new ResultFiles();
  const inspect: ToolHost['inspect'] = (folder, signal) => inspectExtension(path.resolve(cwd, folder), {}, signal);
  /** By their address and token: those of a local service are others when it is started anew. */
  const opened = new Map<string, Pick<ToolConnection, 'client' | 'records'>>();

  /** @param local the service, if it is the local one: before each request it has to prove itself anew. */
  const open = (
    owner: ConnectionKey,
    token: string,
    local: KnownService | undefined,
  ): Pick<ToolConnection, 'client' | 'records'> => {
    const network = { ...NETWORK, ...(local && { prove: () => requireProof(local) }) };
    const key = JSON.stringify([owner.address, token]);
    const known = opened.get(key) ?? {
      client: openClient(owner, token, { network }),
      records: openRecords(storage, owner, () => {}),
    };
    opened.set(key, known);
    return known;
  };

  const connect = async (): Promise<ProcessConnection> => {
    const { address, token: value, local } = chosenBrowser(environment) ?? (await chosenService(environment, storage));
    const isProduction = (environment[PRODUCTION_VARIABLE]?.trim() ?? '') !== '';
    const owner = { name: 'command line', address };
    const isLocal = local !== undefined;
    const isMarked = await isMarkedProduction(environment, address);
    const settings = { ...owner, production: isProduction || isMarked };
    const { client, records } = open(owner, value, local);
    const requireNoProduction = (): void => {
      if (settings.production) refuse(isMarked ? address : undefined);
    };
    return {
      settings,
      client,
      records,
      upload: {
        inspect,
        serialize: (work) => work(),
        allowedSecrets,
        limits: LIMITS,
        reloadPages: true,
        connect: async () => ({ client, sessions: records.sessions, production: settings.production, devtools }),
      },
      place: `environment ${isLocal ? LOCAL : address}`,
      confirm: async ({ isAskedAlways }) => {
        requireNoProduction();
        if (isAskedAlways)
          throw new UserError(
            message('A person has to allow this, and nobody can be asked here. Use a window of the editor.'),
          );
      },
      requireNoProduction,
    };
  };

  return {
    connect,
    inspect,
    allowedSecrets,
    storage,
    devtools,
    loaded: new LoadedExtensions(),
    activities,
    agents: new WorkingAgents(activities),
    locks: new AgentLocks(privateFolder('locks')),
    memories,
    tests: testsOf(cwd),
    topOf: (folder) => (isWithin(cwd, folder) ? cwd : folder),
    writeFile: files.write,
    close: () => {
      memories.close();
      devtools.close();
      activities.dispose();
      for (const { client } of opened.values()) client.close();
      files.dispose();
    },
  };
}

function testsOf(cwd: string): ToolTests {
  return {
    folders: async () => [await topAbove(cwd, cwd)],
    sources: sourcesOf(cwd),
    chosen: () => ({ pool: undefined, workers: undefined }),
  };
}

/** What a process connects to. */
interface Chosen {
  readonly address: string;
  /** Empty where none is needed. */
  readonly token: string;
  /** The service, if it is the local one. */
  readonly local?: KnownService | undefined;
}

/** The browser that the environment names. @throws UserError if its address is none. */
function chosenBrowser(environment: Environment): Chosen | undefined {
  const given = environment[DEVTOOLS_VARIABLE]?.trim() ?? '';
  if (given === '') return undefined;
  const parsed = parseDevToolsAddress(given);
  if ('problem' in parsed)
    throw new UserError(sentences(message('{0} is wrong.', DEVTOOLS_VARIABLE), parsed.problem), 'changeAddress');
  const { address, secret } = parsed;
  return { address, token: devToolsSecret(secret, environment[DEVTOOLS_TOKEN_VARIABLE]?.trim()) };
}

/** The service of the environment, or the local one that runs. @throws UserError if there is no token for it. */
async function chosenService(environment: Environment, storage: KeyValue): Promise<Chosen> {
  const local = hasToken(environment) ? undefined : await knownService(stateFolder(environment));
  const address = chosenAddress(environment, local?.address);
  const token = await new Tokens(NO_SECRETS, storage, environment).get({ name: 'command line', address });
  const isLocal = local?.address === address;
  const value = token?.value ?? environment[TOKEN_VARIABLE]?.trim() ?? (isLocal ? local.token : undefined);
  if (value) return { address, token: value, local: isLocal ? local : undefined };
  throw new UserError(
    message(
      'No token is set, and no local service runs. Run browser-sessions service, or set {0} or, for Kernel, {1} in the environment.',
      TOKEN_VARIABLE,
      OFFICIAL_TOKEN_VARIABLE,
    ),
    'setToken',
  );
}

/** @param local the address of a local service, used if none is set. */
function chosenAddress(environment: Environment, local: string | undefined): string {
  const given = environment[ADDRESS_VARIABLE]?.trim() ?? environment['KERNEL_BASE_URL']?.trim() ?? '';
  const parsed = parseAddress(given === '' ? (local ?? KERNEL_ADDRESS) : given);
  if ('problem' in parsed) throw new UserError(parsed.problem, 'changeAddress');
  return parsed.address;
}

/** @param marked the address, if an editor marks it as production. */
function refuse(marked: string | undefined): never {
  throw new UserError(
    marked === undefined
      ? message(
          'This is a production connection, and nobody can be asked here. Use a window of the editor, or another connection.',
        )
      : message(
          'The editor marks {0} as production, and nobody can be asked here. Use a window of the editor, or another connection.',
          marked,
        ),
  );
}

/** Tokens are only in the environment. */
const NO_SECRETS = {
  get: async () => undefined,
  store: async () => {},
  delete: async () => {},
};

function hasToken(environment: Environment): boolean {
  return [TOKEN_VARIABLE, OFFICIAL_TOKEN_VARIABLE].some((name) => (environment[name]?.trim() ?? '') !== '');
}

/** The user's folder for what is remembered. */
export function stateFolder(environment: Environment): string {
  const folder =
    givenFolder(environment[STATE_VARIABLE]) ??
    givenFolder(environment['XDG_STATE_HOME']) ??
    (process.platform === 'win32' ? givenFolder(environment['LOCALAPPDATA']) : undefined) ??
    path.join(homedir(), '.local', 'state');
  return path.join(folder, 'browser-sessions');
}
