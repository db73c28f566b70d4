import type { Connection } from '../../app/connections/connection';
import { projectOf } from '../../core/connection-settings';
import { message, type Message } from '../../core/message';
import { confirmOne } from '../editor/pick';

export interface QuestionAt<Button extends Message> {
  readonly question: Message;
  /** What follows from it, in one or two sentences. */
  readonly effect?: Message | undefined;
  /**
   * The first button, which Enter presses and which does nothing: for what takes away something that nobody can bring
   * back.
   */
  readonly dont?: Message | undefined;
  readonly buttons: readonly [Button, ...Button[]];
}

/**
 * Asks before something happens at the service, which cannot be undone. Only production is named: elsewhere it goes
 * without saying where it happens.
 * @returns the button that was pressed.
 * @throws Cancelled if it was none of them.
 */
export async function confirmAt<Button extends Message>(
  { name, address, settings }: Connection,
  { question, effect, dont, buttons }: QuestionAt<Button>,
): Promise<Button> {
  const place = [name, address, projectOf(settings)].filter((part) => part !== undefined).join(', ');
  const where = settings.production ? message('Production connection: {0}', place) : undefined;
  return confirmOne(question, { paragraphs: [effect, where], dont, buttons });
}
