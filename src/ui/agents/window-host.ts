import * as vscode from 'vscode';
import { isLocal, type ConnectionSettings } from '../../core/connection-settings';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import {
  agreeOn,
  WorkingAgents,
  AgentLocks,
  privateFolder,
  ResultFiles,
  SessionMemories,
  type Change,
  type ToolConnection,
  type ToolHost,
} from '../../tools';
import { confirmOne } from '../editor/pick';
import { testPool, testWorkers } from '../editor/settings';
import { topOf } from '../editor/uris';
import { requireReadable } from '../folders/choose-folder';
import { servicesFor, type WindowServices } from '../services';
import { SOURCES } from '../tests/test-sources';
import { unattendedDependencies } from '../upload/upload';

/** The tools in a window: at the connection in use, with its token and its questions. */
export interface WindowHost extends ToolHost {
  readonly dispose: () => void;
}

export function windowHost(window: WindowServices): WindowHost {
  const memories = new SessionMemories(window.devtools);
  const files = new ResultFiles();
  const agents = new WorkingAgents(window.activities);
  // A pooled browser keeps its ID from one user to the next.
  const listener = window.connections.onDidRemember(() =>
    agents.disallow(({ connection, session }) => {
      const now = window.connections.recordsOf(connection)?.sessions.get(session);
      return !now || now.gone === true || now.released === true;
    }),
  );
  return {
    connect: async (): Promise<ToolConnection> => {
      if (!vscode.workspace.isTrusted)
        throw new UserError(message('This workspace is not trusted. A person has to trust it first.'), 'manageTrust');
      const services = servicesFor(window);
      const { connection, records } = services;
      const { settings } = connection;
      return {
        settings,
        client: await connection.client(noToken),
        records,
        upload: unattendedDependencies(services, noToken),
        place: settings.address,
        confirm: (change) => confirmChange(settings, change, agents),
      };
    },
    inspect: async (folder, signal) => {
      const uri = vscode.Uri.file(folder);
      requireReadable(uri);
      return window.inspections.inspect(uri, signal);
    },
    allowedSecrets: window.allowedSecrets,
    devtools: window.devtools,
    loaded: window.loaded,
    agents,
    locks: new AgentLocks(privateFolder('locks')),
    memories,
    tests: {
      folders: async () => {
        const all = vscode.workspace.workspaceFolders ?? [];
        return all.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
      },
      sources: SOURCES,
      chosen: () => ({ pool: testPool(), workers: testWorkers() || undefined }),
    },
    topOf,
    writeFile: files.write,
    dispose: () => {
      listener.dispose();
      memories.close();
      files.dispose();
    },
  };
}

const DENY = message('Don’t Allow');
const ALLOW_ONCE = message('Allow Once');
const ALLOW_FOR_SESSION = message('Allow for This Session');

/**
 * Asks before an agent changes something: each time at a production connection; at another one, unless the editor has
 * asked, until a person allows it for the session. The browser of this window is for trying things.
 * @throws Cancelled if the answer is no, which is what Enter gives.
 */
async function confirmChange(settings: ConnectionSettings, change: Change, agents: WorkingAgents): Promise<void> {
  const { session, caller, isAgreed, isAskedAlways } = change;
  const needsNone = isLocal(settings) || (session !== undefined && agents.isAllowed(settings, session, caller));
  const isAllowed = isAgreed || (needsNone && !isAskedAlways);
  if (isAllowed && !settings.production) return;
  const where = settings.production ? message('Production connection: {0}', settings.name) : undefined;
  await agreeOn(change, async (question) => {
    const pressed = await confirmOne(question, {
      paragraphs: [where],
      dont: DENY,
      buttons: [ALLOW_ONCE, ...(settings.production || isAskedAlways || !session ? [] : [ALLOW_FOR_SESSION])],
    });
    if (session && pressed === ALLOW_FOR_SESSION) agents.allow(settings, session, caller);
  });
}

async function noToken(): Promise<never> {
  throw new UserError(message('No token is set for this connection. A person has to run Set Token.'), 'setToken');
}
