import * as vscode from 'vscode';
import type { DebugState, LogState } from '../../app/activities/activity';
import { formatBytes } from '../../core/format';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import type { LoadedExtension } from '../../devtools';
import { commandId } from '../editor/contributed';
import { localize, t } from '../editor/localize';
import { failing, icon, MAX_LABEL, shortDate, tokens, tooltip, type Fact } from './item-parts';
import { rowId, type AreaRow, type LoadedRow, type NoteRow, type StorageRow, type UploadRow } from './rows';

const MAX_VERSION = 20;

/** An extension that was uploaded: its row says what is unusual about it, and the tooltip all that is known. */
export function uploadItem(row: UploadRow): vscode.TreeItem {
  const { session, upload, alias, watch, logState, debugState, loaded, isMissing, isFixed } = row;
  const at = new Date(upload.at);
  const isFailing = watch !== undefined && watch !== 'uploaded';
  const isRemoved = isMissing === true && upload.removed === true;
  const missing = isRemoved ? t('removed') : isMissing ? t('not loaded') : undefined;
  const state = missing ?? (loaded && enabledOf(loaded));
  return rowOf({
    id: rowId(row),
    name: upload.title,
    version: loaded?.version ?? upload.version,
    spoken: t('Upload {0}', upload.name),
    icon: watch ? 'eye' : 'extensions',
    canOpen: !session.gone && loaded?.enabled === true,
    isOff: isRemoved || loaded?.enabled === false,
    isFailing: isFailing || (isMissing === true && !isRemoved) || hasErrors(loaded),
    paused: pausedText(debugState),
    exceptions: [
      workerText(loaded),
      isFailing ? notUploaded(watch.errors) : undefined,
      offlineText(logState),
      missing ?? disabledText(loaded),
      errorsOf(loaded),
      alias === undefined ? undefined : plainText(alias, MAX_LABEL),
    ],
    usual: [loaded?.enabled ? t('enabled') : undefined],
    running: [
      watch === 'uploaded' ? t('watching') : undefined,
      logOf(logState),
      debugState === 'running' ? t('debugging') : undefined,
    ],
    contextValue: tokens(
      'upload',
      !session.gone && 'live',
      vscode.workspace.getWorkspaceFolder(vscode.Uri.file(upload.folder)) && 'here',
      watch && 'watched',
      isFailing && watch.errors > 0 && 'failing',
      logState && 'followed',
      debugState && 'debugged',
      loaded && loadedTokens(loaded, isFixed),
    ),
    facts: [
      [t('Name in the session'), upload.name],
      [t('State'), state],
      [t('Errors'), errorsOf(loaded)],
      ...permissionFacts(loaded),
      [t('Uploaded'), shortDate(at)],
      [t('From'), upload.folder],
      [t('Zip size'), formatBytes(upload.bytes)],
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
    icon: 'plug',
    canOpen: extension.enabled,
    isOff: !extension.enabled,
    isFailing: hasErrors(extension),
    paused: pausedText(debugState),
    exceptions: [offlineText(logState), workerText(extension), disabledText(extension), errorsOf(extension)],
    usual: [extension.enabled ? t('enabled') : undefined, t('not uploaded from here')],
    running: [logOf(logState), debugState === 'running' ? t('debugging') : undefined],
    contextValue: tokens(loadedTokens(extension, isFixed), logState && 'followed', 'brought'),
    facts: [
      [t('State'), enabledOf(extension)],
      [t('Errors'), errorsOf(extension)],
      ...permissionFacts(extension),
      [t('Origin'), t('not uploaded from here')],
      [t('ID'), extension.id],
      [t('Folder in the session'), extension.path],
    ],
  });
}

function offlineText(state: LogState | undefined): PlainText | undefined {
  return state === 'waiting' ? t('log offline') : undefined;
}

function logOf(state: LogState | undefined): PlainText | undefined {
  return state === 'following' ? t('following log') : undefined;
}

interface ShownExtension {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** What a screen reader says first. */
  readonly spoken: PlainText;
  /** Where nothing is wrong. */
  readonly icon: string;
  /** Whether it has rows below it. */
  readonly canOpen: boolean;
  readonly isOff: boolean;
  readonly isFailing: boolean;
  readonly paused: PlainText | undefined;
  /** What the row says beside its label, after whether it is paused. */
  readonly exceptions: readonly (PlainText | undefined)[];
  /** What only a screen reader says: the tooltip has it among the facts. */
  readonly usual: readonly (PlainText | undefined)[];
  /** What only the tooltip and a screen reader say. */
  readonly running: readonly (PlainText | undefined)[];
  readonly contextValue: string;
  readonly facts: readonly Fact[];
}

function rowOf(shown: ShownExtension): vscode.TreeItem {
  const { name, paused, usual, running } = shown;
  const exceptions = [paused, ...shown.exceptions];
  const version = plainText(shown.version, MAX_VERSION);
  const title = plainText(name, MAX_LABEL);
  const label = version === '' ? title : joinPlain(' ', [title, version]);
  const runs = joinPlain(', ', [paused, ...running]);
  return Object.assign(new vscode.TreeItem(label), {
    id: shown.id,
    collapsibleState: shown.canOpen ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
    description: joinPlain(', ', exceptions),
    accessibilityInformation: { label: joinPlain(', ', [shown.spoken, label, ...exceptions, ...usual, ...running]) },
    iconPath: shown.isFailing ? failing() : icon(shown.isOff ? 'circle-slash' : shown.icon, shown.isOff),
    contextValue: shown.contextValue,
    tooltip: tooltip([[t('Extension'), label], ...shown.facts, [t('Now'), runs === '' ? undefined : runs]]),
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
    tooltip: tooltip([
      [t('Storage of'), extension.name],
      [t('Area'), area],
      [t('Size'), known && sizeText(known.keys, known.bytes)],
    ]),
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

function workerText(extension: LoadedExtension | undefined): PlainText | undefined {
  if (!extension?.enabled || !extension.worker) return undefined;
  return extension.worker === 'running' ? t('worker running') : t('worker stopped');
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

/** A sentence that has no command. */
export function noteItem(row: NoteRow): vscode.TreeItem {
  const text = localize(row.text);
  return Object.assign(new vscode.TreeItem(''), {
    id: rowId(row),
    // The description is the dimmed part of a row.
    description: text,
    contextValue: 'note',
    tooltip: text,
  });
}

function loadedTokens({ enabled, errors = 0, worker }: LoadedExtension, isFixed: boolean | undefined): string {
  return tokens('loaded', enabled ? 'enabled' : 'disabled', isFixed && 'fixed', errors > 0 && 'erring', worker);
}

function enabledOf({ enabled }: LoadedExtension): PlainText {
  return enabled ? t('enabled') : t('disabled');
}

function disabledText(extension: LoadedExtension | undefined): PlainText | undefined {
  return extension?.enabled === false ? t('disabled') : undefined;
}

function pausedText(state: DebugState | undefined): PlainText | undefined {
  return state === 'paused' ? t('paused') : undefined;
}

function notUploaded(errors: number): PlainText {
  if (errors === 0) return t('not uploaded');
  return errors === 1 ? t('not uploaded: 1 error') : t('not uploaded: {0} errors', errors);
}

function hasErrors(extension: LoadedExtension | undefined): boolean {
  return (extension?.errors ?? 0) > 0;
}

function errorsOf(extension: LoadedExtension | undefined): PlainText | undefined {
  const errors = extension?.errors ?? 0;
  return errors === 0 ? undefined : errors === 1 ? t('1 error') : t('{0} errors', errors);
}
