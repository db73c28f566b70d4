import type { Client } from '../../api';
import type { Subscribe } from '../../core/emitter';
import type { ConnectionKey, ListedKeyValue } from '../../state';
import type { LocalService } from '../local-service/start';

/** The list of connections, wherever it is stored. */
export interface ConnectionList {
  /** The entries as they are stored, not validated yet. */
  read(): readonly unknown[];
  /** @throws UserError if the list cannot be written. */
  write(list: readonly unknown[]): Promise<void>;
  /** Fires after each change, no matter who made it. */
  readonly onDidChange: Subscribe;
}

/** Runs the service on this machine. */
export interface LocalRunner {
  readonly running: Pick<LocalService, 'url' | 'token'> | undefined;
  /** What is remembered of its sessions and pools. It is discarded when the service ends. */
  readonly storage: ListedKeyValue;
  /** Fires when the service has started, and when it has ended. */
  readonly onDidChange: Subscribe;
  /**
   * Returns the running service, or starts one.
   * @throws UserError if it cannot start, Cancelled if it is stopped meanwhile.
   */
  start(): Promise<Pick<LocalService, 'url' | 'token'>>;
  /** @returns whether a service was running or starting. */
  stop(): Promise<boolean>;
}

/**
 * Opens a client; its code is loaded with the first one.
 * @param ended is aborted when nothing may be sent with the token any more.
 */
export type Connect = (address: string, token: string, ended?: AbortSignal) => Promise<Client>;

/**
 * Gets a token for a connection that has none, from the user or from a program. An empty text means: use the token from
 * the environment.
 * @throws Cancelled if no token is given.
 */
export type AskToken = (owner: ConnectionKey) => Promise<string>;
