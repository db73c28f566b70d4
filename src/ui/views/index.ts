import { UserError } from '../../core/errors';
import type { ConnectionRecords, ConnectionKey } from '../../state';
import { servicesFor, type ConnectionServices, type StartupServices } from '../services';
import { ListView } from './list-view';
import type { Row } from './rows';

export type Views = Record<keyof ConnectionRecords, ListView>;

/**
 * The three views. A view without items requests them from the service once, when it becomes visible; after that only
 * Refresh does.
 */
export function createViews(startup: StartupServices): Views {
  const services = (): StartupServices & ConnectionServices => servicesFor(startup);
  const fill = async (kind: keyof ConnectionRecords): Promise<void> =>
    (await import('./fill')).fillView(services(), kind);
  return {
    sessions: new ListView({
      id: 'browserSessions.sessions',
      rows: (parent) =>
        parent
          ? uploadsOf(parent, startup)
          : rowsOf(services(), ({ sessions }, connection) =>
              sessions.notReleased().map((session) => ({ kind: 'session', connection, session })),
            ),
      onShow: () => void fill('sessions'),
    }),
    pools: new ListView({
      id: 'browserSessions.pools',
      rows: () =>
        rowsOf(services(), ({ pools }, connection) => pools.all().map((pool) => ({ kind: 'pool', connection, pool }))),
      onShow: () => void fill('pools'),
    }),
    extensions: new ListView({
      id: 'browserSessions.extensions',
      rows: () =>
        rowsOf(services(), ({ extensions }, connection) =>
          extensions.all().map((extension) => ({ kind: 'extension', connection, extension })),
        ),
      onShow: () => void fill('extensions'),
    }),
  };
}

/** Selects a row if its view is visible. */
export function revealIn(views: Views, row: Row): void {
  const view = row.kind === 'pool' ? views.pools : row.kind === 'extension' ? views.extensions : views.sessions;
  view.reveal(row);
}

/** Without a connection nothing is remembered; the status bar says what is wrong with the connection. */
function rowsOf(
  services: ConnectionServices,
  rows: (records: ConnectionRecords, connection: ConnectionKey) => readonly Row[],
): readonly Row[] {
  try {
    return rows(services.records, services.connection.settings);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function uploadsOf(parent: Row, { watched }: Pick<StartupServices, 'watched'>): Row[] {
  if (parent.kind !== 'session') return [];
  const { session, connection } = parent;
  const uploads = session.uploads ?? [];
  return uploads.map((upload) => {
    const { folder } = upload;
    const isNewest = uploads.find((each) => each.folder === folder) === upload;
    const isWatched = isNewest && watched.has({ connection, session: session.id, folder });
    return { kind: 'upload', connection, session, upload, ...(isWatched && { isWatched }) };
  });
}
