import { isId } from './id';

/** Reads JSON that another program wrote: nothing about its shape is taken for granted. */

/** The value, or undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value's fields; of what is no object, none. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A number of things. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** An ID or a name of the service. */
export function asId(value: unknown): string | undefined {
  return typeof value === 'string' && isId(value) ? value : undefined;
}
