import { NotDone } from '../../core/errors';
import { english, listOf, message, type Message } from '../../core/message';
import { isSecretName } from '../../core/secret-forms';
import type { Clickable } from '../../devtools';
import type { SessionRecord } from '../../state';
import type { Caller } from './caller';

/** What an agent wants to change, for whoever has to agree to it. */
export interface Change {
  /** What will be done, as it is found now: it may be asked for twice, and be another one then. */
  readonly question: () => Promise<Message>;
  /** Undefined if it is done in none that is there already. */
  readonly session: SessionRecord | undefined;
  readonly caller: Caller;
  /** Whether a person is asked for it each time, also where they have allowed the agent to make changes. */
  readonly isAskedAlways: boolean;
  /** Whether a person has agreed to it already, in a question of the editor. */
  readonly isAgreed: boolean;
}

/**
 * Asks a person, and looks again after the answer: a page may have put something else where it was.
 * @throws UserError if what would be done is not what was agreed to any more.
 */
export async function agreeOn(
  { question }: Pick<Change, 'question'>,
  ask: (text: Message) => Promise<void>,
): Promise<void> {
  const asked = await question();
  await ask(asked);
  requireSame(english(asked), await question());
}

/** @throws UserError if what would be done is not what was agreed to any more. */
export function requireSame(agreed: string, now: Message): void {
  if (english(now) !== agreed) throw changedSince();
}

export function changedSince(): NotDone {
  return new NotDone(
    message(
      'What would be done has changed since it was allowed. Nothing was done. Look again with read_session_page.',
    ),
  );
}

/** UTF-16 units of a text in a question. */
const MAX_SHOWN = 100;
const HIDDEN = '•••';

/** `textbox “Name”` */
export function elementWords({ role, name, origin }: Pick<Clickable, 'role' | 'name' | 'origin'>): Message {
  if (origin !== undefined) return message('{0} “{1}” in the frame of “{2}”', role, shown(name), shown(origin));
  return message('{0} “{1}”', role, shown(name));
}

/** A text that will be typed, unless it goes where a secret belongs. */
export function typedWords(text: string, isSecret: boolean): string {
  return isSecret ? HIDDEN : shown(text);
}

export function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Keys of a storage with their new values, of which those with the names of secrets are not shown. */
export function valueWords(values: Readonly<Record<string, unknown>>): Message {
  return manyOf(
    Object.entries(values).map(([key, value]) =>
      message('“{0}” = {1}', shown(key), typedWords(JSON.stringify(value), isSecretName(key))),
    ),
  );
}

export function keyWords(keys: readonly string[]): Message {
  return manyOf(keys.map((key) => message('“{0}”', shown(key))));
}

/** With their number, where a list would not name all. */
function manyOf(parts: readonly Message[]): Message {
  return parts.length > MAX_NAMED
    ? message('{0} and {1} more keys', listOf(parts.slice(0, MAX_NAMED)), parts.length - MAX_NAMED)
    : listOf(parts);
}

const MAX_NAMED = 5;

/** Where a page is from, as a person knows it. */
export function placeWords(address: string): Message {
  const { protocol, host, pathname } = URL.canParse(address)
    ? new URL(address)
    : { protocol: '', host: '', pathname: '' };
  if (/^https?:$/.test(protocol)) return message('“{0}”', host);
  if (protocol === 'chrome-extension:')
    return message('the page “{0}” of the extension {1}', shown(pathname.slice(1)), host);
  return message('a page of its own ({0})', protocol.slice(0, 20));
}
