import type * as vscode from 'vscode';
import { UserError } from '../core/errors';
import { message } from '../core/message';
import type { Memory } from '../state';
import type { Connection } from './connection';
import type { Connections } from './connections';
import type { AllowedSecrets } from './guard-secrets';
import type { Inspections } from './inspections';
import type { LastClick } from './last-click';
import type { Preview } from './preview/preview';
import type { Screenshots } from './screenshots';

/** What there is once in a window. */
export interface Parts {
  readonly connections: Connections;
  readonly inspections: Inspections;
  readonly preview: Preview;
  readonly allowedSecrets: AllowedSecrets;
  readonly screenshots: Screenshots;
  readonly lastClick: LastClick;
  readonly log: vscode.LogOutputChannel;
}

/** What one command works with. A command names the part of it that it needs. */
export interface Services extends Parts {
  /** The one connection that the command works with, to its end. Throws UserError where it is not to be had. */
  readonly connection: Connection;
  /** What is remembered of that connection. */
  readonly memory: Memory;
}

/**
 * For one command, or one look of a view: it stays with its connection also where another is chosen while it asks or waits.
 * @param wanted the connection, and the address that it had when that was said; without it the one that is in use now.
 */
export function servicesFor(parts: Parts, wanted: { readonly connection?: string; readonly address?: string } = {}): Services {
  const name = wanted.connection ?? parts.connections.activeName;
  let connection: Connection | undefined;
  const present = (): Connection => (connection ??= name === undefined ? parts.connections.active() : asItWas(parts.connections.named(name), wanted.address));
  return {
    ...parts,
    get connection() {
      return present();
    },
    get memory() {
      return present().memory;
    },
  };
}

/** An ID of the one address means nothing at another, or something else. */
function asItWas(connection: Connection, address: string | undefined): Connection {
  if (address === undefined || address === connection.settings.address) return connection;
  throw new UserError(message('The connection “{0}” leads to another address by now. Begin again there.', connection.name));
}
