import * as vscode from 'vscode';
import { message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { formatBytes } from '../../core/format';
import { labelOf, type ExtensionRecord, type PoolRecord, type SessionRecord } from '../../state';
import type { ExtensionRow, PoolRow, Row, SessionRow, UploadRow } from './rows';
import { localize, MAX_NAME, t } from '../editor/localize';

/** The tree item for each row. */
export function itemOf(row: Row): vscode.TreeItem {
  switch (row.kind) {
    case 'session':
      return sessionItem(row);
    case 'upload':
      return uploadItem(row);
    case 'pool':
      return poolItem(row);
    case 'extension':
      return extensionItem(row);
  }
}

/** The label of a thing in a row. */
function shownLabel(thing: SessionRecord | PoolRecord | ExtensionRecord): PlainText {
  return plainText(labelOf(thing), MAX_NAME);
}

function sessionItem({ session }: SessionRow): vscode.TreeItem {
  const uploads = session.uploads ?? [];
  const item = new vscode.TreeItem(
    shownLabel(session),
    uploads.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None,
  );
  return Object.assign(item, {
    // Another ID when the row gets children: the editor would otherwise restore the collapsed state of the old row.
    id: `session ${session.id} ${uploads.length > 0 ? 'loaded' : 'empty'}`,
    description: session.gone ? t('ended') : session.pool ? t('of pool {0}', session.pool) : undefined,
    iconPath: icon(session.gone ? 'circle-slash' : 'browser', session.gone),
    contextValue: tokens('session', session.pool && 'pooled', session.gone && 'gone', session.lastClick && 'clicked'),
    tooltip: tooltip([
      [t('Session'), session.id],
      [t('Pool'), session.pool],
      [t('Last click'), session.lastClick?.text],
      [t('State'), session.gone ? t('ended') : undefined],
    ]),
  });
}

function uploadItem({ session, upload, isWatched }: UploadRow): vscode.TreeItem {
  const at = new Date(upload.at);
  return Object.assign(new vscode.TreeItem(plainText(upload.name, MAX_NAME)), {
    id: `upload ${session.id} ${upload.name} ${upload.at}`,
    description: isWatched
      ? t('watching, {0}, {1} {2}', time(at), upload.title, upload.version)
      : t('{0}, {1} {2}', time(at), upload.title, upload.version),
    iconPath: icon(isWatched ? 'eye' : 'extensions'),
    contextValue: tokens('upload', isWatched && 'watched'),
    tooltip: tooltip([
      [t('Uploaded as'), upload.name],
      [t('Extension'), `${upload.title} ${upload.version}`],
      [t('Uploaded'), at.toLocaleString()],
      [t('From'), upload.folder],
      [t('Zip size'), formatBytes(upload.bytes)],
    ]),
  });
}

/** For today, only the time. */
function time(at: Date): string {
  return at.toDateString() === new Date().toDateString()
    ? at.toLocaleTimeString(undefined, { timeStyle: 'short' })
    : at.toLocaleDateString();
}

function poolItem({ pool }: PoolRow): vscode.TreeItem {
  const { available, acquired } = pool;
  const counts =
    available !== undefined && acquired !== undefined ? t('{0} free, {1} in use', available, acquired) : undefined;
  return listedItem('pool', pool, 'server-environment', counts, [
    [t('Pool'), labelOf(pool)],
    [t('ID'), pool.id],
    [t('Browsers'), counts],
  ]);
}

function extensionItem({ extension }: ExtensionRow): vscode.TreeItem {
  const size = extension.bytes !== undefined ? plainText(formatBytes(extension.bytes), MAX_NAME) : undefined;
  return listedItem('extension', extension, 'package', size, [
    [t('In the catalog'), labelOf(extension)],
    [t('ID'), extension.id],
    [t('Size'), size],
  ]);
}

/** A row without children, for something that the service lists. */
function listedItem(
  kind: 'pool' | 'extension',
  thing: PoolRecord | ExtensionRecord,
  iconId: string,
  description: PlainText | undefined,
  facts: readonly Fact[],
): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(shownLabel(thing)), {
    id: `${kind} ${thing.id}`,
    description: thing.gone ? t('not found') : description,
    iconPath: icon(thing.gone ? 'circle-slash' : iconId, thing.gone),
    contextValue: tokens(kind, thing.gone && 'gone'),
    tooltip: tooltip(facts),
  });
}

function icon(id: string, faded = false): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, faded ? new vscode.ThemeColor('browserSessions.excludedForeground') : undefined);
}

function tokens(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

type Fact = readonly [what: PlainText, value: string | undefined];

/** One line for each fact; unknown facts are omitted. Plain text and not Markdown, because names come from outside. */
function tooltip(facts: readonly Fact[]): PlainText {
  return joinPlain(
    '\n',
    facts.map(([what, value]) => (value ? localize(message('{0}: {1}', what, value)) : undefined)),
  );
}
