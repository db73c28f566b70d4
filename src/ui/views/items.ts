import * as vscode from 'vscode';
import { formatBytes } from '../../core/format';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { countsOf, nameOf, type ExtensionRecord, type PoolRecord } from '../../state';
import { commandId, type CommandName } from '../editor/contributed';
import { localize, MAX_NAME, t } from '../editor/localize';
import { icon, MAX_LABEL, shortDate, stateFact, timeAgo, tokens, type RowFact } from './item-parts';
import { tableTooltip, type Tooltip } from '../editor/linked-tooltip';
import { rowId, type ExtensionRow, type MoreRow, type PoolRow, type Remedy, type Row } from './rows';
import { endedItem, pastItem, pastTooltip } from './past-items';
import { sessionItem, sessionTooltip } from './session-item';
import { areaItem, loadedItem, noteItem, storageItem, uploadItem } from './session-items';

/** The tree item for each row. */
export function itemOf(row: Row): vscode.TreeItem {
  switch (row.kind) {
    case 'session':
      return sessionItem(row);
    case 'upload':
      return uploadItem(row);
    case 'loaded':
      return loadedItem(row);
    case 'storage':
      return storageItem(row);
    case 'area':
      return areaItem(row);
    case 'note':
      return noteItem(row);
    case 'ended':
      return endedItem(row);
    case 'past':
      return pastItem(row);
    case 'pool':
      return poolItem(row);
    case 'extension':
      return extensionItem(row);
    case 'more':
      return moreItem(row);
  }
}

/** The tooltip of a row whose item has none yet: of thousands of rows, few are asked for theirs. */
export function tooltipOf(row: Row): Tooltip | undefined {
  if (row.kind === 'session') return sessionTooltip(row);
  if (row.kind === 'past') return pastTooltip(row);
  if (row.kind === 'pool') return poolTooltip(row);
  return row.kind === 'extension' ? extensionTooltip(row) : undefined;
}

function poolItem(row: PoolRow): vscode.TreeItem {
  const { pool } = row;
  return listedItem(row, pool, 'server-environment', {
    spoken: t('Pool {0}', nameOf(pool)),
    facts: [countsFact(pool)],
  });
}

function poolTooltip({ pool }: PoolRow): Tooltip {
  return tableTooltip(
    plainText(nameOf(pool), MAX_LABEL),
    [countsText(pool)],
    [
      [t('Kind'), t('pool of browsers that are ready to use')],
      [t('ID'), pool.id],
    ],
  );
}

function countsFact(pool: PoolRecord): RowFact | undefined {
  const { available, acquired } = pool;
  const counts = countsText(pool);
  if (!counts || available === undefined || acquired === undefined) return undefined;
  return { shown: t('{0} of {1} free', available, available + acquired), spoken: counts };
}

function countsText(pool: PoolRecord): PlainText | undefined {
  const counts = countsOf(pool);
  return counts && localize(counts);
}

function extensionItem(row: ExtensionRow): vscode.TreeItem {
  const { extension } = row;
  const { lastUsedAt } = extension;
  const ago = lastUsedAt === undefined ? undefined : timeAgo(lastUsedAt);
  return listedItem(row, extension, 'package', {
    spoken: t('Extension {0}', nameOf(extension)),
    facts: [ago && { shown: ago, spoken: t('used {0}', ago) }],
  });
}

function extensionTooltip({ extension }: ExtensionRow): Tooltip {
  const { lastUsedAt } = extension;
  return tableTooltip(
    plainText(nameOf(extension), MAX_LABEL),
    [t('in the catalog')],
    [
      [t('Size'), sizeOf(extension)],
      [t('Last used'), lastUsedAt === undefined ? undefined : shortDate(new Date(lastUsedAt))],
      [t('ID'), extension.id],
    ],
  );
}

function sizeOf({ bytes }: ExtensionRecord): PlainText | undefined {
  return bytes === undefined ? undefined : plainText(formatBytes(bytes), MAX_NAME);
}

function moreItem(row: MoreRow): vscode.TreeItem {
  const { list, remedy, loaded } = row;
  const common = { id: rowId(row), contextValue: 'more' };
  if (!remedy) {
    const command = { command: commandId('loadMore'), title: '', arguments: [row] };
    const description = loaded === undefined ? '' : t('{0} loaded', loaded.toLocaleString());
    return Object.assign(new vscode.TreeItem(t('Load More')), { ...common, command, description });
  }
  const { label, iconId, command } = remedyOf(remedy, list);
  return Object.assign(new vscode.TreeItem(label), {
    ...common,
    iconPath: icon(iconId),
    command: { command: commandId(command), title: '', arguments: command === 'loadMore' ? [row] : [] },
  });
}

function remedyOf(
  remedy: Remedy,
  list: MoreRow['list'],
): { readonly label: PlainText; readonly iconId: string; readonly command: CommandName } {
  switch (remedy) {
    case 'tryAgain':
      return { label: t('Try Again'), iconId: 'refresh', command: REFRESH[list] };
    case 'setToken':
      return { label: t('Set Token…'), iconId: 'key', command: remedy };
    case 'editConnections':
      return { label: t('Open Settings'), iconId: 'gear', command: remedy };
    case 'switchConnection':
      return { label: t('Switch Connection…'), iconId: 'plug', command: remedy };
  }
}

/** What asks for a list again. */
const REFRESH = {
  ended: 'loadMore',
  sessions: 'refreshSessions',
  pools: 'refreshPools',
  extensions: 'refreshExtensions',
} as const;

interface Listed {
  /** What a screen reader says first. */
  readonly spoken: PlainText;
  readonly facts: readonly (RowFact | undefined)[];
}

/** A row without children, for something that the service lists. */
function listedItem(
  row: PoolRow | ExtensionRow,
  thing: PoolRecord | ExtensionRecord,
  iconId: string,
  { spoken, facts }: Listed,
): vscode.TreeItem {
  const parts = thing.gone
    ? [stateFact(t('not found'))]
    : [...facts, thing.shownById ? stateFact(t('shown by ID')) : undefined];
  return Object.assign(new vscode.TreeItem(plainText(nameOf(thing), MAX_LABEL)), {
    id: rowId(row),
    description: joinPlain(
      ' · ',
      parts.map((part) => part?.shown),
    ),
    iconPath: icon(thing.gone ? 'circle-slash' : iconId, thing.gone && 'faded'),
    contextValue: tokens(row.kind, !thing.gone && 'live'),
    accessibilityInformation: { label: joinPlain(', ', [spoken, ...parts.map((part) => part?.spoken)]) },
  });
}
