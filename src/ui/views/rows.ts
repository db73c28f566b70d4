import type { ExtensionRecord, Owner, PoolRecord, SessionRecord, UploadRecord } from '../../state';

/** What the rows of the views stand for. */
export type Row = SessionRow | UploadRow | PoolRow | ExtensionRow;

export interface SessionRow {
  readonly kind: 'session';
  /** The connection that it is of. */
  readonly connection: Owner;
  readonly session: SessionRecord;
}

/** An extension that was loaded in a session. */
export interface UploadRow {
  readonly kind: 'upload';
  /** The connection that it is of. */
  readonly connection: Owner;
  readonly session: SessionRecord;
  readonly upload: UploadRecord;
}

export interface PoolRow {
  readonly kind: 'pool';
  /** The connection that it is of. */
  readonly connection: Owner;
  readonly pool: PoolRecord;
}

/** An extension in the catalogue. */
export interface ExtensionRow {
  readonly kind: 'extension';
  /** The connection that it is of. */
  readonly connection: Owner;
  readonly extension: ExtensionRecord;
}

const KINDS = ['session', 'upload', 'pool', 'extension'] satisfies Row['kind'][];

/** The editor hands a row back to the command of its menu. */
export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.some((kind) => kind === value.kind);
}
