import { excerpt } from '../core/excerpt';
import type { ServiceErrorBody } from '../core/service-error';
import { asRecord, asText, parseJson } from '../core/json';

/**
 * Reads the error object from a body. The body may also be empty, HTML from a gateway, or truncated; the result is then
 * empty. Only fields of the documented type are read. Source: docs/service.md, "Errors".
 * @param redact removes secrets from a text.
 */
export function readServiceWords(body: string, redact: (text: string) => string): ServiceErrorBody {
  const error = asRecord(parseJson(body));
  // Redact before shortening: otherwise half of a secret could remain.
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

/** A notification has to be short: of a very long text only the beginning is shown. */
function short(text: string): string {
  return text.length > 500 ? `${excerpt(text, 500)}…` : text;
}
