import * as vscode from 'vscode';
import type { DebugState, LogState } from '../../app/activities/activity';
import { formatBytes } from '../../core/format';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import type { LoadedExtension } from '../../devtools';
import { commandId } from '../editor/contributed';
import { localize, t } from '../editor/localize';
import { tableTooltip, type Fact } from '../editor/linked-tooltip';
import { failing, firstShown, icon, MAX_LABEL, shortDate, stateFact, tokens, type RowFact } from './item-parts';
import { rowId, type AreaRow, type LoadedRow, type NoteRow, type StorageRow, type UploadRow } from './rows';

const MAX_VERSION = 20;

/** An extension that was uploaded: its row says what matters most about it, and the tooltip all that is known. */
export function uploadItem(row: UploadRow): vscode.TreeItem {
  const { session, upload, alias, watch, logState, debugState, loaded, isMissing, isFixed } = row;
  const at = new Date(upload.at);
  const failed = watch === undefined || watch === 'uploaded' ? undefined : watch;
  const isRemoved = isMissing === true && upload.removed === true;
  const missing = isRemoved ? t('removed') : isMissing ? t('not loaded') : undefined;
  return rowOf({
    id: rowId(row),
    name: upload.title,
    version: loaded?.version ?? upload.version,
    spoken: t('Upload {0}', upload.name),
    canOpen: !session.gone && loaded?.enabled === true,
    isOff: isRemoved || loaded?.enabled === false,
    isFailing: failed !== undefined || (isMissing === true && !isRemoved) || hasErrors(loaded),
    usual: [loaded?.enabled ? t('enabled') : undefined],
    states: [
      pausedFact(debugState),
      failed && notUploaded(failed.errors),
      missing && stateFact(missing),
      disabledFact(loaded),
      errorsFact(loaded),
      offlineFact(logState),
      watch === 'uploaded' ? stateFact(t('watching')) : undefined,
      workerFact(loaded),
    ],
    alias: alias === undefined ? undefined : plainText(alias, MAX_LABEL),
    running: runningTexts(logState, debugState),
    contextValue: tokens(
      'upload',
      !session.gone && 'live',
      vscode.workspace.getWorkspaceFolder(vscode.Uri.file(upload.folder)) && 'here',
      watch && 'watched',
      failed && failed.errors > 0 && 'failing',
      logState && 'followed',
      debugState && 'debugged',
      loaded && loadedTokens(loaded, isFixed),
    ),
    facts: [
      [t('Uploaded'), shortDate(at)],
      [t('From'), upload.folder],
      [t('Zip size'), formatBytes(upload.bytes)],
      ...permissionFacts(loaded),
      [t('Name in the session'), upload.name],
      [t('ID'), loaded?.id],
    ],
  });
}

/** An extension that is none of the uploads. */
export function loadedItem(row: LoadedRow): vscode.TreeItem {
  const { extension, logState, debugState, isFixed } = row;
  return rowOf({
    id: rowId(row),
    name: extension.name,
    version: extension.version,
    spoken: t('Extension {0}', extension.name),
    canOpen: extension.enabled,
    isOff: !extension.enabled,
    isFailing: hasErrors(extension),
    usual: [extension.enabled ? t('enabled') : undefined, t('not uploaded from here')],
    states: [
      pausedFact(debugState),
      disabledFact(extension),
      errorsFact(extension),
      offlineFact(logState),
      workerFact(extension),
    ],
    alias: undefined,
    running: runningTexts(logState, debugState),
    contextValue: tokens(loadedTokens(extension, isFixed), logState && 'followed', 'brought'),
    facts: [...permissionFacts(extension), [t('Folder in the session'), extension.path], [t('ID'), extension.id]],
  });
}

function offlineFact(state: LogState | undefined): RowFact | undefined {
  return state === 'waiting' ? stateFact(t('log offline')) : undefined;
}

function runningTexts(logState: LogState | undefined, debugState: DebugState | undefined): readonly PlainText[] {
  return [
    ...(logState === 'following' ? [t('following log')] : []),
    ...(debugState === 'running' ? [t('debugging')] : []),
  ];
}

interface ShownExtension {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** What a screen reader says first. */
  readonly spoken: PlainText;
  /** Whether it has rows below it. */
  readonly canOpen: boolean;
  readonly isOff: boolean;
  readonly isFailing: boolean;
  /** What most rows are alike in: it is only in the tooltip and what a screen reader says. */
  readonly usual: readonly (PlainText | undefined)[];
  /** The most important first, which the row shows. */
  readonly states: readonly (RowFact | undefined)[];
  /** Its name in the session, where that tells it from others. */
  readonly alias: PlainText | undefined;
  /** What only the tooltip and a screen reader say. */
  readonly running: readonly PlainText[];
  readonly contextValue: string;
  readonly facts: readonly Fact[];
}

function rowOf(row: ShownExtension): vscode.TreeItem {
  const { usual, alias, running } = row;
  const states = firstShown(row.states.filter((state) => state !== undefined));
  const version = plainText(row.version, MAX_VERSION);
  const title = plainText(row.name, MAX_LABEL);
  const label = version === '' ? title : joinPlain(' ', [title, version]);
  const said = [...usual, ...states.map(({ spoken }) => spoken), ...running];
  return Object.assign(new vscode.TreeItem(label), {
    id: row.id,
    collapsibleState: row.canOpen ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
    description: joinPlain(' · ', [states[0]?.shown, alias]),
    accessibilityInformation: { label: joinPlain(', ', [row.spoken, label, ...said, alias]) },
    iconPath: row.isFailing ? failing() : icon(row.isOff ? 'circle-slash' : 'extensions', row.isOff && 'faded'),
    contextValue: row.contextValue,
    tooltip: tableTooltip(label, said, row.facts),
  });
}

/** What an extension has stored, without the areas. */
export function storageItem(row: StorageRow): vscode.TreeItem {
  const { storage } = row.extension;
  const all = Object.values(storage ?? {});
  const size = storage && sizeText(sum(all.map(({ keys }) => keys)), sum(all.map(({ bytes }) => bytes)));
  return Object.assign(new vscode.TreeItem(t('Storage'), vscode.TreeItemCollapsibleState.Collapsed), {
    id: rowId(row),
    description: size ?? '',
    iconPath: icon('database'),
    contextValue: 'storage',
    accessibilityInformation: { label: joinPlain(', ', [t('Storage of {0}', row.extension.name), size]) },
  });
}

/** One area; a click opens it. */
export function areaItem(row: AreaRow): vscode.TreeItem {
  const { area, extension } = row;
  const known = extension.storage?.[area];
  const isReadOnly = area === 'managed';
  const parts = [known && sizeText(known.keys, known.bytes), isReadOnly ? t('read only') : undefined];
  return Object.assign(new vscode.TreeItem(plainText(area, MAX_LABEL)), {
    id: rowId(row),
    description: joinPlain(' · ', parts),
    iconPath: icon(isReadOnly ? 'lock' : 'json'),
    contextValue: tokens('area', isReadOnly ? 'readonly' : 'writable'),
    command: { command: commandId('openStorage'), title: '', arguments: [row] },
    accessibilityInformation: { label: joinPlain(', ', [t('Storage {0}', area), ...parts]) },
    tooltip: tableTooltip(
      plainText(area, MAX_LABEL),
      [isReadOnly ? t('read only') : undefined],
      [
        [t('Storage of'), extension.name],
        [t('Size'), known && sizeText(known.keys, known.bytes)],
      ],
    ),
  });
}

function sizeText(keys: number, bytes: number): PlainText {
  if (keys === 0) return t('empty');
  const size = formatBytes(bytes);
  return keys === 1 ? t('1 key, {0}', size) : t('{0} keys, {1}', keys.toLocaleString(), size);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0);
}

function workerFact(extension: LoadedExtension | undefined): RowFact | undefined {
  if (!extension?.enabled || !extension.worker) return undefined;
  return extension.worker === 'running'
    ? stateFact(t('running'), t('worker running'))
    : stateFact(t('stopped'), t('worker stopped'));
}

function permissionFacts(extension: LoadedExtension | undefined): readonly Fact[] {
  const { granted, hosts, optional } = extension?.permissions ?? { granted: [], hosts: [], optional: [] };
  return [
    [t('Permissions'), permissionText([...granted, ...hosts])],
    [t('Optional permissions'), permissionText(optional)],
  ];
}

/** Longer lists end with the number of the others. */
const MAX_PERMISSIONS = 20;

function permissionText(names: readonly string[]): PlainText | undefined {
  const shown = names.slice(0, MAX_PERMISSIONS).map((name) => plainText(name, MAX_LABEL));
  const others = names.length - shown.length;
  return shown.length === 0 ? undefined : joinPlain(', ', [...shown, others > 0 ? t('{0} more', others) : undefined]);
}

/** A sentence; where nothing is loaded, a click uploads. */
export function noteItem(row: NoteRow): vscode.TreeItem {
  const text = localize(row.text);
  const upload = { command: commandId('uploadFolderToSession'), title: '', arguments: [row] };
  return Object.assign(new vscode.TreeItem(row.isEmpty ? t('Upload Folder…') : ''), {
    id: rowId(row),
    ...(row.isEmpty && { command: upload, iconPath: icon('cloud-upload') }),
    // The description is the dimmed part of a row.
    description: text,
    contextValue: 'note',
    tooltip: text,
  });
}

function loadedTokens({ enabled, errors = 0, worker }: LoadedExtension, isFixed: boolean | undefined): string {
  return tokens('loaded', enabled ? 'enabled' : 'disabled', isFixed && 'fixed', errors > 0 && 'erring', worker);
}

function disabledFact(extension: LoadedExtension | undefined): RowFact | undefined {
  return extension?.enabled === false ? stateFact(t('disabled')) : undefined;
}

function pausedFact(state: DebugState | undefined): RowFact | undefined {
  return state === 'paused' ? stateFact(t('paused'), t('paused at a breakpoint')) : undefined;
}

function notUploaded(errors: number): RowFact {
  if (errors === 0) return stateFact(t('not uploaded'));
  return errors === 1
    ? stateFact(t('1 error'), t('not uploaded: 1 error'))
    : stateFact(t('{0} errors', errors), t('not uploaded: {0} errors', errors));
}

function hasErrors(extension: LoadedExtension | undefined): boolean {
  return (extension?.errors ?? 0) > 0;
}

function errorsFact(extension: LoadedExtension | undefined): RowFact | undefined {
  const errors = extension?.errors ?? 0;
  return errors === 0 ? undefined : stateFact(errors === 1 ? t('1 error') : t('{0} errors', errors));
}
