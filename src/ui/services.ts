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
import type { Row } from './views/rows';

/** What there is as soon as a window opens: the views and the status bar need no more. */
export interface StartupServices {
  readonly brief: BriefMessages;
  readonly connections: Connections;
  readonly lists: ListStates;
  readonly log: Log;
  /** Selects a row in its view, where that is in sight: what a command has made is there to be worked with. */
  readonly reveal: (row: Row) => void;
}

/** What there is once in a window, made when a command or an extension folder first needs it. */
export interface WindowServices extends StartupServices {
  readonly inspections: Inspections;
  readonly preview: Preview;
  readonly allowedSecrets: AllowedSecrets;
  readonly devtools: DevToolsSessions;
  readonly screenshots: Screenshots;
  readonly lastClick: LastClick;
}

/** What one command works with. A command names the part of it that it needs. */
export interface Services extends WindowServices, ConnectionServices {}

/** What belongs to one connection. */
export interface ConnectionServices {
  /**
   * The one connection that the command works with, to its end.
   * @throws UserError where it is not to be had.
   */
  readonly connection: Connection;
  /** What is remembered of that connection. */
  readonly records: ConnectionRecords;
}

/**
 * For one command, or one look of a view: it stays with its connection also where another is chosen while it asks or
 * waits.
 * @param wanted the connection, and the address that it had when that was said; without it the one that is in use now.
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

/** An ID of the one address means nothing at another, or something else. */
function asItWas(connection: Connection, address: string | undefined): Connection {
  if (address === undefined || address === connection.settings.address) return connection;
  throw new UserError(message('The address of connection “{0}” has changed. Run the command again.', connection.name));
}
