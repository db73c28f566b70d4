import * as vscode from 'vscode';
import { formatBytes } from '../../core/wording';
import type { ExtensionRecord, PoolRecord, SessionRecord } from '../../state';
import type { ExtensionRow, PoolRow, Row, SessionRow, UploadRow } from './rows';

/** How each row looks. */
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

/** What a thing is called in rows, questions and messages. */
export function labelOf({ id, name }: SessionRecord | PoolRecord | ExtensionRecord): string {
  return name ?? id;
}

function sessionItem({ session }: SessionRow): vscode.TreeItem {
  const uploads = session.uploads ?? [];
  const item = new vscode.TreeItem(labelOf(session), uploads.length > 0 ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None);
  return Object.assign(item, {
    // Another row once it has something below it: the editor would keep the state of the old one and leave it closed.
    id: `session ${session.id} ${uploads.length > 0 ? 'loaded' : 'empty'}`,
    description: session.gone ? gone() : session.pool && vscode.l10n.t('of pool {0}', session.pool),
    iconPath: icon(session.gone ? 'circle-slash' : 'browser', session.gone),
    contextValue: tokens('session', session.pool && 'pooled', session.gone && 'gone', session.lastClick && 'clicked'),
    tooltip: tooltip([
      [vscode.l10n.t('Session'), session.id],
      [vscode.l10n.t('Pool'), session.pool],
      [vscode.l10n.t('Last click'), session.lastClick?.text],
      [vscode.l10n.t('State'), session.gone ? vscode.l10n.t('the service no longer has it') : undefined],
    ]),
  });
}

function uploadItem({ session, upload }: UploadRow): vscode.TreeItem {
  const at = new Date(upload.at);
  return Object.assign(new vscode.TreeItem(upload.name), {
    id: `upload ${session.id} ${upload.name} ${upload.at}`,
    description: vscode.l10n.t('{0}, {1} {2}', time(at), upload.title, upload.version),
    iconPath: icon('extensions'),
    contextValue: 'upload',
    tooltip: tooltip([
      [vscode.l10n.t('Loaded in this session as'), upload.name],
      [vscode.l10n.t('Extension'), `${upload.title} ${upload.version}`],
      [vscode.l10n.t('Uploaded'), at.toLocaleString()],
      [vscode.l10n.t('From'), upload.folder],
      [vscode.l10n.t('Size of the zip'), formatBytes(upload.bytes)],
    ]),
  });
}

/** Of today the time is enough. */
function time(at: Date): string {
  return at.toDateString() === new Date().toDateString() ? at.toLocaleTimeString(undefined, { timeStyle: 'short' }) : at.toLocaleDateString();
}

function poolItem({ pool }: PoolRow): vscode.TreeItem {
  const { available, acquired } = pool;
  const counts = available !== undefined && acquired !== undefined ? vscode.l10n.t('{0} free, {1} in use', available, acquired) : undefined;
  return listedItem('pool', pool, 'server-environment', counts, [
    [vscode.l10n.t('Pool'), labelOf(pool)],
    [vscode.l10n.t('ID'), pool.id],
    [vscode.l10n.t('Browsers'), counts],
  ]);
}

function extensionItem({ extension }: ExtensionRow): vscode.TreeItem {
  const size = extension.bytes !== undefined ? formatBytes(extension.bytes) : undefined;
  return listedItem('extension', extension, 'package', size, [
    [vscode.l10n.t('In the catalogue'), labelOf(extension)],
    [vscode.l10n.t('ID'), extension.id],
    [vscode.l10n.t('Size'), size],
  ]);
}

/** A row with nothing below it, of something that the service lists. */
function listedItem(kind: 'pool' | 'extension', thing: PoolRecord | ExtensionRecord, iconId: string, description: string | undefined, facts: readonly Fact[]): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(labelOf(thing)), {
    id: `${kind} ${thing.id}`,
    description: thing.gone ? gone() : description,
    iconPath: icon(thing.gone ? 'circle-slash' : iconId, thing.gone),
    contextValue: tokens(kind, thing.gone && 'gone'),
    tooltip: tooltip(facts),
  });
}

function gone(): string {
  return vscode.l10n.t('gone');
}

function icon(id: string, faded = false): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, faded ? new vscode.ThemeColor('disabledForeground') : undefined);
}

function tokens(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

type Fact = readonly [what: string, value: string | undefined];

/** A line a fact; what is not known is left out. As text and not as Markdown: names come from elsewhere. */
function tooltip(facts: readonly Fact[]): string {
  return facts.flatMap(([what, value]) => (value ? [`${what}: ${value}`] : [])).join('\n');
}
