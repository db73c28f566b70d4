import { randomUUID } from 'node:crypto';
import { asText, asTexts } from '../core/json';
import type { KeyValue } from './storage';

const ALLOWED = 'allowedSecrets';
const SALT = 'allowedSecretsSalt';

/** The secrets that the user has seen and allowed, for each workspace: as fingerprints, never as values. */
export class AllowedSecrets {
  constructor(private readonly storage: KeyValue) {}

  /** The fingerprints of the allowed secrets. */
  all(): ReadonlySet<string> {
    return new Set(asTexts(this.storage.get(ALLOWED)));
  }

  async allow(fingerprints: readonly string[]): Promise<void> {
    await this.storage.update(ALLOWED, [...new Set([...this.all(), ...fingerprints])]);
  }

  /** Clears the list: from now on the user is asked about every secret again. */
  async forget(): Promise<void> {
    await this.storage.update(ALLOWED, undefined);
  }

  /** The salt of the fingerprints. It is random, so that a fingerprint alone reveals nothing about its secret. */
  async salt(): Promise<string> {
    const known = asText(this.storage.get(SALT));
    if (known !== undefined) return known;
    const made = randomUUID();
    await this.storage.update(SALT, made);
    return made;
  }
}
