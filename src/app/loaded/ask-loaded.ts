import type { Client } from '../../api';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import {
  browserVersion,
  collectedErrors,
  listLoaded,
  NoExtensionsPage,
  ProtocolError,
  watchExtensions,
  WorkerWatch,
  type DevToolsConnection,
  type ExtensionWorker,
  type LoadedExtension,
  type SessionDevTools,
} from '../../devtools';
import type { ConnectionKey, ConnectionRecords } from '../../state';
import { NoDevTools, type DevToolsSessions } from '../devtools-sessions';
import { isNoAnswer, withinTime } from '../in-browser';
import type { LoadedExtensions } from './loaded-extensions';

/** A service, and where it is stored what its sessions have loaded. */
export interface LoadedDependencies {
  readonly client: Client;
  readonly sessions: ConnectionRecords['sessions'];
  readonly connection: ConnectionKey;
  readonly loaded: LoadedExtensions;
}

/** Asks the browsers of sessions what they have loaded, and keeps that current while a connection is open anyway. */
export class LoadedReader {
  private readonly asking = new WeakMap<SessionDevTools, Promise<void>>();
  private readonly watched = new WeakSet<SessionDevTools>();

  constructor(private readonly devtools: Pick<DevToolsSessions, 'of'>) {}

  /**
   * Asks one session. It fails only for a mistake of ours: what a session does not tell is stored as such, and one that
   * does not exist is marked as gone. Two who ask at the same time share one request.
   */
  ask(deps: LoadedDependencies, session: string, signal: AbortSignal): Promise<void> {
    const devtools = this.devtools.of(deps.client, session);
    const asking =
      this.asking.get(devtools) ??
      read(deps, devtools, session, signal)
        .then(() => {
          this.follow(deps, session);
          void this.countErrors(deps, session);
          return undefined;
        })
        .finally(() => this.asking.delete(devtools));
    this.asking.set(devtools, asking);
    return asking;
  }

  /**
   * Lists the extensions again when they change, tells which of their workers run, and gets the browser's version if it
   * is not known, while a connection to the session is open anyway.
   */
  follow({ client, connection, loaded }: LoadedDependencies, session: string): void {
    const devtools = this.devtools.of(client, session);
    if (this.watched.has(devtools) || !loaded.get(connection, session)?.extensions) return;
    this.watched.add(devtools);
    let isListed = true;
    devtools.onConnection((open) => {
      const list = (): void =>
        void ifAnswered(open, listLoaded, (extensions) => loaded.set(connection, session, { extensions }));
      watchExtensions(open, list);
      // Something may have changed while there was no connection.
      if (!isListed) list();
      void watchWorkers(open, (worker) => loaded.setWorkers(connection, session, worker));
      const known = loaded.get(connection, session);
      if (known?.version !== undefined) return;
      void ifAnswered(open, browserVersion, (version) => {
        if (version !== undefined) loaded.set(connection, session, { ...loaded.get(connection, session), version });
      });
    });
    isListed = false;
  }

  /** The rows do not wait for this: the page that has the numbers takes a second to open. */
  private async countErrors({ client, connection, loaded }: LoadedDependencies, session: string): Promise<void> {
    const { extensions = [], isFixed } = loaded.get(connection, session) ?? {};
    if (extensions.length === 0 || isFixed) return;
    const signal = withinTime(new AbortController().signal);
    try {
      const counts = await this.devtools.of(client, session).use((open) => collectedErrors(open, signal), signal);
      for (const [id, count] of counts) loaded.setErrors(connection, session, id, count);
    } catch (error) {
      if (error instanceof NoExtensionsPage)
        loaded.set(connection, session, { ...loaded.get(connection, session), isFixed: true });
      else if (!isNoAnswer(error)) throw error;
    }
  }
}

async function read(
  { sessions, connection, loaded }: Omit<LoadedDependencies, 'client'>,
  devtools: SessionDevTools,
  session: string,
  signal: AbortSignal,
): Promise<void> {
  const limited = withinTime(signal);
  let version: string | undefined;
  try {
    const extensions = await devtools.use(async (open) => {
      version = await browserVersion(open, limited);
      return listLoaded(open, limited);
    }, limited);
    loaded.set(connection, session, { ...(version !== undefined && { version }), extensions });
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    if (isNotFound(error) && sessions.get(session)) await sessions.remember({ id: session, gone: true });
    loaded.set(connection, session, { ...(version !== undefined && { version }), whyUnknown: reasonOf(error) });
  }
}

function reasonOf(error: unknown): Message {
  if (error instanceof NoDevTools) return message('Use a service with DevTools to see extensions.');
  if (error instanceof ProtocolError) return message('Use a session with a newer Chromium to see extensions.');
  if (error instanceof UserError) return message('The service couldn’t be asked.');
  return message('The browser didn’t respond.');
}

/** Tells which workers run until the connection ends; then nothing is known of them any more. */
async function watchWorkers(
  open: DevToolsConnection,
  tell: (worker: (extensionId: string) => LoadedExtension['worker']) => void,
): Promise<void> {
  const ended = new AbortController();
  open.onClose(() => {
    ended.abort();
    tell(() => undefined);
  });
  await ifAnswered(
    open,
    (connection) => WorkerWatch.open(connection, ended.signal),
    (watch) => watch.onChange(() => tell((id) => stateOf(watch.of(id)))),
  );
}

function stateOf(worker: ExtensionWorker | undefined): LoadedExtension['worker'] {
  return worker && (worker.status === 'stopped' ? 'stopped' : 'running');
}

/** Asks over a connection directly, because this must not keep it open. */
async function ifAnswered<T>(
  open: DevToolsConnection,
  ask: (open: DevToolsConnection, signal: AbortSignal) => Promise<T>,
  use: (answer: T) => void,
): Promise<void> {
  let answer: T;
  try {
    answer = await ask(open, withinTime(new AbortController().signal));
  } catch (error) {
    if (isNoAnswer(error)) return;
    throw error;
  }
  use(answer);
}
