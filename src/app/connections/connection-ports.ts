import type { Client } from '../../api';
import type { Subscribe } from '../../core/emitter';
import type { ConnectionKey, KeyValue } from '../../state';
import type { LocalService } from '../local-service/start';

/** The list of connections, wherever the person has written it. */
export interface ConnectionList {
  /** The entries as they are written: nobody has looked at them yet. */
  read(): readonly unknown[];
  /** @throws UserError where it cannot be written. */
  write(list: readonly unknown[]): Promise<void>;
  /** Told of each change, whoever made it. */
  readonly onDidChange: Subscribe;
}

/** Runs the service on this machine. */
export interface LocalRunner {
  readonly running: Pick<LocalService, 'url' | 'token'> | undefined;
  /** What is remembered of its sessions and pools: gone with them. */
  readonly storage: KeyValue;
  /** Told when it runs, and when it does no longer. */
  readonly onDidChange: Subscribe;
  /**
   * The running one, or a new one.
   * @throws UserError where it cannot start, Cancelled when it is stopped meanwhile.
   */
  start(): Promise<Pick<LocalService, 'url' | 'token'>>;
  /** @returns whether there was one, or one was being started. */
  stop(): Promise<boolean>;
}

/** Opens a client; what it needs is loaded with the first one. */
export type Connect = (address: string, token: string) => Promise<Client>;

/**
 * Says the token of a connection, where there is none: a person, or a program. Empty: that of the environment shall
 * serve.
 * @throws Cancelled where there is none to be had.
 */
export type AskToken = (owner: ConnectionKey) => Promise<string>;
