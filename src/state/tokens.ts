import type { SecretBox } from './storage';

/** Serves where no token is stored for the address. */
export const TOKEN_VARIABLE = 'BROWSER_SESSIONS_TOKEN';

export interface Token {
  readonly value: string;
  readonly source: 'stored' | 'environment';
}

/** One token an address, in the editor's secret storage and nowhere else. Nothing is cached: another window may have changed it. */
export class Tokens {
  constructor(
    private readonly secrets: SecretBox,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  async get(address: string): Promise<Token | undefined> {
    const stored = await this.secrets.get(keyOf(address));
    if (stored) return { value: stored, source: 'stored' };
    const value = this.environment[TOKEN_VARIABLE]?.trim();
    return value ? { value, source: 'environment' } : undefined;
  }

  async set(address: string, token: string): Promise<void> {
    await this.secrets.store(keyOf(address), token);
  }

  async clear(address: string): Promise<void> {
    await this.secrets.delete(keyOf(address));
  }
}

/** Starts every key of ours in the secret storage. */
const PREFIX = 'token ';

function keyOf(address: string): string {
  return PREFIX + address;
}
