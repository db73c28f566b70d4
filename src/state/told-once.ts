import { keyOf, type ConnectionKey } from './connection-key';
import { readTexts } from './read-records';
import type { KeyValue } from './storage';

/** A consequence that is explained once for a connection. `newName`: Upload Again adds a copy under a new name. */
export type Notice = 'newName';

/** What the user was told for a connection, and is not told again. */
export class ToldOnce {
  private readonly key: string;

  constructor(
    private readonly storage: KeyValue,
    connection: ConnectionKey,
  ) {
    this.key = `told ${keyOf(connection)}`;
  }

  /** @returns whether it was not told before. From now on it was. */
  async isFirst(notice: Notice): Promise<boolean> {
    const told = readTexts(this.storage.get(this.key));
    if (told.includes(notice)) return false;
    await this.storage.update(this.key, [...told, notice]);
    return true;
  }
}
