import * as vscode from 'vscode';
import { formatBytes } from '../../core/format';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { nameOf, type ExtensionRecord, type PoolRecord } from '../../state';
import { MAX_NAME, t } from '../editor/localize';
import { icon, shortTime, tokens, tooltip, type Fact } from './item-parts';
import type { ExtensionRow, PoolRow, Row } from './rows';
import { sessionItem, sessionTooltip } from './session-item';
import { loadedItem, noteItem, uploadItem } from './session-items';

/** The tree item for each row. */
export function itemOf(row: Row): vscode.TreeItem {
  switch (row.kind) {
    case 'session':
      return sessionItem(row);
    case 'upload':
      return uploadItem(row);
    case 'loaded':
      return loadedItem(row);
    case 'note':
      return noteItem(row);
    case 'pool':
      return poolItem(row);
    case 'extension':
      return extensionItem(row);
  }
}

/** The tooltip of a row whose item has none yet: it tells an age, and of thousands of rows few are asked for theirs. */
export function tooltipOf(row: Row): PlainText | undefined {
  return row.kind === 'session' ? sessionTooltip(row) : undefined;
}

function poolItem({ pool }: PoolRow): vscode.TreeItem {
  const { available, acquired } = pool;
  const counts =
    available !== undefined && acquired !== undefined ? t('{0} free, {1} in use', available, acquired) : undefined;
  return listedItem('pool', pool, 'server-environment', {
    spoken: t('Pool {0}', nameOf(pool)),
    description: [counts],
    facts: [
      [t('Pool'), nameOf(pool)],
      [t('ID'), pool.id],
      [t('Browsers'), counts],
    ],
  });
}

function extensionItem({ extension }: ExtensionRow): vscode.TreeItem {
  const { bytes, lastUsedAt } = extension;
  const size = bytes === undefined ? undefined : plainText(formatBytes(bytes), MAX_NAME);
  const used = lastUsedAt === undefined ? undefined : t('used {0}', shortTime(new Date(lastUsedAt)));
  return listedItem('extension', extension, 'package', {
    spoken: t('Extension {0}', nameOf(extension)),
    description: [size, used],
    facts: [
      [t('In the catalog'), nameOf(extension)],
      [t('ID'), extension.id],
      [t('Size'), size],
      [t('Last used'), lastUsedAt === undefined ? undefined : new Date(lastUsedAt).toLocaleString()],
    ],
  });
}

interface Listed {
  /** What a screen reader says first. */
  readonly spoken: PlainText;
  readonly description: readonly (PlainText | undefined)[];
  readonly facts: readonly Fact[];
}

/** A row without children, for something that the service lists. */
function listedItem(
  kind: 'pool' | 'extension',
  thing: PoolRecord | ExtensionRecord,
  iconId: string,
  { spoken, description, facts }: Listed,
): vscode.TreeItem {
  const parts = thing.gone ? [t('not found')] : [...description, thing.added ? t('added by ID') : undefined];
  return Object.assign(new vscode.TreeItem(plainText(nameOf(thing), MAX_NAME)), {
    id: `${kind} ${thing.id}`,
    description: joinPlain(' · ', parts),
    iconPath: icon(thing.gone ? 'circle-slash' : iconId, thing.gone),
    contextValue: tokens(kind, thing.gone && 'gone'),
    tooltip: tooltip(facts),
    accessibilityInformation: { label: joinPlain(', ', [spoken, ...parts]) },
  });
}
