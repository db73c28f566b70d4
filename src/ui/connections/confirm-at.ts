import { projectOf } from '../../core/connection-settings';
import { message, type Message } from '../../core/message';
import { confirmOne } from '../editor/pick';
import type { Connection } from '../../app/connections/connection';

/**
 * Asks for confirmation of an action that cannot be undone at the service: what happens, then what follows from it, and
 * where it will happen, with a warning of production.
 */
export async function confirmAt(
  connection: Connection,
  question: Message,
  paragraphs: readonly Message[],
  button: Message,
): Promise<void> {
  await chooseAt(connection, question, paragraphs, [button]);
}

/**
 * The same with several buttons.
 * @returns the one that was pressed.
 */
export async function chooseAt<Button extends Message>(
  { name, address, settings }: Connection,
  question: Message,
  paragraphs: readonly Message[],
  buttons: readonly Button[],
): Promise<Button> {
  const place = [address, projectOf(settings)].filter((part) => part !== undefined).join(', ');
  const where = settings.production
    ? message('PRODUCTION connection: {0}, {1}', name, place)
    : message('Connection: {0}, {1}', name, place);
  return confirmOne(question, [...paragraphs, where], buttons);
}
