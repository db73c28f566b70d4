import type { EndedSession } from '../../api';
import type { DebugState, LogState, ShareActivity, WatchState } from '../../app/activities/activity';
import type { DefaultSession } from '../../app/last-used';
import type { Message } from '../../core/message';
import type { StorageArea } from '../../core/storage-area';
import type { LoadedExtension } from '../../devtools';
import type {
  Label,
  ConnectionKey,
  ConnectionRecords,
  ExtensionRecord,
  PoolRecord,
  SessionRecord,
  UploadRecord,
} from '../../state';

/** A row of one of the views. */
export type Row =
  | SessionRow
  | UploadRow
  | LoadedRow
  | StorageRow
  | AreaRow
  | NoteRow
  | EndedRow
  | PastRow
  | PoolRow
  | ExtensionRow
  | MoreRow;

interface OfConnection {
  /** The connection that the row belongs to. */
  readonly connection: ConnectionKey;
}

export interface SessionRow extends OfConnection {
  readonly kind: 'session';
  readonly session: SessionRecord;
  /** Characters of its ID that tell it from the other rows, if more than usual. */
  readonly idLength?: number;
  /** Whether commands without a selection take it, or propose it first. */
  readonly isDefault?: DefaultSession['by'];
  /** The agents that work in it. */
  readonly agents?: readonly Label[];
  /** Whether a video of it is recorded. */
  readonly hasVideo?: boolean;
  /** Whether what runs in it is counted. */
  readonly hasCoverage?: boolean;
  /** The ports of this machine that its pages can reach. */
  readonly shared?: Pick<ShareActivity, 'ports' | 'problem' | 'isDown'> | undefined;
  /** Whether something in it stands at a breakpoint. */
  readonly isPaused?: boolean;
  /** Version of its Chromium, such as `156.0.8078.114`, if it is known. */
  readonly version?: string;
  /** The extensions that are loaded or were uploaded, as its rows name them. */
  readonly extensions?: readonly string[];
}

/** An extension that was uploaded into a session. */
export interface UploadRow extends OfConnection {
  readonly kind: 'upload';
  readonly session: SessionRecord;
  readonly upload: UploadRecord;
  /** Its folder is uploaded again at each change; how the last one went. */
  readonly watch?: WatchState;
  /** Its name in the session, where it is not the one that its folder suggests. */
  readonly alias?: string;
  /** The same extension, as the session's browser reported it. */
  readonly loaded?: LoadedExtension;
  /** Whether its log is followed. */
  readonly logState?: LogState;
  /** Whether it is debugged, and stands at a breakpoint. */
  readonly debugState?: DebugState;
  /** The browser reported what it has loaded, and this was not in it. */
  readonly isMissing?: boolean;
  /** The browser has no way to turn extensions off or on. */
  readonly isFixed?: boolean;
}

/** An extension that a session has loaded, and that is none of the uploads that are remembered. */
export interface LoadedRow extends OfConnection {
  readonly kind: 'loaded';
  readonly session: SessionRecord;
  readonly extension: LoadedExtension;
  /** Whether its log is followed. */
  readonly logState?: LogState;
  /** Whether it is debugged, and stands at a breakpoint. */
  readonly debugState?: DebugState;
  /** The browser has no way to turn extensions off or on. */
  readonly isFixed?: boolean;
}

/** Below a loaded extension: all that it has stored. */
export interface StorageRow extends OfConnection {
  readonly kind: 'storage';
  readonly session: SessionRecord;
  readonly extension: LoadedExtension;
  readonly upload: UploadRecord | undefined;
}

/** One area of it. */
export interface AreaRow extends Omit<StorageRow, 'kind'> {
  readonly kind: 'area';
  readonly area: StorageArea;
}

/** A sentence below a session, in place of what it has loaded; where that is nothing, with the way to upload. */
export interface NoteRow extends OfConnection {
  readonly kind: 'note';
  readonly session: SessionRecord;
  readonly text: Message;
  readonly isEmpty?: boolean;
}

/** Above the sessions that have ended, which are asked for when it is opened. */
export interface EndedRow extends OfConnection {
  readonly kind: 'ended';
  /** How many there are; undefined if they were not asked for, or not all. */
  readonly count?: number;
}

/** A session that has ended. It has no `session`, so that nothing is done in one. */
export interface PastRow extends OfConnection {
  readonly kind: 'past';
  readonly ended: EndedSession;
}

export interface PoolRow extends OfConnection {
  readonly kind: 'pool';
  readonly pool: PoolRecord;
}

/** An extension in the catalog. */
export interface ExtensionRow extends OfConnection {
  readonly kind: 'extension';
  readonly extension: ExtensionRecord;
}

/** A row with a command: the last one where the service has more of a list, the first one where the list did not come. */
export interface MoreRow extends OfConnection {
  readonly kind: 'more';
  readonly list: keyof ConnectionRecords | 'ended';
  /** The remedy if the list did not come; undefined: the service has more rows. */
  readonly remedy?: Remedy;
  /** How many there are above the row, where the service has more. */
  readonly loaded?: number;
}

export type Remedy = 'tryAgain' | 'setToken' | 'editConnections' | 'switchConnection';

/** The ID of a row's tree item. */
export function rowId(row: Row): string {
  switch (row.kind) {
    case 'session':
      // Another ID when the row gets uploads: the editor would otherwise restore the collapsed state of the old row.
      return `session ${row.session.id} ${row.session.uploads?.length ? 'loaded' : 'empty'}`;
    case 'upload':
      return `upload ${row.session.id} ${row.upload.name} ${row.upload.at}`;
    case 'loaded':
      return `loaded ${row.session.id} ${row.extension.id}`;
    case 'storage':
      return `storage ${row.session.id} ${row.extension.id}`;
    case 'area':
      return `area ${row.session.id} ${row.extension.id} ${row.area}`;
    case 'note':
      return `note ${row.session.id}`;
    case 'ended':
      return 'ended';
    case 'past':
      return `past ${row.ended.id}`;
    case 'pool':
      return `pool ${row.pool.id}`;
    case 'extension':
      return `extension ${row.extension.id}`;
    case 'more':
      return `more ${row.list} ${row.remedy ?? ''}`;
  }
}

const KINDS = [
  'session',
  'upload',
  'loaded',
  'storage',
  'area',
  'note',
  'ended',
  'past',
  'pool',
  'extension',
  'more',
] satisfies Row['kind'][];

/** The extension that a session has loaded, if it is one that the row shows; undefined: no row of a loaded extension. */
export function loadedIn(row: Row | undefined): LoadedExtension | undefined {
  if (row?.kind === 'upload') return row.loaded;
  return row?.kind === 'loaded' || row?.kind === 'storage' || row?.kind === 'area' ? row.extension : undefined;
}

/** Recognizes a row that the editor passes to the command of its menu. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.some((kind) => kind === value.kind);
}
