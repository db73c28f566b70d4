import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { asPort, portName } from '../../core/shared-port';
import { labelOf } from '../../state';
import { ask } from '../editor/input-box';
import { withStatus } from '../editor/progress';
import { chooseActivity } from '../sessions/choose-activity';
import { sessionOf } from '../sessions/choose-session';
import { askAndShare, notShared } from '../sessions/share-ports';
import type { Command } from './command';

/** Lets the pages of a session reach a port of this machine, until it is stopped. */
export const sharePort: Command = async (services, target) => {
  const { connection, records } = services;
  const client = await connection.client();
  const id = await sessionOf(target, { client, records, connection }, { title: message('Share Port: Select Session') });
  const session = records.sessions.get(id) ?? { id };
  const port = Number(
    await ask({
      title: message('Share Port with “{0}”', labelOf(session)),
      prompt: message('Port of localhost on this machine'),
      placeholder: message('5173'),
      check: (text) => portProblem(text, (each) => notShared(services, session, [each]).length > 0),
    }),
  );
  await askAndShare(services, client, session, [port], 'person');
};

function portProblem(text: string, isFree: (port: number) => boolean): Message | undefined {
  const port = /^\s*\d+\s*$/.test(text) ? asPort(Number(text)) : undefined;
  if (port === undefined) return message('Enter a whole number from {0} to {1}.', 1, 65_535);
  return isFree(port) ? undefined : message('{0} is already shared.', portName(port));
}

/** Loads the pages anew of shared ports at which nothing listened, at whatever connection. */
export const trySharedPortsAgain: Command = async ({ activities, ...services }, { session: id }) => {
  const all = id === undefined ? activities.of('share') : activities.in('share', services.connection.settings, id);
  const down = all.filter(({ isDown }) => isDown);
  if (down.length === 0) throw new UserError(message('Every shared port was answered.'), undefined, 'warning');
  await withStatus(message('Loading pages anew…'), async (signal) => {
    for (const each of down) await each.tryAgain(signal);
  });
};

/** Ends what `sharePort` began, at whatever connection. */
export const stopSharingPorts: Command = async ({ activities, statusMessages, ...services }, { session: id }) => {
  const all = id === undefined ? activities.of('share') : activities.in('share', services.connection.settings, id);
  const [only, ...others] = all;
  if (!only) throw new UserError(message('No port is shared. Use Share Port with Session… first.'));
  const stopped = others.length === 0 ? only : await chooseActivity(message('Stop Sharing Ports'), 'plug', all);
  activities.stopWhere((each) => each === stopped, 'stopped');
  statusMessages.show(message('$(check) Stopped sharing with “{0}”', stopped.title));
};
