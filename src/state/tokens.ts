import { isLoopback, KERNEL_ADDRESS, originOf, parseAddress } from '../core/address';
import { OFFICIAL_TOKEN_VARIABLE, TOKEN_VARIABLE } from '../core/environment';
import { keyOf, type ConnectionKey } from './connection-key';
import { PatientSecrets } from './patient-secrets';
import { readTexts } from './read-records';
import type { KeyValue, SecretBox } from './storage';

/** Where the official tools send their token, besides the Kernel cloud. Source: docs/service.md, "Authentication". */
const OFFICIAL_ADDRESS_VARIABLE = 'KERNEL_BASE_URL';

export interface Token {
  readonly value: string;
  /** The environment variable that it comes from; undefined where it is stored. */
  readonly variable?: string;
}

/**
 * One token a connection, in the editor's secret storage and nowhere else. Nothing is cached: another window may have
 * changed it.
 */
export class Tokens {
  private readonly secrets: PatientSecrets;

  /**
   * @param marks remembers for which connections a token was stored, or that of the environment allowed; but no token.
   * @param wait milliseconds that the secret storage is waited for; without it, long enough to unlock a keyring.
   */
  constructor(
    secrets: SecretBox,
    private readonly marks: KeyValue,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    wait?: number,
  ) {
    this.secrets = new PatientSecrets(secrets, wait);
  }

  /** @throws UserError where the secret storage cannot be read, and none of the environment may serve. */
  async get(owner: ConnectionKey): Promise<Token | undefined> {
    const mayServe = this.isAtHome(owner.address) || this.marked(ALLOWED).includes(secretKeyOf(owner));
    const spare = mayServe ? this.fromEnvironment(owner) : undefined;
    try {
      const stored = await this.secrets.get(secretKeyOf(owner));
      return stored === undefined ? spare : { value: stored };
    } catch (error) {
      if (spare) return spare;
      throw error;
    }
  }

  /**
   * The token of the environment that would do for a connection. It is used by itself only where the official tools
   * would use theirs, and on this machine; elsewhere once it was allowed: an address that was just typed must not be
   * sent it.
   */
  fromEnvironment({ address }: ConnectionKey): Token | undefined {
    const variable = [TOKEN_VARIABLE, ...(this.isOfficial(address) ? [OFFICIAL_TOKEN_VARIABLE] : [])].find((name) =>
      this.environment[name]?.trim(),
    );
    return variable === undefined ? undefined : { value: this.environment[variable]?.trim() ?? '', variable };
  }

  /** From now on the one of the environment serves in the place of a stored one; also where the storage is broken. */
  async allowEnvironment(owner: ConnectionKey): Promise<void> {
    const failure: unknown = await this.clear(owner).then(
      () => undefined,
      (error: unknown) => error,
    );
    await this.mark(ALLOWED, secretKeyOf(owner));
    // What is still stored, and can be read, would come first.
    if (failure !== undefined && (await this.get(owner))?.variable === undefined) throw failure;
  }

  /** @throws UserError where the editor does not take it. */
  async set(owner: ConnectionKey, token: string): Promise<void> {
    await this.secrets.store(secretKeyOf(owner), token);
    await this.mark(STORED, secretKeyOf(owner));
  }

  /** Clears the stored one, and takes back that the one of the environment may serve. */
  async clear(owner: ConnectionKey): Promise<void> {
    await this.forget((key) => key === secretKeyOf(owner));
    await this.secrets.delete(secretKeyOf(owner));
  }

  /**
   * Clears all tokens of a connection that goes: those for earlier addresses too.
   * @throws UserError where one stays.
   */
  async clearAll(name: string): Promise<void> {
    const stored = this.marked(STORED).filter((key) => isOf(key, name));
    await this.forget((key) => isOf(key, name));
    const deleted = await Promise.allSettled(stored.map((key) => this.secrets.delete(key)));
    const failed = deleted.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * True where a token was stored and is not there any more, though nobody cleared it: the editor has no keyring, and
   * forgets with its end. Only the first time: who has no keyring knows it after that.
   */
  async isForgotten(owner: ConnectionKey): Promise<boolean> {
    if (this.marks.get(WARNED) === true || !this.marked(STORED).includes(secretKeyOf(owner))) return false;
    // What cannot be read is not forgotten: whoever needs it is told.
    const isThere = await this.secrets.get(secretKeyOf(owner)).then(
      (stored) => stored !== undefined,
      () => true,
    );
    if (isThere) return false;
    await this.marks.update(WARNED, true);
    return true;
  }

  private isAtHome(address: string): boolean {
    return this.isOfficial(address) || isLoopback(new URL(address).hostname);
  }

  /** The official tools' token goes where they send it, and nowhere else. */
  private isOfficial(address: string): boolean {
    const named = parseAddress(this.environment[OFFICIAL_ADDRESS_VARIABLE]?.trim() ?? '');
    const origins = [KERNEL_ADDRESS, ...('address' in named ? [named.address] : [])].map(originOf);
    return origins.includes(originOf(address));
  }

  private marked(kind: string): readonly string[] {
    return readTexts(this.marks.get(kind));
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

/** The connections for which a token was stored, and those for which the one of the environment was allowed. */
const STORED = 'tokens stored';
const ALLOWED = 'tokens of the environment allowed';
/** Remembers that it was said. */
const WARNED = 'no keyring was told';

/**
 * The key in the secret storage: a token is for the whole origin. An origin has no blank, so no name can look like
 * another's origin.
 */
function secretKeyOf({ name, address }: ConnectionKey): string {
  return `token ${keyOf({ name, address: originOf(address) })}`;
}

function isOf(key: string, name: string): boolean {
  return key.split(' ').slice(2).join(' ') === name;
}
