import { isExtensionName } from './extension-name';
import { asRecord, isId, parseJson } from './json';
import { message, type Message } from './message';
import type { Size } from './screen/geometry';

/** What new sessions of a connection get where nothing else is chosen. */
export interface SessionDefaults {
  /** Name of a profile of the service, which is not changed. */
  readonly profile?: string;
  /** Whether the browser hides that it is automated. */
  readonly stealth?: boolean;
  /** Where the browser runs, such as `eu-west`; the service knows which there are. */
  readonly region?: string;
  /** Name or ID of a proxy of the service. */
  readonly proxy?: string;
  /** Seconds without use after which the session ends. */
  readonly timeoutSeconds?: number;
  /** Policies of Chrome Enterprise, by their names. */
  readonly chromePolicy?: ChromePolicy;
}

export type ChromePolicy = Readonly<Record<string, unknown>>;

/**
 * Reads the defaults of a connection, which a person has written.
 * @returns the fields that are valid, and the name of the first one that is not.
 */
export function readDefaults(value: unknown): { readonly defaults: SessionDefaults; readonly wrong?: string } {
  const given = Object.entries(asRecord(value));
  const wrong = isObject(value) ? given.find(([field, each]) => !DEFAULT_FIELDS[field]?.(each))?.[0] : '';
  const valid = given.filter(([field, each]) => DEFAULT_FIELDS[field]?.(each));
  return { defaults: Object.fromEntries(valid), ...(wrong !== undefined && { wrong }) };
}

const DEFAULT_FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  profile: (value) => typeof value === 'string' && isExtensionName(value),
  stealth: (value) => typeof value === 'boolean',
  region: (value) => typeof value === 'string' && regionProblem(value) === undefined,
  proxy: (value) => typeof value === 'string' && isId(value),
  timeoutSeconds: (value) => typeof value === 'number' && timeoutProblem(String(value)) === undefined,
  chromePolicy: isPolicy,
};

/** Seconds that the service takes. Source: docs/service.md, `POST /browsers`. */
const TIMEOUTS = { min: 10, max: 259_200 };
/** Characters of policies as JSON: more than any organization has. The service takes 5 MiB. */
export const MAX_POLICY = 1_000_000;

/** Why a text can be no region, or undefined. Which regions there are only the service knows. */
export function regionProblem(text: string): Message | undefined {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(text.trim())
    ? undefined
    : message('Enter the name of a region, such as eu-west.');
}

/** Why a text is no time in seconds after which an unused session ends, or undefined. */
export function timeoutProblem(text: string): Message | undefined {
  const seconds = Number(text);
  return /^\s*\d{1,6}\s*$/.test(text) && seconds >= TIMEOUTS.min && seconds <= TIMEOUTS.max
    ? undefined
    : message('Enter seconds, from {0} to {1}.', String(TIMEOUTS.min), String(TIMEOUTS.max));
}

/** Reads policies from JSON. */
export function parsePolicy(text: string): ChromePolicy | undefined {
  const value = text.length > MAX_POLICY ? undefined : parseJson(text);
  return isPolicy(value) ? value : undefined;
}

function isPolicy(value: unknown): value is ChromePolicy {
  return isObject(value) && Object.keys(value).length > 0;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Pixels: less shows nothing, and no service offers more. */
const SIDES = { min: 200, max: 8192 };

/** Reads a size as a person writes it: `1280x800`, `1280 × 800`. */
export function parseSize(text: string): Size | undefined {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×*,]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return [size.width, size.height].every((side) => side >= SIDES.min && side <= SIDES.max) ? size : undefined;
}

/** Why a text is no size of a display, or undefined. */
export function sizeProblem(text: string): Message | undefined {
  return parseSize(text)
    ? undefined
    : message('Enter width x height, such as 1280x800, each from {0} to {1}.', String(SIDES.min), String(SIDES.max));
}

/** Why a text cannot be the first page of a session, or undefined. Nothing is the service’s default. */
export function startPageProblem(text: string): Message | undefined {
  const address = text.trim();
  if (address === '' || address === 'about:blank') return undefined;
  const isPage = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return isPage ? undefined : message('Enter an address with http:// or https://.');
}
