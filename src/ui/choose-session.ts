import * as vscode from 'vscode';
import { createSession, refreshSessions, type Client } from '../app';
import type { Memory, SessionRecord } from '../state';
import { askId } from './id-box';
import { pick, type Choice } from './pick';
import { withStatus } from './progress';
import { labelOf } from './views/items';

type Needs = { readonly client: Client; readonly memory: Memory };

/** The session that a command works on: the only one that is known, or the one that the person chooses. */
export async function chooseSession(needs: Needs, title: string, among: (session: SessionRecord) => boolean = () => true): Promise<string> {
  const known = await knownSessions(needs);
  const fitting = known.filter((session) => !session.gone && among(session));
  const [only, ...others] = fitting;
  if (only && others.length === 0) return only.id;
  return chooseFrom(needs, title, fitting);
}

/** Lets the person choose even where only one is known. */
export async function chooseFrom(needs: Needs, title: string, sessions: readonly SessionRecord[]): Promise<string> {
  const choices: Choice<() => Promise<string>>[] = sessions.map((session) => ({
    label: `$(browser) ${labelOf(session)}`,
    description: session.pool && vscode.l10n.t('of pool {0}', session.pool),
    ...(session.name !== undefined && { detail: session.id }),
    value: async () => session.id,
  }));
  const chosen = await pick(title, vscode.l10n.t('Choose a session'), [
    ...choices,
    { label: vscode.l10n.t('$(add) Add a Session by ID…'), value: () => addSession(needs) },
    { label: vscode.l10n.t('$(rocket) Start a New Session'), value: () => startSession(needs) },
  ]);
  return chosen();
}

/** Where nothing is remembered yet, the service is asked what is running. */
async function knownSessions({ client, memory: { sessions } }: Needs): Promise<readonly SessionRecord[]> {
  if (sessions.all().length === 0) {
    await withStatus(vscode.l10n.t('Looking for sessions…'), (signal) => refreshSessions({ client, sessions }, signal));
  }
  return sessions.all();
}

export async function addSession({ memory: { sessions } }: Pick<Needs, 'memory'>): Promise<string> {
  const id = await askId(vscode.l10n.t('Add a Session'), vscode.l10n.t('The ID of a running browser session'));
  await sessions.remember({ id, gone: false });
  return id;
}

export async function startSession({ client, memory: { sessions } }: Needs): Promise<string> {
  const { id } = await withStatus(vscode.l10n.t('Starting a session…'), (signal) => createSession({ client, sessions }, signal));
  return id;
}
