import type { Activity } from '../../app/activities/activity';
import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { MAX_NAME, plainLabel, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';

/**
 * Asks which of several activities is meant, by their sessions and connections.
 * @param icon without `$( )`.
 * @throws Cancelled
 */
export async function chooseActivity<A extends Activity>(title: Message, icon: string, all: readonly A[]): Promise<A> {
  const choices = all.map((activity) => ({
    label: withIcon(icon, plainLabel(activity.title)),
    description: plainText(activity.connection.name, MAX_NAME),
    value: activity,
  }));
  return pick(title, message('Select a session'), choices);
}
