import { message, type Message } from '../../core/message';

const BY_NAME: readonly (readonly [RegExp, Message])[] = [
  [/^\.env(rc)?(\..*)?$/i, message('a file of settings that are kept secret')],
];

/** What a file holds by its name alone, where that is a secret. */
export function secretByName(path: string): Message | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}
