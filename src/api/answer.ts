import type { ServiceWords } from '../core/service-error';
import { asRecord, asText, parseJson } from './json';

/**
 * Reads the error object out of a body that may as well be empty, HTML from the edge, or cut off: then there are no words.
 * Source: interface.md, "Error object". Of the fields only those are taken that have the type it names.
 */
export function readServiceWords(body: string): ServiceWords {
  const error = asRecord(parseJson(body));
  const [code, message] = [short(asText(error['code'])), short(asText(error['message']))];
  const details = Array.isArray(error['details']) ? error['details'] : [];
  return {
    ...(code && { code }),
    ...(message && { message }),
    details: [...details, error['inner_error']].map(detailText).filter((text) => text !== '' && !message?.includes(text)),
  };
}

function detailText(detail: unknown): string {
  const { code, message } = asRecord(detail);
  return [asText(code), asText(message)].filter((part) => part !== undefined).map(short).join(': ');
}

/** A notification is read in one look: of a very long text the beginning. */
function short<T extends string | undefined>(text: T): T | string {
  return text && text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
