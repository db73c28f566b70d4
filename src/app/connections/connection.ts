import type { Client } from '../../api';
import { isLocal, type ConnectionSettings } from '../../core/connection-settings';
import { UserError } from '../../core/errors';
import type { ConnectionRecords, Token, Tokens } from '../../state';
import type { AskToken, LocalRunner } from './connection-ports';

/** What a connection needs of what there is once for all of them. */
export interface ConnectionParts {
  readonly tokens: Tokens;
  readonly local: LocalRunner;
  readonly askToken: AskToken;
  /** The open client for this address and token; another one of the same connection is closed. */
  readonly clientFor: (name: string, address: string, token: string) => Promise<Client>;
}

/** A service address with its token. */
export class Connection {
  constructor(
    readonly settings: ConnectionSettings,
    /** What is remembered of this connection, and of no other. */
    readonly records: ConnectionRecords,
    private readonly parts: ConnectionParts,
  ) {}

  get name(): string {
    return this.settings.name;
  }

  /** Undefined for the service on this machine while it does not run. */
  get address(): string | undefined {
    return this.isLocal ? this.parts.local.running?.url : this.settings.address;
  }

  get isLocal(): boolean {
    return isLocal(this.settings);
  }

  /**
   * Asks for a token where there is none; starts the service on this machine where that is meant.
   * @throws UserError, or Cancelled.
   */
  async client(): Promise<Client> {
    const { name, address } = this.settings;
    if (this.isLocal) {
      const { url, token } = await this.parts.local.start();
      return this.parts.clientFor(name, url, token);
    }
    const { value } = (await this.token()) ?? (await this.askToken());
    return this.parts.clientFor(name, address, value);
  }

  /**
   * The service on this machine makes its own, and tells it to nobody.
   * @throws UserError where none can be read.
   */
  async token(): Promise<Token | undefined> {
    return this.isLocal ? undefined : this.parts.tokens.get(this.settings);
  }

  /** For what only shows it: where it cannot be read there is none, and a command that needs it tells why. */
  async tokenToShow(): Promise<Token | undefined> {
    try {
      return await this.token();
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  /** Asks for the token and keeps it. */
  async askToken(): Promise<Token> {
    const said = await this.parts.askToken(this.settings);
    const { keepToken } = await import('./keep-token');
    return keepToken(this.parts.tokens, this.settings, said);
  }

  async clearToken(): Promise<void> {
    await this.parts.tokens.clear(this.settings);
  }

  /** True where a command would have to ask for nothing, and to start nothing. */
  async isReady(): Promise<boolean> {
    return this.isLocal ? this.parts.local.running !== undefined : (await this.tokenToShow()) !== undefined;
  }
}
