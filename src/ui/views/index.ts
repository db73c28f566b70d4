import * as vscode from 'vscode';
import { refreshExtensions, refreshPools, refreshSessions, type Client } from '../../app';
import type { Memory } from '../../state';
import type { Services } from '../services';
import { ListView } from './list-view';
import type { Row } from './rows';

export type Views = Record<keyof Memory, ListView>;

/** The three views. One that has nothing to show yet asks the service once when it comes to the front; then only Refresh asks. */
export function createViews(services: Services): Views {
  const { sessions, pools, extensions } = services.memory;
  const views: Views = {
    sessions: new ListView({
      id: 'browserSessions.sessions',
      rows: (parent) => (parent ? uploadsOf(parent) : sessions.all().map((session) => ({ kind: 'session', session }))),
      onShow: () => void fill(services, sessions.all().length, (client, signal) => refreshSessions({ client, sessions }, signal)),
    }),
    pools: new ListView({
      id: 'browserSessions.pools',
      rows: () => pools.all().map((pool) => ({ kind: 'pool', pool })),
      onShow: () => void fill(services, pools.all().length, (client, signal) => refreshPools({ client, pools }, signal)),
    }),
    extensions: new ListView({
      id: 'browserSessions.extensions',
      rows: () => extensions.all().map((extension) => ({ kind: 'extension', extension })),
      onShow: () => void fill(services, extensions.all().length, (client, signal) => refreshExtensions({ client, extensions }, signal)),
    }),
  };
  return views;
}

function uploadsOf(parent: Row): Row[] {
  if (parent.kind !== 'session') return [];
  const { session } = parent;
  return (session.uploads ?? []).map((upload) => ({ kind: 'upload', session, upload }));
}

/** Nobody asked for this, so no box opens and no notification comes: the welcome text says that the service could not be asked. */
async function fill({ connection, log }: Services, known: number, refresh: (client: Client, signal: AbortSignal) => Promise<unknown>): Promise<void> {
  if (known > 0) return;
  try {
    if (!(await connection.hasToken())) return;
    await refresh(await connection.client(), AbortSignal.timeout(ASK_WITHIN));
    await setContext('unreachable', false);
  } catch (error) {
    await setContext('unreachable', true);
    log.error(error instanceof Error ? error : String(error));
  }
}

/** Milliseconds. */
const ASK_WITHIN = 10_000;

/** Lets the welcome texts know how things stand: `browserSessions.hasToken`, `browserSessions.unreachable`. */
export async function setContext(name: 'hasToken' | 'unreachable', value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', `browserSessions.${name}`, value);
}
