import * as vscode from 'vscode';
import { cutPlain, joinPlain, plainText } from '../../core/plain-text';
import { formatTags } from '../../core/tags';
import { labelOf } from '../../state';
import { plainLabel, t } from '../editor/localize';
import { icon, MAX_LABEL, shortDate, timeAgo } from './item-parts';
import { tableTooltip, type Tooltip } from '../editor/linked-tooltip';
import { rowId, type EndedRow, type PastRow } from './rows';

/** Above the sessions that have ended. */
export function endedItem(row: EndedRow): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(t('Ended'), vscode.TreeItemCollapsibleState.Collapsed), {
    id: rowId(row),
    description: row.count === undefined ? '' : t('{0}', row.count.toLocaleString()),
    iconPath: icon('history'),
    contextValue: 'ended',
    accessibilityInformation: { label: t('Ended sessions') },
    tooltip: t('Sessions that have ended, as the service lists them'),
  });
}

/** A session that has ended. */
export function pastItem(row: PastRow): vscode.TreeItem {
  const { ended } = row;
  const label = cutPlain(plainLabel(labelOf(ended)), MAX_LABEL);
  const at = timeAgo(ended.endedAt);
  const written = formatTags(ended.tags);
  const tags = written === '' ? undefined : plainText(written, MAX_LABEL);
  return Object.assign(new vscode.TreeItem(label), {
    id: rowId(row),
    description: joinPlain(' · ', [at, tags]),
    iconPath: icon('circle-outline', 'faded'),
    contextValue: 'past',
    accessibilityInformation: { label: joinPlain(', ', [label, t('ended {0}', at), tags]) },
  });
}

export function pastTooltip({ ended }: PastRow): Tooltip {
  return tableTooltip(
    plainLabel(labelOf(ended)),
    [t('ended')],
    [
      [t('Ended'), shortDate(new Date(ended.endedAt))],
      [t('Tags'), formatTags(ended.tags)],
      [t('ID'), ended.id],
    ],
  );
}
