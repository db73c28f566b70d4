import { message } from '../../core/message';
import { addSession as addById, startSession as start } from '../sessions/choose-session';
import { askId } from '../sessions/id-box';
import { labelOf } from '../../state';
import type { Services } from '../services';
import type { Command } from './command';

export const addSession: Command = async (services) => revealSession(services, await addById(services));

export const startSession: Command = async (services) => {
  const { brief, connection, records } = services;
  const id = await start({ client: await connection.client(), records });
  brief.show(message('$(check) Started “{0}”', labelOf(records.sessions.get(id) ?? { id })));
  revealSession(services, id);
};

function revealSession({ connection, records, reveal }: Services, id: string): void {
  const session = records.sessions.get(id);
  if (session) reveal({ kind: 'session', connection: connection.settings, session });
}

export const addPool: Command = async ({ records: { pools } }) => {
  await pools.remember({
    id: await askId(message('Add Pool'), message('ID or name of a browser pool')),
    gone: false,
  });
};

export const addExtension: Command = async ({ records: { extensions } }) => {
  await extensions.remember({
    id: await askId(message('Add Extension'), message('ID or name of an extension in the catalog')),
    gone: false,
  });
};
