// Imported directly: the index would load all use cases together with a view.
import type { DebugActivity, DebugState, WatchState } from '../../app/activities/activity';
import { loadedAs, type LoadedInSession } from '../../app/loaded/loaded-extensions';
import { proposeExtensionName } from '../../core/extension-name';
import { message } from '../../core/message';
import { STORAGE_AREAS } from '../../core/storage-area';
import { type LoadedExtension } from '../../devtools';
import type { SessionRecord } from '../../state';
import type { StartupServices } from '../services';
import {
  loadedIn,
  type AreaRow,
  type EndedRow,
  type LoadedRow,
  type MoreRow,
  type NoteRow,
  type PastRow,
  type Row,
  type SessionRow,
  type StorageRow,
  type UploadRow,
} from './rows';

/**
 * Whether a session's browser is asked before the session has rows. One without uploads is, because only a person can
 * expand it; the rows of another one are there without a person's action.
 */
export function isAskedFirst(
  { session, connection }: SessionRow,
  { loaded }: Pick<StartupServices, 'loaded'>,
): boolean {
  return !session.uploads?.length && !session.gone && !loaded.get(connection, session.id);
}

/**
 * The rows below a session: its uploads with what is really loaded of them, then everything else that its browser has
 * loaded.
 */
export function rowsBelow(
  parent: Row,
  { activities, loaded, past }: Pick<StartupServices, 'activities' | 'loaded' | 'past'>,
): Row[] {
  if (parent.kind === 'ended') return pastRows(parent, past);
  if (parent.kind === 'storage') return areasOf(parent);
  if (parent.kind !== 'session') return storageOf(parent);
  const { session, connection } = parent;
  const uploads = session.uploads ?? [];
  const known = session.gone ? undefined : loaded.get(connection, session.id);
  const { extensions, whyUnknown, isFixed = false } = known ?? {};
  const stateOf = ({ id: extensionId }: LoadedExtension): Pick<LoadedRow, 'isFixed' | 'logState' | 'debugState'> => {
    const isIt = (each: { readonly extensionId: string | undefined }): boolean => each.extensionId === extensionId;
    const debugged = activities.in('debug', connection, session.id).filter(isIt);
    const log = activities.in('log', connection, session.id).find(isIt);
    return {
      ...(isFixed && { isFixed }),
      ...(log && { logState: log.state }),
      ...(debugged.length > 0 && { debugState: debugStateOf(debugged) }),
    };
  };
  const watches = activities.in('watch', connection, session.id);
  const watchOf = (folder: string): WatchState | undefined => watches.find((each) => each.folder === folder)?.state;
  const uploadRows = uploads.flatMap((upload): UploadRow | [] => {
    const { folder, name } = upload;
    const isNewest = uploads.find((each) => each.folder === folder) === upload;
    const found = extensions && loadedAs(extensions, name);
    // An earlier copy that the browser does not have is of no use beside the newest.
    if (extensions && !found && !isNewest) return [];
    const watch = isNewest ? watchOf(folder) : undefined;
    const isRenamed = name !== proposeExtensionName(upload.title);
    const state = found ? { loaded: found, ...stateOf(found) } : extensions && { isMissing: true };
    return {
      kind: 'upload',
      connection,
      session,
      upload,
      ...(watch && { watch }),
      ...(isRenamed && { alias: name }),
      ...state,
    };
  });
  const others = (extensions ?? []).filter((each) => !uploadRows.some((row) => row.loaded === each));
  return [
    ...uploadRows,
    ...others.map((extension): LoadedRow => ({
      kind: 'loaded',
      connection,
      session,
      extension,
      ...stateOf(extension),
    })),
    ...notes(parent, uploads.length > 0, { extensions, whyUnknown }),
  ];
}

function pastRows({ connection }: EndedRow, past: StartupServices['past']): Row[] {
  const list = past.get(connection);
  if (!list) return [];
  const { items, isCut, hasFailed } = list;
  const more: MoreRow = { kind: 'more', connection, list: 'ended' };
  return [
    ...items.map((ended): PastRow => ({ kind: 'past', connection, ended })),
    ...(hasFailed ? [{ ...more, remedy: 'tryAgain' as const }] : isCut ? [{ ...more, loaded: items.length }] : []),
  ];
}

/** An extension that is off has no storage that could be read. */
function storageOf(parent: Row): StorageRow[] {
  const extension = loadedIn(parent);
  if (!extension?.enabled || (parent.kind !== 'upload' && parent.kind !== 'loaded')) return [];
  const { connection, session } = parent;
  return [{ kind: 'storage', connection, session, extension, upload: 'upload' in parent ? parent.upload : undefined }];
}

function areasOf(parent: StorageRow): AreaRow[] {
  return STORAGE_AREAS.map((area) => ({ ...parent, kind: 'area', area }));
}

/** Of an extension, or a session: whether anything that is debugged stands at a breakpoint. */
export function debugStateOf(debugged: readonly DebugActivity[]): DebugState {
  return debugged.some(({ state }) => state === 'paused') ? 'paused' : 'running';
}

function notes(
  { connection, session }: SessionRow,
  hasUploads: boolean,
  { extensions, whyUnknown }: { [Key in 'extensions' | 'whyUnknown']: LoadedInSession[Key] | undefined },
): NoteRow[] {
  const isEmpty = extensions?.length === 0 && !hasUploads;
  const text = whyUnknown ?? (isEmpty ? message('No extensions are loaded.') : undefined);
  return text ? [{ kind: 'note', connection, session, text, ...(isEmpty && !whyUnknown && { isEmpty }) }] : [];
}

/** The extensions of a session, as its row names them: those that are on, or else what was uploaded. */
export function extensionsOf({ uploads = [] }: SessionRecord, known: LoadedInSession | undefined): readonly string[] {
  const names = known?.extensions?.flatMap(({ enabled, name }) => (enabled ? [name] : []));
  return [...new Set(names ?? uploads.flatMap(({ removed, title }) => (removed ? [] : [title])))];
}
