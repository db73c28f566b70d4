import { asText } from '../core/json';
import type { KeyValue } from './storage';

const KEY = 'connection';

/**
 * The name of the connection that the user chose. Each workspace has its own; a new workspace starts with the one that
 * was chosen last in any workspace. It is read once, because a choice in another window must not change where this
 * window sends requests.
 */
export class ChosenConnection {
  private name: string | undefined;

  constructor(
    private readonly ofWorkspace: KeyValue,
    private readonly ofPerson: KeyValue,
  ) {
    // Also stored for the workspace, so that a later choice in another window is not used here after a reload.
    this.name = [ofWorkspace, ofPerson].map((storage) => asText(storage.get(KEY))).find((name) => name !== undefined);
    if (this.name !== undefined && ofWorkspace.get(KEY) !== this.name) void ofWorkspace.update(KEY, this.name);
  }

  get(): string | undefined {
    return this.name;
  }

  /** @param name undefined: no choice, so the first connection is used. */
  async set(name: string | undefined): Promise<void> {
    this.name = name;
    await this.ofWorkspace.update(KEY, name);
    await this.ofPerson.update(KEY, name);
  }
}
