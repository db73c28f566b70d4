import { message, type Message } from '../core/message';
import { ask } from './input-box';

/** Asks for an ID or a name that the service gave. */
export async function askId(title: Message, prompt: Message, value = ''): Promise<string> {
  const typed = await ask({
    title,
    prompt,
    value,
    check: (text) => (/^\s*(\.{0,2})\s*$/.test(text) ? message('Type an ID or a name.') : undefined),
  });
  return typed.trim();
}
