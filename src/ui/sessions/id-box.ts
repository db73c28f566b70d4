import { isId } from '../../core/json';
import { message, type Message } from '../../core/message';
import { ask } from '../editor/input-box';

/** Asks for an ID or a name at the service. */
export async function askId(title: Message, prompt: Message, value = ''): Promise<string> {
  const typed = await ask({
    title,
    prompt,
    value,
    check: (text) => (isId(text.trim()) ? undefined : message('Enter an ID or name.')),
  });
  return typed.trim();
}
