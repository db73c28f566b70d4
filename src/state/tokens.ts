import { isLoopback, KERNEL_ADDRESS, originOf, parseAddress } from '../core/address';
import { isDevToolsAddress } from '../core/devtools-address';
import { OFFICIAL_TOKEN_VARIABLE, TOKEN_VARIABLE } from '../core/environment';
import { asTexts } from '../core/json';
import { PatientSecrets } from './patient-secrets';
import { keyOf, type ConnectionKey, type KeyValue, type SecretBox } from './storage';

/**
 * The variable with the address to which the official tools send their token, besides the Kernel cloud. Source:
 * docs/service.md, "Authentication".
 */
const OFFICIAL_ADDRESS_VARIABLE = 'KERNEL_BASE_URL';

export interface Token {
  readonly value: string;
  /** The environment variable that it comes from; undefined if it is stored. */
  readonly variable?: string;
}

/**
 * The tokens, one per connection, stored only in the editor's secret storage. Nothing is cached, because another window
 * may have changed a token.
 */
export class Tokens {
  private readonly secrets: PatientSecrets;

  /**
   * @param marks remembers for which connections a token was stored, and for which the token from the environment was
   * allowed; it contains no token.
   * @param environment of the machine that loopback addresses lead to.
   * @param options `place` identifies that machine if it is not the one of the secret storage, as in a remote window: a
   * token for a loopback address belongs to the machine where it was entered, because on another one the same port is
   * another service. `wait`: milliseconds to wait for the secret storage; by default long enough to unlock a keyring.
   */
  constructor(
    secrets: SecretBox,
    private readonly marks: KeyValue,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly options: { readonly place?: string | undefined; readonly wait?: number } = {},
  ) {
    this.secrets = new PatientSecrets(secrets, options.wait);
  }

  /** @throws UserError if the secret storage cannot be read and no token from the environment may be used. */
  async get(owner: ConnectionKey): Promise<Token | undefined> {
    const mayServe = this.isAtHome(owner.address) || this.marked(ALLOWED).includes(this.secretKeyOf(owner));
    const spare = mayServe ? this.fromEnvironment(owner) : undefined;
    try {
      const stored = await this.secrets.get(this.secretKeyOf(owner));
      return stored === undefined ? spare : { value: stored };
    } catch (error) {
      if (spare) return spare;
      throw error;
    }
  }

  /**
   * The token from the environment that fits a connection. Without permission it is used only on this machine and where
   * the official tools would use theirs; for any other address it must be allowed first, because it must not be sent to
   * an address that was just entered.
   */
  fromEnvironment({ address }: ConnectionKey): Token | undefined {
    // Those are for services.
    if (isDevToolsAddress(address)) return undefined;
    const variable = [TOKEN_VARIABLE, ...(this.isOfficial(address) ? [OFFICIAL_TOKEN_VARIABLE] : [])].find((name) =>
      this.environment[name]?.trim(),
    );
    return variable === undefined ? undefined : { value: this.environment[variable]?.trim() ?? '', variable };
  }

  /** From now on the token from the environment is used instead of a stored one, even if the storage is broken. */
  async allowEnvironment(owner: ConnectionKey): Promise<void> {
    const failure: unknown = await this.clear(owner).then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.mark(ALLOWED, this.secretKeyOf(owner));
    // A token that is still stored, and can be read, would take precedence.
    if (failure !== undefined && (await this.get(owner))?.variable === undefined) throw failure;
  }

  /** @throws UserError if the editor cannot store the token. */
  async set(owner: ConnectionKey, token: string): Promise<void> {
    await this.secrets.store(this.secretKeyOf(owner), token);
    await this.mark(STORED, this.secretKeyOf(owner));
  }

  /** Deletes the stored token, and revokes the permission to use the token from the environment. */
  async clear(owner: ConnectionKey): Promise<void> {
    await this.forget((key) => key === this.secretKeyOf(owner));
    await this.secrets.delete(this.secretKeyOf(owner));
  }

  /**
   * Deletes all tokens of a removed connection, including those for its earlier addresses.
   * @throws UserError if one of them could not be deleted.
   */
  async clearAll(name: string): Promise<void> {
    const stored = this.marked(STORED).filter((key) => isOf(key, name));
    await this.forget((key) => isOf(key, name));
    const deleted = await Promise.allSettled(stored.map((key) => this.secrets.delete(key)));
    const failed = deleted.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * True if a token was stored and has disappeared although nobody deleted it: the editor has no keyring, and forgets
   * its secrets when it closes. True only the first time; after that the user knows.
   */
  async isForgotten(owner: ConnectionKey): Promise<boolean> {
    if (this.marks.get(WARNED) === true || !this.marked(STORED).includes(this.secretKeyOf(owner))) return false;
    // A token that cannot be read is not lost; the command that needs it reports the error.
    const isThere = await this.secrets.get(this.secretKeyOf(owner)).then(
      (stored) => stored !== undefined,
      () => true,
    );
    if (isThere) return false;
    await this.marks.update(WARNED, true);
    return true;
  }

  /**
   * The key in the secret storage. A token is valid for the whole origin. Neither an origin nor the encoded place
   * contains spaces, so no name can imitate another origin.
   */
  private secretKeyOf({ name, address }: ConnectionKey): string {
    const origin = originOf(address);
    const { place } = this.options;
    const where = place !== undefined && isLoopback(new URL(origin).hostname) ? `#${encodeURIComponent(place)}` : '';
    return `token ${keyOf({ name, address: origin + where })}`;
  }

  private isAtHome(address: string): boolean {
    return this.isOfficial(address) || isLoopback(new URL(address).hostname);
  }

  /** The official tools' token is sent only to the addresses that those tools use. */
  private isOfficial(address: string): boolean {
    const named = parseAddress(this.environment[OFFICIAL_ADDRESS_VARIABLE]?.trim() ?? '');
    const origins = [KERNEL_ADDRESS, ...('address' in named ? [named.address] : [])].map(originOf);
    return origins.includes(originOf(address));
  }

  private marked(kind: string): readonly string[] {
    return asTexts(this.marks.get(kind));
  }

  private async mark(kind: string, key: string): Promise<void> {
    if (!this.marked(kind).includes(key)) await this.marks.update(kind, [...this.marked(kind), key]);
  }

  private async forget(which: (key: string) => boolean): Promise<void> {
    for (const kind of [STORED, ALLOWED])
      if (this.marked(kind).some(which))
        await this.marks.update(
          kind,
          this.marked(kind).filter((key) => !which(key)),
        );
  }
}

/** Lists of the connections for which a token was stored, and for which the token from the environment was allowed. */
const STORED = 'tokens stored';
const ALLOWED = 'tokens of the environment allowed';
/** Remembers that the user was warned. */
const WARNED = 'no keyring was told';

function isOf(key: string, name: string): boolean {
  return key.split(' ').slice(2).join(' ') === name;
}
