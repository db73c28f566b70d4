import type { Connection } from '../../app/connections/connection';
import type { Connections } from '../../app/connections/connections';
import { VerdictError } from '../../app/upload/inspect-folders';
import { ExtensionRefused } from '../../app/upload/refusals';
import { maySucceedLater } from '../../app/upload/unattended';
import { uploadAgain, type AgainOutcome } from '../../app/upload/upload-again';
import { WatchLoop } from '../../app/watch-loop';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { isNotFound } from '../../core/service-error';
import { keepThreadReady } from '../../packaging';
import { keyOf as connectionKeyOf, type ConnectionKey, type SessionRecord } from '../../state';
import type { RunningItem } from '../editor/running-item';
import { reloadsPages } from '../editor/settings';
import type { Services } from '../services';
import { keyOf, type WatchedUpload, type WatchState } from '../sessions/watched-uploads';
import { BUILD_TASKS } from './build-tasks';
import { onDidChangeIn } from './folder-changes';
import { partsOf } from './upload';
import { reloaded } from './upload-again';
import { withOffer } from './upload-error';
import {
  notInPlace,
  sessionEnded,
  sessionReleased,
  tellConnectionGone,
  tellEnd,
  tellProduction,
  uploadRemoved,
} from './watch-ends';
import { watchItem } from './watch-item';

interface Watch {
  readonly upload: WatchedUpload;
  readonly title: string;
  readonly session: SessionRecord;
  /** Whether it was confirmed for a production connection. */
  readonly isConfirmed: boolean;
  readonly state: WatchState;
  /** Why the last change was not uploaded; undefined if it was. */
  readonly problem?: Message;
  readonly stop: () => void;
}

/** The folders that are uploaded again when they change. */
export class Watches {
  private readonly watches = new Map<string, Watch>();

  constructor(private readonly item: RunningItem) {}

  /** Begins to watch a folder for a session, and uploads what has changed since its last upload. */
  start(services: Services, upload: WatchedUpload, title: string, session: SessionRecord): void {
    const key = keyOf(upload);
    if (this.watches.has(key)) return;
    const loop = new WatchLoop((signal) => this.upload(services, key, signal), { builds: BUILD_TASKS });
    const watcher = onDidChangeIn(upload.folder, (saved) => loop.changed(saved));
    const records = services.recordChanges.onDidChange(() => this.endIfOver(services, key));
    const endThread = keepThreadReady();
    const stop = (): void => {
      endThread();
      loop.stop();
      watcher.dispose();
      records.dispose();
      services.watched.set(upload, undefined);
    };
    const isConfirmed = services.connection.settings.production;
    this.watches.set(key, { upload, title, session, isConfirmed, state: 'uploaded', stop });
    services.watched.set(upload, 'uploaded');
    this.item.show('watching', watchItem([...this.watches.values()]));
    loop.changed();
  }

  /** @param wanted undefined: all. @returns the names of the extensions that were watched. */
  stop(wanted?: WatchedUpload): readonly string[] {
    return this.stopEach(({ upload }) => !wanted || keyOf(upload) === keyOf(wanted)).map(({ title }) => title);
  }

  /** Stops watching for all sessions of a connection. @returns whether there was anything to stop. */
  stopAt(connection: ConnectionKey): boolean {
    return this.stopEach(({ upload }) => connectionKeyOf(upload.connection) === connectionKeyOf(connection)).length > 0;
  }

  /**
   * Stops watching for connections that were removed or have another address now, and for those that became production
   * connections: that was not confirmed. Says why.
   */
  connectionsChanged(connections: Pick<Connections, 'has' | 'isProduction'>): void {
    const gone = this.stopEach(({ upload }) => !connections.has(upload.connection));
    byConnection(gone).forEach(tellConnectionGone);
    const unconfirmed = this.stopEach(
      ({ upload, isConfirmed }) => !isConfirmed && connections.isProduction(upload.connection),
    );
    byConnection(unconfirmed).forEach(tellProduction);
  }

  dispose(): void {
    for (const { stop } of this.watches.values()) stop();
    this.watches.clear();
  }

  private stopEach(isMeant: (watch: Watch) => boolean): Watch[] {
    const stopped = [...this.watches].filter(([, watch]) => isMeant(watch));
    for (const [key, { stop }] of stopped) {
      stop();
      this.watches.delete(key);
    }
    this.item.show('watching', watchItem([...this.watches.values()]));
    return stopped.map(([, watch]) => watch);
  }

  private async upload(services: Services, key: string, signal: AbortSignal): Promise<'tryAgain' | void> {
    const watch = this.watches.get(key);
    if (!watch) return;
    const { folder, session, name } = watch.upload;
    const request = { folder, session, ...(name !== undefined && { name }) };
    // It was confirmed when the watch began.
    const ask = { production: async (): Promise<void> => {} };
    const { connection } = services;
    // A saved file must not start the local service again.
    if (connection.address === undefined) return this.end(watch, sessionEnded(watch));
    const parts = {
      ...partsOf(services, () => connection.client(() => noToken(connection))),
      reloadPages: reloadsPages(),
    };
    try {
      const outcome = await uploadAgain(parts, request, ask, (_step, work) => work(signal, () => {}));
      if (outcome.kind === 'notPossible') {
        const client = await connection.client(() => noToken(connection));
        if (services.devtools.hasNone(client)) await services.notOffered.add(watch.upload.connection, 'watchFolder');
        this.end(watch, notInPlace(watch));
      } else this.tell(services, key, outcome);
    } catch (error) {
      return this.fail(services, key, error);
    }
  }

  private tell(services: Services, key: string, outcome: Exclude<AgainOutcome, { kind: 'notPossible' }>): void {
    this.change(services, key, 'uploaded');
    if (outcome.kind === 'reloaded') services.brief.show(reloaded(outcome));
  }

  /** Errors of the folder cause no notification: they are in the Problems panel, and the user is still working. */
  private fail(services: Services, key: string, error: unknown): 'tryAgain' | void {
    if (this.endIfOver(services, key)) return;
    const watch = this.watches.get(key);
    if (!watch || error instanceof Cancelled) return;
    if (isNotFound(error)) return this.end(watch, sessionEnded(watch));
    const known = withOffer(error, services.inspections, {
      connection: watch.upload.connection,
      folders: [watch.upload.folder],
    });
    services.log.error(known);
    services.brief.end();
    this.change(services, key, { errors: errorsOf(error) }, sentenceOf(known));
    return maySucceedLater(error) ? 'tryAgain' : undefined;
  }

  /** A session that was released may belong to somebody else now. @returns whether it was watched, and ended. */
  private endIfOver(services: Services, key: string): boolean {
    const watch = this.watches.get(key);
    if (!watch) return false;
    const { session, folder } = watch.upload;
    const record = services.records.sessions.find(session);
    const isListed = record?.uploads?.some((each) => each.folder === folder) ?? false;
    const why = record?.released
      ? sessionReleased(watch)
      : record?.gone
        ? sessionEnded(watch)
        : isListed
          ? undefined
          : uploadRemoved(watch);
    if (why) this.end(watch, why);
    return why !== undefined;
  }

  private end(watch: Watch, why: Message): void {
    if (this.stop(watch.upload).length > 0) tellEnd(why, watch.upload);
  }

  private change(services: Services, key: string, state: WatchState, problem?: Message): void {
    const watch = this.watches.get(key);
    if (!watch) return;
    const { problem: _before, ...rest } = watch;
    this.watches.set(key, { ...rest, state, ...(problem && { problem }) });
    services.watched.set(watch.upload, state);
    this.item.show('watching', watchItem([...this.watches.values()]));
  }
}

/** How many errors of the folder the Problems panel has now. */
function errorsOf(error: unknown): number {
  if (error instanceof VerdictError) return error.problems.length;
  return error instanceof ExtensionRefused ? 1 : 0;
}

/** Each connection once, with what was watched there. */
function byConnection(watches: readonly Watch[]): { connection: ConnectionKey; watched: Watch[] }[] {
  const groups = new Map<string, { connection: ConnectionKey; watched: Watch[] }>();
  for (const watch of watches) {
    const { connection } = watch.upload;
    const group = groups.get(connectionKeyOf(connection)) ?? { connection, watched: [] };
    group.watched.push(watch);
    groups.set(connectionKeyOf(connection), group);
  }
  return [...groups.values()];
}

/** A saved file must not open a box: the user is writing. */
async function noToken({ name }: Pick<Connection, 'name'>): Promise<never> {
  throw new UserError(message('Set a token for “{0}” with the command Set Token, then save again.', name));
}
