import type { ExtensionRecord, ConnectionKey, PoolRecord, SessionRecord, UploadRecord } from '../../state';

/** A row of one of the views. */
export type Row = SessionRow | UploadRow | PoolRow | ExtensionRow;

interface OfConnection {
  /** The connection that the row belongs to. */
  readonly connection: ConnectionKey;
}

export interface SessionRow extends OfConnection {
  readonly kind: 'session';
  readonly session: SessionRecord;
}

/** An extension that was uploaded into a session. */
export interface UploadRow extends OfConnection {
  readonly kind: 'upload';
  readonly session: SessionRecord;
  readonly upload: UploadRecord;
  /** Whether its folder is uploaded again at each change. */
  readonly isWatched?: boolean;
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

const KINDS = ['session', 'upload', 'pool', 'extension'] satisfies Row['kind'][];

/** Recognizes a row that the editor passes to the command of its menu. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.some((kind) => kind === value.kind);
}
