import * as vscode from 'vscode';
// Imported directly: the index would load all use cases together with a view.
import { endOf, timeLeft } from '../../app/expiry';
import { formatWait } from '../../core/format';
import { message, type Message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import type { Size } from '../../core/size';
import { labelOf, type SessionRecord } from '../../state';
import { localize, MAX_NAME, plainLabel, t } from '../editor/localize';
import { commandId } from '../editor/contributed';
import { icon, tokens, tooltip } from './item-parts';
import type { SessionRow } from './rows';

/** The row of a session; its tooltip is made when it is asked for. */
export function sessionItem(row: SessionRow): vscode.TreeItem {
  const { session, idLength } = row;
  const { uploads = [], pool, gone, added, lastClick, hasLiveView } = session;
  const label = plainLabel(labelOf(session, idLength));
  return Object.assign(new vscode.TreeItem(label, expansionOf(session)), {
    // Another ID when the row gets uploads: the editor would otherwise restore the collapsed state of the old row.
    id: `session ${session.id} ${uploads.length > 0 ? 'loaded' : 'empty'}`,
    description: joinPlain(' · ', factsOf(row, Date.now())),
    iconPath: icon(gone ? 'circle-slash' : 'browser', gone),
    // With a command, a row is expanded by its arrow only.
    ...(!gone && { command: { command: commandId('activateSession'), title: '', arguments: [row] } }),
    contextValue: tokens(
      'session',
      (pool !== undefined || added) && 'pooled',
      gone && 'gone',
      lastClick && 'clicked',
      hasLiveView && 'viewable',
    ),
    accessibilityInformation: {
      label: joinPlain(', ', [
        (session.alias ?? session.name) ? t('Session {0}', label) : label,
        ...spokenOf(row, Date.now()),
      ]),
    },
  });
}

/** What is known of a session beside its label, in the order of its row. */
function factsOf({ session, isDefault }: SessionRow, now: number): (PlainText | undefined)[] {
  const { pool, viewport, gone, added } = session;
  if (gone) return [t('ended'), pool === undefined ? undefined : plainText(pool, MAX_NAME)];
  return [
    isDefault === 'set' ? t('default') : isDefault === 'used' ? t('last used') : undefined,
    pool === undefined ? undefined : plainText(pool, MAX_NAME),
    viewport && sizeOf(viewport),
    leftOf(session, now),
    added ? t('added by ID') : undefined,
  ];
}

/** The same for the ear: a bare name or a sign says too little there. */
function spokenOf(row: SessionRow, now: number): (PlainText | undefined)[] {
  const { pool, viewport } = row.session;
  return factsOf(row, now).map((fact) => {
    if (pool !== undefined && fact === plainText(pool, MAX_NAME)) return t('of pool {0}', pool);
    return viewport && fact === sizeOf(viewport) ? t('{0} by {1} pixels', viewport.width, viewport.height) : fact;
  });
}

function sizeOf({ width, height }: Size): PlainText {
  return t('{0}×{1}', String(width), String(height));
}

function leftOf(session: SessionRecord, now: number): PlainText | undefined {
  const end = endOf(session);
  const left = end === undefined ? undefined : timeLeft(end, now);
  return left && localize(left);
}

/** A session that still exists can be expanded to ask what it has loaded. */
function expansionOf({ gone, uploads = [] }: SessionRecord): vscode.TreeItemCollapsibleState {
  if (uploads.length > 0) return vscode.TreeItemCollapsibleState.Expanded;
  return gone ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
}

export function sessionTooltip({ session, version, isDefault }: SessionRow): PlainText {
  const { id, name, alias, pool, viewport, createdAt, lastClick, gone, added } = session;
  const now = Date.now();
  const end = endOf(session);
  return tooltip([
    [t('Session'), id],
    [t('Name'), alias === undefined ? name : alias],
    [t('Name at the service'), alias === undefined ? undefined : name],
    [t('Pool'), pool],
    [t('Display'), viewport && t('{0}×{1} pixels', String(viewport.width), String(viewport.height))],
    [t('Chromium'), version],
    [t('Started'), createdAt === undefined ? undefined : localize(startedAt(createdAt, now))],
    [t('Ends if unused'), end === undefined || end <= now ? undefined : new Date(end).toLocaleTimeString()],
    [t('Last click'), lastClick?.text],
    [t('Used'), isDefault === 'set' ? t('by default, as the connection’s setting says') : undefined],
    [t('Origin'), added ? t('added by ID; the service hasn’t listed it') : undefined],
    [t('State'), gone ? t('ended') : undefined],
  ]);
}

function startedAt(at: number, now: number): Message {
  const time = new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
  return now < at ? message('{0}', time) : message('{0} ({1} ago)', time, formatWait(now - at));
}
