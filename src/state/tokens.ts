import { originOf, parseAddress } from '../core/address';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { Owner } from './owner';
import type { KeyValue, SecretBox } from './storage';

/** Serves where no token is stored for the connection. */
export const TOKEN_VARIABLE = 'BROWSER_SESSIONS_TOKEN';

/** That of the official tools, and where they send it. Source: service-facts.md, "Operations beyond the four". */
const OFFICIAL = { token: 'KERNEL_API_KEY', address: 'KERNEL_BASE_URL', usual: 'https://api.onkernel.com' };

export interface Token {
  readonly value: string;
  /** The environment variable that it comes from; undefined where it is stored. */
  readonly variable?: string;
}

/** One token a connection, in the editor's secret storage and nowhere else. Nothing is cached: another window may have changed it. */
export class Tokens {
  /** @param marks remembers for which connections a token was stored, but no token. */
  constructor(
    private readonly secrets: SecretBox,
    private readonly marks: KeyValue,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  async get(owner: Owner): Promise<Token | undefined> {
    const stored = await this.secrets.get(keyOf(owner));
    return stored ? { value: stored } : this.fromEnvironment(owner);
  }

  /** Throws UserError where the editor does not take it. */
  async set(owner: Owner, token: string): Promise<void> {
    try {
      await this.secrets.store(keyOf(owner), token);
    } catch (error) {
      throw new UserError(message('The editor could not store the token: {0}', error instanceof Error ? error.message : String(error)), 'showLog');
    }
    await this.marks.update(keyOf(owner), true);
  }

  async clear(owner: Owner): Promise<void> {
    await this.marks.update(keyOf(owner), undefined);
    await this.secrets.delete(keyOf(owner));
  }

  /**
   * True where a token was stored and is not there any more, though nobody cleared it: the editor has no keyring, and forgets with
   * its end. Only the first time: who has no keyring knows it after that.
   */
  async isForgotten(owner: Owner): Promise<boolean> {
    if (this.marks.get(TOLD) === true || this.marks.get(keyOf(owner)) !== true || (await this.secrets.get(keyOf(owner)))) return false;
    await this.marks.update(TOLD, true);
    return true;
  }

  private fromEnvironment({ address }: Owner): Token | undefined {
    const variable = [TOKEN_VARIABLE, ...(this.isOfficial(address) ? [OFFICIAL.token] : [])].find((name) => this.environment[name]?.trim());
    return variable === undefined ? undefined : { value: this.environment[variable]?.trim() ?? '', variable };
  }

  /** The official tools' token goes where they send it, and nowhere else. */
  private isOfficial(address: string): boolean {
    const named = parseAddress(this.environment[OFFICIAL.address]?.trim() ?? '');
    const origins = [OFFICIAL.usual, ...('address' in named ? [named.address] : [])].map(originOf);
    return origins.includes(originOf(address));
  }
}

/** Remembers that it was said. */
const TOLD = 'no keyring was told';

/** Starts every key of ours in the secret storage. An origin has no blank, so no name can look like another's origin. */
function keyOf({ name, address }: Owner): string {
  return `token ${originOf(address)} ${name}`;
}
