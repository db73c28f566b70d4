import type { Client, NewSession } from '../../api';
import { message, quotedListOf } from '../../core/message';
import { labelOf, nameOf } from '../../state';
import type { Services } from '../services';
import { showSession as showById, startSession as start } from '../sessions/choose-session';
import { askId } from '../sessions/id-box';
import { askNewSession } from '../sessions/new-session';
import type { Command } from './command';

export const showSession: Command = async (services) => revealSession(services, await showById(services));

/** Starts a session at once, with what the service has by default. */
export const startSession: Command = async (services) => startAndTell(services, await services.connection.client(), {});

/** Asks how the session starts. */
export const startSessionWithOptions: Command = async (services) => {
  const { connection, records } = services;
  const client = await connection.client();
  await startAndTell(services, client, await askNewSession({ client, extensions: records.extensions, connection }));
};

/** Starts a session that has loaded an extension of the catalog. */
export const startSessionWithExtension: Command = async (services, { extension }) => {
  const { connection, records } = services;
  if (extension === undefined) return;
  const name = nameOf(records.extensions.get(extension) ?? { id: extension });
  await startAndTell(services, await connection.client(), { extensions: [{ name }] });
};

async function startAndTell(services: Services, client: Client, options: NewSession): Promise<void> {
  const { statusMessages, records } = services;
  const id = await start({ client, records }, options);
  const label = labelOf(records.sessions.get(id) ?? { id });
  statusMessages.show(
    options.extensions?.length
      ? message('$(check) Started “{0}” with {1}', label, quotedListOf(options.extensions.map(({ name }) => name)))
      : message('$(check) Started “{0}”', label),
  );
  revealSession(services, id);
}

function revealSession({ connection, records, reveal }: Services, id: string): void {
  const session = records.sessions.get(id);
  if (session) reveal({ kind: 'session', connection: connection.settings, session });
}

export const showPool: Command = async ({ records: { pools } }) => {
  await pools.remember({
    id: await askId(message('Show Pool by ID or Name'), message('ID or name of a browser pool')),
    gone: false,
    shownById: true,
  });
};

export const showExtension: Command = async ({ records: { extensions } }) => {
  await extensions.remember({
    id: await askId(message('Show Extension by ID or Name'), message('ID or name of an extension in the catalog')),
    gone: false,
    shownById: true,
  });
};
