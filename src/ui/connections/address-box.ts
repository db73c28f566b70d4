import { completeAddress, parseAddress } from '../../core/address';
import { message, type Message } from '../../core/message';
import { ask } from '../editor/input-box';
import type { Step } from '../editor/wizard';

/**
 * Asks for the address of a service.
 * @returns the normalized address.
 */
export async function askForAddress(heading: Message, value: string, step: Step = {}): Promise<string> {
  const typed = await ask({
    title: heading,
    prompt: message('Address of the service. Without https:// or http://, the right one is added.'),
    placeholder: message('https://api.example.com'),
    value,
    check: (text) => {
      const parsed = parseAddress(completeAddress(text));
      return 'problem' in parsed ? parsed.problem : undefined;
    },
    preview: (text) =>
      completeAddress(text) === text.trim() ? undefined : message('Connects to {0}', completeAddress(text)),
    ...step,
  });
  const parsed = parseAddress(completeAddress(typed));
  return 'address' in parsed ? parsed.address : typed;
}
