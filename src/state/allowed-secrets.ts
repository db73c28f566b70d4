import { randomUUID } from 'node:crypto';
import { asText } from '../core/json';
import { readTexts } from './read-records';
import type { KeyValue } from './storage';

const ALLOWED = 'allowedSecrets';
const SALT = 'allowedSecretsSalt';

/** The secrets that the person has seen and lets through, by workspace: fingerprints, never a value. */
export class AllowedSecrets {
  constructor(private readonly storage: KeyValue) {}

  /** The fingerprints of those that are let through. */
  all(): ReadonlySet<string> {
    return new Set(readTexts(this.storage.get(ALLOWED)));
  }

  async allow(fingerprints: readonly string[]): Promise<void> {
    await this.storage.update(ALLOWED, [...new Set([...this.all(), ...fingerprints])]);
  }

  /** From now on all are asked about again. */
  async forget(): Promise<void> {
    await this.storage.update(ALLOWED, undefined);
  }

  /** Goes into the fingerprints: with one of its own, a fingerprint tells nothing to whoever finds it. */
  async salt(): Promise<string> {
    const known = asText(this.storage.get(SALT));
    if (known !== undefined) return known;
    const made = randomUUID();
    await this.storage.update(SALT, made);
    return made;
  }
}
