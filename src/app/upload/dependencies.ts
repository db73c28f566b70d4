import type { Client } from '../../api';
import type { LoadedExtension } from '../../devtools';
import type { AllowedSecrets, ConnectionRecords } from '../../state';
import type { DevToolsSessions } from '../devtools-sessions';
import type { LoadedInSession } from '../loaded/loaded-extensions';
import type { Inspect } from './inspect-folders';
import type { UploadLimits } from './pack-folders';

/** What every upload needs, wherever it goes. */
export interface UploadDependencies<Destination = UploadDestination> {
  readonly inspect: Inspect;
  readonly allowedSecrets: Pick<AllowedSecrets, 'all' | 'allow' | 'salt'>;
  /**
   * Runs work that writes rules, after any other that writes rules has finished. Two at the same time would read the
   * same file, and one change would be lost.
   */
  readonly serialize: <T>(work: () => Promise<T>) => Promise<T>;
  readonly limits: UploadLimits;
  /** Whether an upload in place reloads the pages that the content scripts run in, too. */
  readonly reloadPages: boolean;
  /** Connects to the service, after the folders have been checked. */
  readonly connect: () => Promise<Destination>;
}

/** A service, and what is remembered of it. */
export interface UploadDestination {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
  /** Whether every upload must be confirmed. */
  readonly production: boolean;
  /** Where the browsers tell what they have loaded. */
  readonly devtools: Pick<DevToolsSessions, 'of'>;
  /**
   * Receives everything that a session has loaded, whenever its browser has reported it; undefined if that changed, and
   * the browser did not report it.
   */
  readonly onListed?: (session: string, extensions: readonly LoadedExtension[] | undefined) => void;
  /**
   * Receives that an extension was reloaded in place.
   * @param at when the reload began, in milliseconds since 1970: what is older was said by the version before.
   */
  readonly onReloaded?: (session: string, folder: string, at: number) => void;
  /** What the browser of a session has reported before, if anything. */
  readonly known?: (session: string) => LoadedInSession | undefined;
}
