import type { Activities } from '../app/activities/activities';
import type { Connection } from '../app/connections/connection';
import type { Connections } from '../app/connections/connections';
import type { DevToolsSessions } from '../app/devtools-sessions';
import type { LoadedReader } from '../app/loaded/ask-loaded';
import type { LoadedExtensions } from '../app/loaded/loaded-extensions';
import type { SessionHistories } from '../app/report/session-history';
import type { PastSessions } from '../app/past-sessions';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import { labelOf, nameOf, type AllowedSecrets, type ConnectionRecords, type Label } from '../state';
import type { Launcher } from './agents/launcher';
import type { Log } from './editor/log';
import type { LastClick } from './clicks/last-click';
import type { StatusMessages } from './editor/show';
import type { Inspections } from './folders/inspections';
import type { ExtensionLogs } from './log/extension-logs';
import type { Preview } from './preview/preview';
import type { ReportPanels } from './report/report-panels';
import type { Screens } from './screen/screens';
import type { DoubleClick } from './sessions/double-click';
import type { Screenshots } from './sessions/screenshots';
import type { StoragePlaces } from './storage/storage-uri';
import type { ListedTests } from './tests/test-list';
import type { ListStates } from './views/list-states';
import type { NotOffered } from './views/not-offered';
import type { Row } from './views/rows';

/** What exists as soon as a window opens; the views and the status bar need no more. */
export interface StartupServices {
  /** All that runs until it is stopped. */
  readonly activities: Activities;
  readonly statusMessages: StatusMessages;
  readonly connections: Connections;
  readonly lists: ListStates;
  readonly notOffered: NotOffered;
  readonly log: Log;
  /** Selects a row if its view is visible, so that the user can continue with what a command has created. */
  readonly reveal: (row: Row, expand?: boolean) => void;
  /** The same for a user who wants to see the row: its view is shown, and the row has the focus. */
  readonly revealInFront: (row: Row) => void;
  /** The rows that a key is about which was pressed in a view. */
  readonly selectedRows: (kind: keyof ConnectionRecords) => Promise<readonly Row[]>;
  /** Requests lists of the connection in use again, in the background, if their views are visible. */
  readonly renew: (...kinds: readonly (keyof ConnectionRecords)[]) => void;
  /** What the sessions have loaded, as far as they were asked. */
  readonly loaded: LoadedExtensions;
  /** The sessions that have ended, as far as they were asked for. */
  readonly past: PastSessions;
  /** Shows what ran in the editor's view of coverage. */
  readonly showCoverage: ListedTests['showCoverage'];
}

/** What exists once per window, and is created when a command or an extension folder first needs it. */
export interface WindowServices extends StartupServices {
  readonly inspections: Inspections;
  readonly preview: Preview;
  readonly allowedSecrets: AllowedSecrets;
  readonly devtools: DevToolsSessions;
  readonly loadedReader: LoadedReader;
  readonly logs: ExtensionLogs;
  readonly screens: Screens;
  readonly histories: SessionHistories;
  readonly reports: ReportPanels;
  readonly doubleClick: DoubleClick;
  readonly screenshots: Screenshots;
  readonly lastClick: LastClick;
  readonly storagePlaces: StoragePlaces;
  readonly launcher: Launcher;
}

/** What one command can use. Each command declares only the part that it needs. */
export interface Services extends WindowServices, ConnectionServices {}

/** What belongs to one connection. */
export interface ConnectionServices {
  /**
   * The connection that the command uses from start to end.
   * @throws UserError if it is not available.
   */
  readonly connection: Connection;
  /** What is remembered of that connection. */
  readonly records: ConnectionRecords;
}

/**
 * The services for one command, or one update of a view. They keep their connection even if the user chooses another
 * one while the command asks or waits.
 * @param wanted the connection, and the address that it had when it was chosen; by default the one in use now.
 */
export function servicesFor<Known extends StartupServices>(
  services: Known,
  wanted: { readonly connection?: string; readonly address?: string } = {},
): Known & ConnectionServices {
  const { connections } = services;
  const name = wanted.connection ?? connections.activeName;
  let connection: Connection | undefined;
  const present = (): Connection =>
    (connection ??=
      name === undefined ? connections.active() : requireAddress(connections.named(name), wanted.address));
  return {
    ...services,
    get connection() {
      return present();
    },
    get records() {
      return present().records;
    },
  };
}

/** At another address, an ID means nothing or something else. */
function requireAddress(connection: Connection, address: string | undefined): Connection {
  if (address === undefined || address === connection.settings.address) return connection;
  throw new UserError(
    message('The address or project of connection “{0}” has changed. Run the command again.', connection.name),
  );
}

/**
 * The service and its errors identify things by ID, and the service itself by its address; this returns the label for
 * an ID or that address. If the connection is invalid, only the ID is known.
 */
export function labelIn(services: ConnectionServices, id: string): Label {
  try {
    if (id === services.connection.address) return services.connection.name;
    const { sessions, pools, extensions } = services.records;
    const session = sessions.get(id);
    if (session) return labelOf(session);
    const thing = pools.get(id) ?? extensions.get(id);
    return thing ? nameOf(thing) : id;
  } catch (error) {
    if (error instanceof UserError) return id;
    throw error;
  }
}
