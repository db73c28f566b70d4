import type { ServiceErrorBody } from '../core/service-error';
import { asRecord, asText, parseJson } from '../core/json';

/**
 * Reads the error object out of a body that may as well be empty, HTML from the edge, or cut off: then there are no
 * words. Source: docs/service.md, "Errors". Of the fields only those are taken that have the type it names.
 * @param redact takes out what nobody may read.
 */
export function readServiceWords(body: string, redact: (text: string) => string): ServiceErrorBody {
  const error = asRecord(parseJson(body));
  // Before it is cut: of what is taken out no half may stay.
  const read = (value: unknown): string => short(redact(asText(value) ?? ''));
  const [code, message] = [read(error['code']), read(error['message'])];
  const details = Array.isArray(error['details']) ? error['details'].slice(0, MAX_DETAILS) : [];
  const texts = [...details, error['inner_error']].map(asRecord).map((detail) => {
    return [read(detail['code']), read(detail['message'])].filter(Boolean).join(': ');
  });
  return {
    ...(code && { code }),
    ...(message && { message }),
    details: texts.filter((text) => text !== '' && !message?.includes(text)),
  };
}

const MAX_DETAILS = 10;

/** A notification is read in one look: of a very long text the beginning. */
function short(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
