import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { defaultSession } from '../../app/last-used';
import type { LoadedTarget } from '../../app/loaded/change-loaded';
import type { ConnectionSettings } from '../../core/connection-settings';
import { lengthsToTellApart } from '../../core/short-id';
import type { ConnectionKey, ConnectionRecords } from '../../state';
import { commandId } from '../editor/contributed';
import { servicesFor, type ConnectionServices, type StartupServices } from '../services';
import type { ListStates, ListTrouble } from './list-states';
import { ListView } from './list-view';
import { loadedIn, type EndedRow, type Remedy, type Row, type SessionRow } from './rows';
import { SessionClock } from './session-clock';
import { debugStateOf, extensionsOf, isAskedFirst, rowsBelow } from './session-rows';

export type Views = Record<keyof ConnectionRecords, ListView>;

/** What the views need of the window. None of it fails. */
export interface ViewEvents {
  /** Asks a session's browser what it has loaded, and stores the answer. */
  readonly askLoaded: (row: SessionRow) => Promise<void>;
  /** Asks a session's browser how much an extension has stored, and what it may do, and stores the answer. */
  readonly askDetails: (connection: ConnectionKey, target: LoadedTarget) => Promise<void>;
  /** Asks the service whether a session has ended whose time is over, and tells the user if so. */
  readonly askEnded: (row: SessionRow) => Promise<void>;
  /** One of them has become visible. */
  readonly onUse: () => void;
}

/**
 * The three views. Each requests its items from the service when it becomes visible; after that only our own actions
 * and Refresh do.
 */
export function createViews(startup: StartupServices, { askLoaded, askDetails, askEnded, onUse }: ViewEvents): Views {
  const services = (): StartupServices & ConnectionServices => servicesFor(startup);
  const fill = async (kind: keyof ConnectionRecords): Promise<void> => {
    onUse();
    await (await import('./fill')).fillView(services(), kind);
  };
  const fillPast = async ({ connection: { name, address } }: EndedRow): Promise<void> =>
    (await import('./fill')).fillPast(servicesFor(startup, { connection: name, address }));
  const clock = new SessionClock({
    rows: () => views.sessions.shown.filter((row) => row.kind === 'session'),
    redraw: (row) => views.sessions.refresh(row),
    onEnd: (row) => void askEnded(row),
  });
  const views: Views = {
    sessions: new ListView({
      id: 'browserSessions.sessions',
      rows: (parent) =>
        parent
          ? rowsBelow(parent, startup)
          : withEnded(
              rowsOf('sessions', services(), ({ sessions }, connection) => sessionRows(connection, sessions, startup)),
              startup,
            ),
      onOpen: async (row) => {
        if (row.kind === 'session' && isAskedFirst(row, startup)) await askLoaded(row);
        if (row.kind === 'ended' && !startup.past.get(row.connection)) await fillPast(row);
      },
      onExpand: (row) => {
        // Meanwhile, others may have ended.
        if (row.kind === 'ended') void fillPast(row);
        if (row.kind === 'session' && !startup.loaded.get(row.connection, row.session.id)?.extensions)
          void askLoaded(row);
        const extension = loadedIn(row);
        if (extension && 'session' in row) void askDetails(row.connection, { session: row.session, extension });
      },
      onShow: () => void fill('sessions'),
      onRows: () => clock.restart(),
      drops: new DroppedFolders(),
    }),
    pools: new ListView({
      id: 'browserSessions.pools',
      rows: () =>
        rowsOf('pools', services(), ({ pools }, connection) =>
          pools.all().map((pool) => ({ kind: 'pool', connection, pool })),
        ),
      onShow: () => void fill('pools'),
    }),
    extensions: new ListView({
      id: 'browserSessions.extensions',
      rows: () =>
        rowsOf('extensions', services(), ({ extensions }, connection) =>
          extensions.all().map((extension) => ({ kind: 'extension', connection, extension })),
        ),
      onShow: () => void fill('extensions'),
    }),
  };
  return views;
}

/** Selects a row if its view is visible. */
export function revealIn(views: Views, row: Row, expand?: boolean): void {
  viewOf(views, row).reveal(row, expand);
}

/** Shows the view of a row, and selects the row. */
export function revealInFront(views: Views, row: Row): void {
  viewOf(views, row).revealInFront(row);
}

function viewOf(views: Views, row: Row): ListView {
  return row.kind === 'pool' ? views.pools : row.kind === 'extension' ? views.extensions : views.sessions;
}

/** Requests lists again whose views are visible, although they may have come just now. */
export function renewIn(views: Views, lists: ListStates, kinds: readonly (keyof Views)[]): void {
  for (const kind of kinds.filter((each) => views[each].isVisible)) {
    lists.outdate(kind);
    views[kind].askAgain();
  }
}

/**
 * Without a connection nothing is remembered; the status bar says what is wrong with the connection. Rows of a list that
 * did not come are those of an earlier one.
 */
function rowsOf(
  list: keyof ConnectionRecords,
  services: StartupServices & ConnectionServices,
  rows: (records: ConnectionRecords, connection: ConnectionSettings) => readonly Row[],
): readonly Row[] {
  try {
    const { records, connection, lists } = services;
    const { settings } = connection;
    const trouble = lists.trouble(list);
    const found = rows(records, settings);
    const more: Row[] = records[list].listEnd.isCut
      ? [{ kind: 'more', connection: settings, list, loaded: found.length }]
      : [];
    // Without rows the welcome text says what the token lacks.
    const mends = trouble && (!OF_TOKEN.has(trouble.state) || found.length > 0);
    const mending: Row[] = mends ? [{ kind: 'more', connection: settings, list, remedy: remedyFor(trouble) }] : [];
    return [...mending, ...found, ...more];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const remedies: readonly Remedy[] =
      error.recovery === 'editConnections'
        ? ['editConnections', 'switchConnection']
        : error.recovery === 'switchConnection'
          ? ['switchConnection']
          : [];
    return remedies.map((remedy) => ({ kind: 'more', connection: NONE, list, remedy }));
  }
}

/** Below sessions, those that have ended, if the service lists some. */
function withEnded(rows: readonly Row[], { past, lists }: StartupServices): readonly Row[] {
  const first = rows.find((row) => row.kind === 'session');
  if (!first || lists.trouble('sessions') || !past.has(first.connection)) return rows;
  const known = past.get(first.connection);
  const count = known && !known.isCut ? known.items.length : undefined;
  return [...rows, { kind: 'ended', connection: first.connection, ...(count !== undefined && { count }) }];
}

const NONE: ConnectionKey = { name: '', address: '' };

/** What the welcome text says, with what mends it. */
const OF_TOKEN: ReadonlySet<ListTrouble['state']> = new Set(['noToken', 'rejected', 'forbidden']);

function remedyFor({ state }: ListTrouble): Remedy {
  return state === 'noToken' || state === 'rejected' || state === 'forbidden' ? 'setToken' : 'tryAgain';
}

/** The rows of sessions, those that have ended last, with what one tells only beside the others. */
export function sessionRows(
  connection: ConnectionSettings,
  sessions: ConnectionRecords['sessions'],
  { loaded, activities }: Pick<StartupServices, 'loaded' | 'activities'>,
): SessionRow[] {
  const shown = sessions.notReleased().toSorted((one, other) => Number(one.gone ?? 0) - Number(other.gone ?? 0));
  const usual = defaultSession(sessions, connection);
  const lengths = lengthsToTellApart(shown.map(({ id }) => id));
  return shown.map((session) => {
    const { id } = session;
    const known = loaded.get(connection, id);
    return {
      kind: 'session',
      connection,
      session,
      idLength: lengths.get(id),
      isDefault: id === usual?.id && shown.length > 1 ? usual.by : undefined,
      agents: activities.in('agent', connection, id).map(({ title }) => title),
      hasVideo: activities.in('video', connection, id).length > 0,
      shared: activities.in('share', connection, id)[0],
      hasCoverage: activities.in('coverage', connection, id).length > 0,
      isPaused: debugStateOf(activities.in('debug', connection, id)) === 'paused',
      version: known?.version,
      extensions: session.gone ? [] : extensionsOf(session, known),
    };
  });
}

/** What the Explorer and the system give for files that are dragged. */
const URIS = 'text/uri-list';
const ON_DISK = new Set(['file', 'vscode-remote']);

/** Uploads folders that are dropped on a session, or on anything below it. */
class DroppedFolders implements vscode.TreeDragAndDropController<Row> {
  readonly dropMimeTypes = [URIS];
  readonly dragMimeTypes = [];

  async handleDrop(target: Row | undefined, data: vscode.DataTransfer): Promise<void> {
    const folders = foldersIn((await data.get(URIS)?.asString()) ?? '');
    if (folders.length === 0) return;
    const { connection, session } = target && 'session' in target ? target : {};
    await vscode.commands.executeCommand(commandId('uploadFolder'), {
      folders,
      ...(connection && { connection: connection.name, address: connection.address }),
      ...(session && { session: session.id }),
    });
  }
}

/** The paths on this machine in a list of URIs: one a line, with comments after `#` (RFC 2483). */
function foldersIn(list: string): string[] {
  return list
    .split(/\r?\n/)
    .filter((line) => URL.canParse(line))
    .map((line) => vscode.Uri.parse(line))
    .filter(({ scheme }) => ON_DISK.has(scheme))
    .map(({ fsPath }) => fsPath);
}
