import * as vscode from 'vscode';
import type { LoadedExtension } from '../../app';
import { formatBytes } from '../../core/format';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import type { DebugState } from '../sessions/debugged-extensions';
import { localize, MAX_NAME, t } from '../editor/localize';
import { icon, shortTime, tokens, tooltip } from './item-parts';
import { rowId, type LoadedRow, type NoteRow, type UploadRow } from './rows';

export function uploadItem(row: UploadRow): vscode.TreeItem {
  const { upload, isWatched, isFollowed, debugState, loaded, isMissing, isFixed } = row;
  const at = new Date(upload.at);
  const extension = t('{0} {1}', upload.title, loaded?.version ?? upload.version);
  const state = loaded ? enabledOf(loaded) : isMissing ? t('not loaded') : undefined;
  const facts = [
    debugText(debugState),
    state,
    loaded && errorsOf(loaded),
    isWatched ? t('watching') : undefined,
    isFollowed ? t('following log') : undefined,
    shortTime(at),
    extension,
  ];
  return Object.assign(new vscode.TreeItem(plainText(upload.name, MAX_NAME)), {
    id: rowId(row),
    description: joinPlain(', ', facts),
    accessibilityInformation: { label: joinPlain(', ', [t('Upload {0}', upload.name), ...facts]) },
    iconPath: icon(
      isWatched ? 'eye' : isMissing ? 'circle-slash' : 'extensions',
      isMissing || loaded?.enabled === false,
    ),
    contextValue: tokens(
      'upload',
      isWatched && 'watched',
      isFollowed && 'followed',
      debugState && 'debugged',
      loaded && loadedTokens(loaded, isFixed),
    ),
    tooltip: tooltip([
      [t('Uploaded as'), upload.name],
      [t('Extension'), extension],
      [t('State'), state],
      [t('Errors'), loaded && errorsOf(loaded)],
      [t('Uploaded'), at.toLocaleString()],
      [t('From'), upload.folder],
      [t('Zip size'), formatBytes(upload.bytes)],
    ]),
  });
}

export function loadedItem(row: LoadedRow): vscode.TreeItem {
  const { extension, isFollowed, debugState, isFixed } = row;
  const version = plainText(extension.version, MAX_NAME);
  const facts = [
    debugText(debugState),
    enabledOf(extension),
    errorsOf(extension),
    isFollowed ? t('following log') : undefined,
    t('added elsewhere'),
    version === '' ? undefined : version,
  ];
  return Object.assign(new vscode.TreeItem(plainText(extension.name, MAX_NAME)), {
    id: rowId(row),
    description: joinPlain(', ', facts),
    accessibilityInformation: { label: joinPlain(', ', [t('Extension {0}', extension.name), ...facts]) },
    iconPath: icon('plug', !extension.enabled),
    contextValue: tokens(loadedTokens(extension, isFixed), isFollowed && 'followed', 'brought'),
    tooltip: tooltip([
      [t('Extension'), t('{0} {1}', extension.name, extension.version)],
      [t('State'), enabledOf(extension)],
      [t('Errors'), errorsOf(extension)],
      [t('Origin'), t('came with the session, or was added elsewhere')],
      [t('ID'), extension.id],
      [t('Folder in the session'), extension.path],
    ]),
  });
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

function loadedTokens({ enabled }: LoadedExtension, isFixed: boolean | undefined): string {
  return tokens('loaded', enabled ? 'enabled' : 'disabled', isFixed && 'fixed');
}

function enabledOf({ enabled }: LoadedExtension): PlainText {
  return enabled ? t('enabled') : t('disabled');
}

function debugText(state: DebugState | undefined): PlainText | undefined {
  return state && (state === 'paused' ? t('paused in debugger') : t('debugging'));
}

function errorsOf({ errors = 0 }: LoadedExtension): PlainText | undefined {
  return errors === 0 ? undefined : errors === 1 ? t('1 error') : t('{0} errors', errors);
}
