import type * as vscode from 'vscode';
import type { Memory } from '../state';
import type { Connection } from './connection';
import type { Connections } from './connections';
import type { AllowedSecrets } from './guard-secrets';
import type { Inspections } from './inspections';
import type { Preview } from './preview/preview';
import type { Screenshots } from './screenshots';

/** What there is once in a window. */
export interface Parts {
  readonly connections: Connections;
  readonly inspections: Inspections;
  readonly preview: Preview;
  readonly allowedSecrets: AllowedSecrets;
  readonly screenshots: Screenshots;
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
 * @param name the connection; without it the one that is in use now.
 */
export function servicesFor(parts: Parts, name = parts.connections.activeName): Services {
  let connection: Connection | undefined;
  const present = (): Connection => (connection ??= name === undefined ? parts.connections.active() : parts.connections.named(name));
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
