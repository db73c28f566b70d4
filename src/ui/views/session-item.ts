import * as vscode from 'vscode';
import { endOf, timeLeft } from '../../app/expiry';
import { reachText } from '../../app/share/reach-text';
import { formatWait } from '../../core/format';
import { message, type Message } from '../../core/message';
import { cutPlain, joinPlain, plainText, type PlainText } from '../../core/plain-text';
import type { Size } from '../../core/screen/geometry';
import { formatTags } from '../../core/tags';
import { labelOf, mayHavePool, type SessionRecord } from '../../state';
import { localize, MAX_NAME, plainLabel, t } from '../editor/localize';
import { commandId } from '../editor/contributed';
import { tableTooltip, type Tooltip } from '../editor/linked-tooltip';
import { firstShown, icon, MAX_LABEL, shortTime, stateFact, tokens, SharedFacts, type RowFact } from './item-parts';
import { rowId, type SessionRow } from './rows';
import { countedFor } from './session-clock';

/** Of a session's extensions, how many its row names. */
const MAX_EXTENSIONS = 2;
/** A click on a row. */
const ACTIVATE = commandId('activateSession');

/** The row of a session; its tooltip is made when it is asked for. */
export function sessionItem(row: SessionRow): vscode.TreeItem {
  const { session, idLength } = row;
  const { gone } = session;
  const label = cutPlain(plainLabel(labelOf(session, idLength)), MAX_LABEL);
  const facts = factsOf(row, Date.now());
  const item = new vscode.TreeItem(label, expansionOf(session));
  item.id = rowId(row);
  item.description = shownOf(facts);
  item.iconPath = iconOf(row, Date.now());
  // With a command, a row is expanded by its arrow only.
  if (!gone) item.command = { command: ACTIVATE, title: '', arguments: [row] };
  item.contextValue = contextOf(row);
  item.accessibilityInformation = { label: spokenOf(isNamed(session) ? t('Session {0}', label) : label, facts) };
  return item;
}

/** Milliseconds before its end in which the icon of a session warns. */
const ENDS_SOON = 2 * 60_000;

function iconOf({ session, agents = [], hasVideo, hasCoverage, shared }: SessionRow, now: number): vscode.ThemeIcon {
  if (session.gone) return icon('circle-outline', 'faded');
  if (agents.length > 0) return icon('sparkle');
  const end = endOf(session);
  if (end !== undefined && timeLeft(end, now, ENDS_SOON)) return icon('clock', 'warning');
  if (shared?.problem) return icon('plug', 'warning');
  return hasVideo || hasCoverage ? icon('record', 'recording') : icon('browser');
}

function contextOf({ session, hasVideo, hasCoverage, shared, agents = [] }: SessionRow): string {
  const { gone, lastClick, hasLiveView } = session;
  return tokens(
    'session',
    !gone && 'live',
    mayHavePool(session) && 'pooled',
    lastClick && 'clicked',
    hasLiveView && 'viewable',
    !gone && hasVideo && 'recordingVideo',
    !gone && hasCoverage && 'recordingCoverage',
    !gone && shared && 'sharing',
    !gone && shared?.isDown && 'down',
    !gone && agents.length > 0 && 'agent',
  );
}

/** What is known of a session beside its label, in the order of its row: its state first. */
function factsOf(row: SessionRow, now: number): RowFact[] {
  const { session, isDefault, extensions = [] } = row;
  const { pool, viewport, gone, shownById, createdAt, uploads = [] } = session;
  const facts = [...firstShown(statesOf(row, now))];
  if (pool !== undefined) facts.push(POOLS.get(pool, () => poolFact(pool)));
  if (gone) return facts;
  // Uploads are the rows below it.
  if (extensions.length > 0) facts.push(uploads.length > 0 ? unseen(namesOf(extensions)) : named(namesOf(extensions)));
  if (viewport) facts.push(SIZES.get(`${viewport.width} ${viewport.height}`, () => sizeFact(viewport)));
  // Names that are IDs tell nobody which is which.
  if (!isNamed(session) && createdAt !== undefined && !facts.some(({ shown }) => shown !== undefined))
    facts.push(startFact(new Date(createdAt)));
  if (isDefault) facts.push(unseen(usedOf(isDefault)));
  if (shownById) facts.push(unseen(t('shown by ID')));
  return facts;
}

/** Of thousands of sessions, most have none. */
const NO_STATES: readonly RowFact[] = [];

/** The most important first. */
function statesOf(row: SessionRow, now: number): readonly RowFact[] {
  const { session, agents = [], hasVideo, hasCoverage, shared } = row;
  const isRecorded = hasVideo || hasCoverage;
  if (session.gone) return [stateFact(t('ended'))];
  const left = leftOf(row, now);
  if (left === undefined && agents.length === 0 && !isRecorded && !shared) return NO_STATES;
  const states: RowFact[] = [];
  const [agent, ...others] = agents.map(plainLabel);
  if (agent !== undefined)
    states.push(
      stateFact(
        others.length === 0 ? agent : t('{0} agents', agents.length),
        t('{0} is working here', joinPlain(', ', [agent, ...others])),
      ),
    );
  if (left !== undefined) states.push(stateFact(left));
  if (isRecorded) states.push(stateFact(t('recording')));
  if (shared)
    states.push(stateFact(sharedState(shared.ports), localize(shared.problem ?? reachText(session, shared.ports))));
  return states;
}

function sharedState([port, ...others]: readonly number[]): PlainText {
  return others.length === 0 ? t('port {0}', String(port)) : t('{0} ports', others.length + 1);
}

function usedOf(isDefault: NonNullable<SessionRow['isDefault']>): PlainText {
  return isDefault === 'set' ? t('default') : t('last used');
}

function unseen(spoken: PlainText): RowFact {
  return { shown: undefined, spoken };
}

function namesOf(all: readonly string[]): PlainText {
  const shown = all.slice(0, MAX_EXTENSIONS).map((name) => plainText(name, MAX_NAME));
  const more = all.length > shown.length ? [t('+{0}', all.length - shown.length)] : [];
  return joinPlain(', ', [...shown, ...more]);
}

function named(text: PlainText): RowFact {
  return { shown: text, spoken: text };
}

/** The same in one line. */
export function sessionFacts(row: SessionRow): PlainText {
  return shownOf(factsOf(row, Date.now()));
}

function shownOf(facts: readonly RowFact[]): PlainText {
  return joinPlain(
    ' · ',
    facts.map(({ shown }) => shown),
  );
}

function spokenOf(label: PlainText, facts: readonly RowFact[]): PlainText {
  const texts = [label];
  for (const { spoken } of facts) texts.push(spoken);
  return joinPlain(', ', texts);
}

function isNamed({ alias, name }: SessionRecord): boolean {
  return (alias ?? name) !== undefined;
}

function startFact(at: Date): RowFact {
  const time = shortTime(at);
  return { shown: time, spoken: t('started {0}', time) };
}

function poolFact(pool: string): RowFact {
  return { shown: plainText(pool, MAX_NAME), spoken: t('of pool {0}', pool) };
}

function sizeFact({ width, height }: Size): RowFact {
  return unseen(t('{0} by {1} pixels', width, height));
}

/** Thousands of sessions share their pools and sizes. */
const POOLS = new SharedFacts<RowFact>();
const SIZES = new SharedFacts<RowFact>();

function leftOf(row: SessionRow, now: number): PlainText | undefined {
  const end = endOf(row.session);
  const left = end === undefined ? undefined : timeLeft(end, now, countedFor(row));
  return left && localize(left);
}

/** A session that still exists can be expanded to ask what it has loaded. */
function expansionOf({ gone, uploads = [] }: SessionRecord): vscode.TreeItemCollapsibleState {
  if (uploads.length > 0) return vscode.TreeItemCollapsibleState.Expanded;
  return gone ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed;
}

export function sessionTooltip(row: SessionRow): Tooltip {
  const { session, version, isDefault, idLength, extensions = [] } = row;
  const { id, name, alias, pool, viewport, createdAt, lastClick, shownById } = session;
  const now = Date.now();
  const end = endOf(session);
  return tableTooltip(
    plainLabel(labelOf(session, idLength)),
    statesOf(row, now).map(({ spoken }) => spoken),
    [
      [t('Name at the service'), alias === undefined ? undefined : name],
      [t('Extensions'), extensions.length === 0 ? undefined : extensions.join(', ')],
      [t('Pool'), pool],
      [t('Profile'), session.profile],
      [t('Tags'), formatTags(session.tags)],
      [t('Started'), createdAt === undefined ? undefined : localize(startedAt(createdAt, now))],
      [t('Ends if unused'), end === undefined || end <= now ? undefined : new Date(end).toLocaleTimeString()],
      [t('Last click'), lastClick?.text],
      [t('Display'), viewport && t('{0}×{1} pixels', String(viewport.width), String(viewport.height))],
      [t('Chromium'), version],
      [t('Default'), isDefault && (isDefault === 'set' ? t('set in the connection’s settings') : t('used last'))],
      [t('Origin'), shownById ? t('shown by ID; the service hasn’t listed it') : undefined],
      [t('ID'), id],
    ],
  );
}

function startedAt(at: number, now: number): Message {
  const time = new Date(at).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
  return now < at ? message('{0}', time) : message('{0} ({1} ago)', time, formatWait(now - at));
}
