import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../core/message';
import { member } from '../manifest/manifest-text';
import { type Member, members, MESSAGE_KEY, PREDEFINED, variablesIn } from '../manifest/messages';
import type { Problem } from '../problem';
import { problemAt, type Source } from './finding';

/**
 * Checks what Chromium checks in a `messages.json`: it rejects the extension for an error in any of them, not only in
 * the one it uses.
 */
export function checkMessages(source: Source, root: Node): Problem[] {
  if (root.type !== 'object') return [fault(source, root, message('The file must contain one object: { … }.'))];
  return members(root).flatMap((entry) => checkMessage(source, entry));
}

function checkMessage(source: Source, { key, keyNode, value }: Member): Problem[] {
  if (!MESSAGE_KEY.test(key))
    return [fault(source, keyNode, message('Invalid key “{0}”. Use only the letters a to z, digits and _.', key))];
  if (PREDEFINED.includes(key.toLowerCase()))
    return [fault(source, keyNode, message('“{0}” is reserved by Chromium. Remove it.', key))];
  if (value.type !== 'object')
    return [fault(source, value, message('A message must be an object: { "message": "…" }.'))];
  const text = member(value, 'message');
  if (text?.type !== 'string')
    return [fault(source, text ?? value, message('The message “{0}” needs a string: "message": "…"', key))];
  const placeholders = member(value, 'placeholders');
  if (placeholders && placeholders.type !== 'object')
    return [fault(source, placeholders, message('“placeholders” must be an object: { "name": { "content": "$1" } }.'))];
  const wrong = members(placeholders).flatMap((placeholder) => checkPlaceholder(source, placeholder));
  return wrong.length > 0 ? wrong : undefinedPlaceholders(source, text, members(placeholders));
}

function checkPlaceholder(source: Source, { key, keyNode, value }: Member): Problem[] {
  if (!MESSAGE_KEY.test(key))
    return [
      fault(
        source,
        keyNode,
        message('Invalid placeholder name “{0}”. Use only the letters a to z, digits and _.', key),
      ),
    ];
  if (member(value, 'content')?.type === 'string') return [];
  return [fault(source, value, message('The placeholder “{0}” needs a string: "content": "$1"', key))];
}

/** The content of a placeholder is checked too, because after replacing it Chromium continues at its beginning. */
function undefinedPlaceholders(source: Source, text: Node, placeholders: readonly Member[]): Problem[] {
  const names = new Set(placeholders.map(({ key }) => key.toLowerCase()));
  const [missing] = variablesIn(String(text.value), '$', '$').filter((name) => !names.has(name.toLowerCase()));
  return missing === undefined
    ? []
    : [
        fault(
          source,
          text,
          message(
            '“${0}$” isn’t defined in the “placeholders” of this message. Define it, or write $$ for a literal $.',
            missing,
          ),
        ),
      ];
}

function fault(source: Source, node: Node, why: Message): Problem {
  return problemAt(source, node, {
    severity: 'error',
    code: 'locale-message',
    message: message('Chromium rejects “{0}”. {1}', source.file, why),
  });
}
