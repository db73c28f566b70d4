import { parseAddress } from '../../core/address';
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
    prompt: message(
      'https://…, or http://localhost:port for a service on this machine. Each address has its own token.',
    ),
    placeholder: message('https://api.example.com'),
    value,
    check: (text) => {
      const parsed = parseAddress(text);
      return 'problem' in parsed ? parsed.problem : undefined;
    },
    ...step,
  });
  const parsed = parseAddress(typed);
  return 'address' in parsed ? parsed.address : typed;
}
