import type { Client } from '../../api';
import { isLocal, serviceAddress, type ConnectionSettings } from '../../core/connection-settings';
import { isDevToolsAddress } from '../../core/devtools-address';
import type { Subscribe } from '../../core/emitter';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { ConnectionKey, ConnectionRecords, Token, Tokens, ShownNotices, ListedKeyValue } from '../../state';
import type { LocalService } from '../local-service/start';

/** The list of connections, wherever it is stored. */
export interface ConnectionList {
  /** The entries as they are stored, not validated yet. */
  read(): readonly unknown[];
  /** @throws UserError if the list cannot be written. */
  write(list: readonly unknown[]): Promise<void>;
  /** Fires after each change, no matter who made it. */
  readonly onDidChange: Subscribe;
}

/** Runs the service on this machine. */
export interface LocalRunner {
  readonly running: Pick<LocalService, 'url' | 'token'> | undefined;
  /** What is remembered of its sessions and pools. It is discarded when the service ends. */
  readonly storage: ListedKeyValue;
  /** Fires when the service has started, and when it has ended. */
  readonly onDidChange: Subscribe;
  /**
   * Returns the running service, or starts one.
   * @throws UserError if it cannot start, Cancelled if it is stopped meanwhile.
   */
  start(): Promise<Pick<LocalService, 'url' | 'token'>>;
  /** @returns whether a service was running or starting. */
  stop(): Promise<boolean>;
}

/** What a client is opened for: an address, as in the settings of a connection, and its tags. */
export type Destination = Pick<ConnectionSettings, 'address' | 'tags'>;

/**
 * Opens a client; its code is loaded with the first one.
 * @param ended is aborted when nothing may be sent with the token any more.
 */
export type Connect = (to: Destination, token: string, ended?: AbortSignal) => Promise<Client>;

/**
 * Gets a token for a connection that has none, from the user or from a program. An empty text means: use the token from
 * the environment.
 * @param why a command needs it, and perhaps nobody has chosen the connection; or the user wants to set it.
 * @throws Cancelled if no token is given.
 */
export type AskToken = (owner: ConnectionKey, why: 'needed' | 'wanted') => Promise<string>;

/** What a connection needs and shares with all other connections. */
export interface ConnectionDependencies {
  readonly tokens: Tokens;
  readonly local: LocalRunner;
  readonly askToken: AskToken;
  /** The open client for this destination and token. An older client of the same connection is closed. */
  readonly clientFor: (owner: ConnectionKey, to: Destination, token: string) => Promise<Client>;
  /** Whether the settings still have a connection at its address. */
  readonly has: (connection: ConnectionKey) => boolean;
  /** From now on a token from the environment is used. */
  readonly onEnvironmentAllowed: () => void;
}

/** A service address with its token. */
export class Connection {
  constructor(
    readonly settings: ConnectionSettings,
    /** What is remembered for this connection only. */
    readonly records: ConnectionRecords,
    readonly shownNotices: ShownNotices,
    private readonly deps: ConnectionDependencies,
  ) {}

  get name(): string {
    return this.settings.name;
  }

  /** Where requests go; undefined for the local service while it is not running. */
  get address(): string | undefined {
    return this.isLocal ? this.deps.local.running?.url : serviceAddress(this.settings.address);
  }

  get isLocal(): boolean {
    return isLocal(this.settings);
  }

  /** Whether it is a browser that runs already, reached by its DevTools alone. It may need no token. */
  get isBrowser(): boolean {
    return isDevToolsAddress(this.settings.address);
  }

  /**
   * Opens a client. Asks for a token if there is none, and starts the local service if the connection uses it.
   * @param askToken how a missing token is asked for; it may throw instead.
   * @throws UserError, also if it was removed or has another address now, or Cancelled.
   */
  async client(askToken = (): Promise<Token> => this.askToken('needed')): Promise<Client> {
    this.requirePresent();
    if (this.isLocal) {
      const { url, token } = await this.deps.local.start();
      return this.deps.clientFor(this.settings, { ...this.settings, address: url }, token);
    }
    const { value } = (await this.token()) ?? (this.isBrowser ? { value: '' } : await askToken());
    this.requirePresent();
    return this.deps.clientFor(this.settings, this.settings, value);
  }

  /**
   * Undefined for the local service: it generates its own token, which is not shown to anyone.
   * @throws UserError if the token cannot be read.
   */
  async token(): Promise<Token | undefined> {
    return this.isLocal ? undefined : this.deps.tokens.get(this.settings);
  }

  /** The token, for display only. Undefined also if it cannot be read; a command that needs the token reports why. */
  async tokenToShow(): Promise<Token | undefined> {
    try {
      return await this.token();
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  /**
   * Asks for the token and stores it.
   * @throws UserError if the connection was removed or has another address now, or Cancelled.
   */
  async askToken(why: 'needed' | 'wanted' = 'wanted'): Promise<Token> {
    const entered = await this.deps.askToken(this.settings, why);
    // The box may have been open for long, and nobody would clear the token.
    this.requirePresent();
    const { keepToken } = await import('./keep-token');
    const token = await keepToken(this.deps.tokens, this.settings, entered);
    // The secret storage tells of a token that it stores, but nothing of this one.
    if (token.variable !== undefined) this.deps.onEnvironmentAllowed();
    return token;
  }

  async clearToken(): Promise<void> {
    await this.deps.tokens.clear(this.settings);
  }

  /** True if a command would not have to ask for a token or start the service. */
  async isReady(): Promise<boolean> {
    if (this.isBrowser) return true;
    return this.isLocal ? this.deps.local.running !== undefined : (await this.tokenToShow()) !== undefined;
  }

  private requirePresent(): void {
    if (this.deps.has(this.settings)) return;
    throw new UserError(
      message('Connection “{0}” was removed, or its address or project has changed. Run the command again.', this.name),
    );
  }
}
