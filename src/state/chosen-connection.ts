import { asText } from '../core/json';
import type { KeyValue } from './storage';

const KEY = 'connection';

/**
 * The name of the connection that the person has chosen: for each workspace its own, and for a new one the last that
 * was chosen anywhere. It is read once: what is chosen in another window must not change where this one sends.
 */
export class ChosenConnection {
  private name: string | undefined;

  constructor(
    private readonly ofWorkspace: KeyValue,
    private readonly ofPerson: KeyValue,
  ) {
    // Kept for the workspace too: what another window chooses later must not be in use here after a reload.
    this.name = [ofWorkspace, ofPerson].map((storage) => asText(storage.get(KEY))).find((name) => name !== undefined);
    if (this.name !== undefined && ofWorkspace.get(KEY) !== this.name) void ofWorkspace.update(KEY, this.name);
  }

  get(): string | undefined {
    return this.name;
  }

  /** @param name undefined: none, and so the first one. */
  async set(name: string | undefined): Promise<void> {
    this.name = name;
    await this.ofWorkspace.update(KEY, name);
    await this.ofPerson.update(KEY, name);
  }
}
