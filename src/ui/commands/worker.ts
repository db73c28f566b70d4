import type { ChangeDependencies } from '../../app/loaded/change-loaded';
import { reloadExtension as reload, setWorkerRunning } from '../../app/loaded/worker';
import { message, type Message } from '../../core/message';
import { labelOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import { loadedOf, type ChosenExtension } from '../sessions/choose-loaded';
import type { Command } from './command';

/** Stops the worker of an extension, as Chromium does when it is idle: so its start can be tested. */
export const stopWorker: Command = async (services, target) => {
  const chosen = await loadedOf(services, target, message('Stop Worker'), ({ enabled }) => enabled);
  const { name } = chosen.extension;
  await confirmInProduction(
    services,
    message('Stop the worker of “{0}” in “{1}” in production?', name, label(chosen)),
    message('Stop Worker'),
  );
  const deps = await dependencies(services);
  await withStatus(message('Stopping the worker of “{0}”…', name), (signal) =>
    setWorkerRunning(deps, chosen, false, signal),
  );
  services.statusMessages.show(message('$(check) Stopped the worker of “{0}”', name));
};

export const startWorker: Command = async (services, target) => {
  const chosen = await loadedOf(services, target, message('Start Worker'), ({ enabled }) => enabled);
  const { name } = chosen.extension;
  await confirmInProduction(
    services,
    message('Start the worker of “{0}” in “{1}” in production?', name, label(chosen)),
    message('Start Worker'),
  );
  const deps = await dependencies(services);
  await withStatus(message('Starting the worker of “{0}”…', name), (signal) =>
    setWorkerRunning(deps, chosen, true, signal),
  );
  services.statusMessages.show(message('$(check) Started the worker of “{0}”', name));
};

/** Has the browser load an extension again from the files that the session has. */
export const reloadExtension: Command = async (services, target) => {
  const chosen = await loadedOf(services, target, message('Reload Without Upload'), ({ enabled }) => enabled);
  const { session, extension } = chosen;
  await confirmInProduction(
    services,
    message('Reload “{0}” in “{1}” in production?', extension.name, label(chosen)),
    message('Reload'),
  );
  const deps = await dependencies(services);
  const at = await withStatus(message('Reloading “{0}”…', extension.name), (signal) => reload(deps, chosen, signal));
  const { activities, loaded, connection } = services;
  loaded.setErrors(connection.settings, session.id, extension.id, 0);
  for (const log of activities.in('log', connection.settings, session.id))
    if (log.extensionId === extension.id) log.reloaded(at);
  services.statusMessages.show(message('$(check) Reloaded “{0}” in “{1}”', extension.name, label(chosen)));
};

async function confirmInProduction({ connection }: Services, question: Message, button: Message): Promise<void> {
  if (connection.settings.production) await confirmAt(connection, { question, buttons: [button] });
}

async function dependencies({ connection, records, loaded, devtools }: Services): Promise<ChangeDependencies> {
  const client = await connection.client();
  return { client, sessions: records.sessions, connection: connection.settings, loaded, devtools };
}

function label({ session }: ChosenExtension): ReturnType<typeof labelOf> {
  return labelOf(session);
}
