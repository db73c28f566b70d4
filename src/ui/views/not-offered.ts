import { isDevToolsAddress } from '../../core/devtools-address';
import { NotOffered as NotOfferedError } from '../../core/service-error';
import { keyOf, type ConnectionKey } from '../../state';
import { setContext } from '../editor/context';

/** Operations that a service may not have, with a command for each. */
const OPTIONAL = [
  'createSession',
  'endSession',
  'renameSession',
  'profiles',
  'saveProfile',
  'flushPool',
  'addToCatalog',
  'downloadExtension',
  'fetchFromStore',
  'videos',
  'takeScreenshot',
  'openScreen',
  'clickByName',
  'watchFolder',
] as const;

/** What only a service has, and a browser that is reached by its DevTools alone has not. */
const OF_SERVICES: ReadonlySet<string> = new Set([
  'createSession',
  'endSession',
  'flushPool',
  'addToCatalog',
  'downloadExtension',
  'fetchFromStore',
  'videos',
]);

export type OptionalOperation = (typeof OPTIONAL)[number];

/**
 * What the services of this window have answered that they do not have. It is not offered again at that connection, by
 * the context keys `browserSessions.notOffered.endSession` and so on. Nothing is stored: a service may be replaced by a
 * newer one.
 */
export class NotOffered {
  private readonly known = new Map<string, Set<OptionalOperation>>();
  private readonly proven = new Set<string>();
  private shown: string | undefined;

  /** Shows what is not offered at the connection in use. */
  async show(connection: ConnectionKey | undefined): Promise<void> {
    this.shown = connection && keyOf(connection);
    await Promise.all(
      OPTIONAL.map((name) => setContext(`notOffered.${name}`, connection !== undefined && this.has(connection, name))),
    );
  }

  has(connection: ConnectionKey, operation: OptionalOperation): boolean {
    if (isDevToolsAddress(connection.address) && OF_SERVICES.has(operation)) return true;
    return this.known.get(keyOf(connection))?.has(operation) ?? false;
  }

  /** It was done once, so that a later refusal is about something else. */
  works(connection: ConnectionKey, operation: OptionalOperation): void {
    this.proven.add(`${operation} ${keyOf(connection)}`);
  }

  /** A command failed, or one of several items: what it says of the service is remembered. */
  async record(connection: ConnectionKey, error: unknown): Promise<void> {
    const operation = error instanceof NotOfferedError && OPTIONAL.find((name) => name === error.ability);
    if (operation) await this.add(connection, operation);
  }

  async add(connection: ConnectionKey, operation: OptionalOperation): Promise<void> {
    const key = keyOf(connection);
    if (this.proven.has(`${operation} ${key}`)) return;
    this.known.set(key, new Set([...(this.known.get(key) ?? []), operation]));
    if (key === this.shown) await this.show(connection);
  }
}
