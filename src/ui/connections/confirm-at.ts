import { message, type Message } from '../../core/message';
import { confirm } from '../editor/pick';
import type { Connection } from '../../app/connections/connection';

/**
 * Asks for confirmation of an action that cannot be undone at the service. Says where it will happen, and warns of
 * production.
 */
export async function confirmAt(
  { name, address, settings }: Connection,
  question: Message,
  paragraphs: readonly Message[],
  button: Message,
): Promise<void> {
  const where = settings.production
    ? message('PRODUCTION connection: {0}, {1}', name, address ?? '')
    : message('Connection: {0}, {1}', name, address ?? '');
  await confirm(question, [where, ...paragraphs], button);
}
