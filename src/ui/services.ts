import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { DevToolsSessions } from '../app';
import type { AllowedSecrets, ConnectionRecords } from '../state';
import type { Connection } from '../app/connections/connection';
import type { Connections } from '../app/connections/connections';
import type { Inspections } from './folders/inspections';
import type { LastClick } from './sessions/last-click';
import type { Log } from './editor/log';
import type { Preview } from './preview/preview';
import type { Screenshots } from './sessions/screenshots';
import type { BriefMessages } from './editor/show';
import type { ListStates } from './views/list-states';
import type { Watches } from './upload/watches';
import type { Row } from './views/rows';
import type { WatchedUploads } from './sessions/watched-uploads';

/** What exists as soon as a window opens; the views and the status bar need no more. */
export interface StartupServices {
  readonly brief: BriefMessages;
  readonly connections: Connections;
  readonly lists: ListStates;
  readonly log: Log;
  /** Selects a row if its view is visible, so that the user can continue with what a command has created. */
  readonly reveal: (row: Row) => void;
  readonly watched: WatchedUploads;
}

/** What exists once per window, and is created when a command or an extension folder first needs it. */
export interface WindowServices extends StartupServices {
  readonly inspections: Inspections;
  readonly preview: Preview;
  readonly allowedSecrets: AllowedSecrets;
  readonly devtools: DevToolsSessions;
  readonly watches: Watches;
  readonly screenshots: Screenshots;
  readonly lastClick: LastClick;
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
    (connection ??= name === undefined ? connections.active() : asItWas(connections.named(name), wanted.address));
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
function asItWas(connection: Connection, address: string | undefined): Connection {
  if (address === undefined || address === connection.settings.address) return connection;
  throw new UserError(message('The address of connection “{0}” has changed. Run the command again.', connection.name));
}
