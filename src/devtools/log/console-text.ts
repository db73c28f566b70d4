import { excerpt } from '../../core/format';
import { asRecord, textOfPrimitive } from '../../core/json';
import { MAX_TEXT } from './log-entry';
import { describeValue } from './remote-value';

/** Arguments of one call. */
const MAX_ARGUMENTS = 100;

/**
 * The text of a console call, as DevTools shows it: the format of the first argument is filled, the other arguments
 * follow.
 * Source: https://console.spec.whatwg.org/#formatter
 * @param args an array of `Runtime.RemoteObject`, which may have any shape.
 */
export function consoleText(args: unknown): string {
  const values = Array.isArray(args) ? args.slice(0, MAX_ARGUMENTS) : [];
  const [first, ...others] = values;
  const { type, value } = asRecord(first);
  const parts = type === 'string' ? [fillFormat(textOfPrimitive(value), others), ...others] : values;
  return excerpt(parts.map((part) => (typeof part === 'string' ? part : describeValue(part))).join(' '), MAX_TEXT);
}

/** Takes the arguments that the format uses out of `args`. */
function fillFormat(format: string, args: unknown[]): string {
  return excerpt(format, MAX_TEXT).replace(/%([sdifoOc%])/g, (specifier, kind: string) => {
    if (kind === '%') return '%';
    if (args.length === 0) return specifier;
    const text = describeValue(args.shift());
    if (kind === 'c') return '';
    if (kind === 'd' || kind === 'i') return String(Number.parseInt(text, 10));
    if (kind === 'f') return String(Number.parseFloat(text));
    return text;
  });
}
