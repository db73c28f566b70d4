import { isLoopback } from './address';
import { UserError } from './errors';
import { message, type Message } from './message';

/**
 * Addresses of browsers that run already, which are reached by their DevTools alone. In the settings such a connection
 * has `ws://host:port` or `wss://host:port`. Whatever else its address has is a secret: a path, a query, a login.
 */
export function isDevToolsAddress(address: string): boolean {
  return /^wss?:/i.test(address);
}

/** What a person gave, in two parts. */
export interface DevToolsAddress {
  /** Scheme, host and port, for the settings: `ws://127.0.0.1:9222`. */
  readonly address: string;
  /** The whole address, if it has more than that. */
  readonly secret?: string;
}

const EXAMPLE = 'http://127.0.0.1:9222';

/** Reads `ws://…`, `wss://…`, `http://host:9222` or `host:9222`. @returns the address, or why the text is not one. */
export function parseDevToolsAddress(text: string): DevToolsAddress | { readonly problem: Message } {
  const typed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  // What was typed may be a secret, so it is not quoted.
  if (!url || url.hostname === '') return { problem: message('Not a valid address. Example: {0}', EXAMPLE) };
  if (!/^(wss?|https?):$/.test(url.protocol))
    return { problem: message('An address must start with ws://, wss://, http:// or https://.') };
  if (url.hash) return { problem: message('An address can’t contain “#”.') };
  if (url.search || url.username || url.password) {
    const problem = unencryptedProblem(url);
    if (problem) return { problem };
  }
  const isBare = url.pathname === '/' && !url.search && !url.username && !url.password;
  return { address: `${isSecure(url) ? 'wss' : 'ws'}://${url.host}`, ...(!isBare && { secret: whole }) };
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'wss:' || protocol === 'https:';
}

function unencryptedProblem(url: URL): Message | undefined {
  if (isSecure(url) || isLoopback(url.hostname)) return undefined;
  return message(
    'Without wss:// or https://, a token is allowed only for localhost, because it would be sent unencrypted.',
  );
}

/** Where and how to connect. */
export interface DevToolsTarget {
  /** `http:` or `https:` is asked for the address of the WebSocket; `ws:` or `wss:` is that itself. Without a login. */
  readonly url: URL;
  /** The header to send. */
  readonly authorization: string | undefined;
  /** Whether `url` is only the host of the settings, which does not tell which of the two it is. */
  readonly isBare: boolean;
}

/** What is kept as the token of a connection: a whole address, a token for the header `Authorization`, or both. */
export function devToolsSecret(address: string | undefined, token: string | undefined): string {
  return [address, token].filter(Boolean).join(' ');
}

/**
 * @param address as in the settings.
 * @param secret as `devToolsSecret` makes it; empty if there is none.
 * @throws UserError if they do not fit.
 */
export function devToolsTarget(address: string, secret: string): DevToolsTarget {
  const parts = partsOf(secret);
  const whole = parts.find(isAddress);
  const url = new URL(whole ?? address.replace(/^ws/i, 'http'));
  const parsed = whole === undefined ? undefined : parseDevToolsAddress(whole);
  if (parsed && 'problem' in parsed) throw new UserError(parsed.problem, 'setToken');
  if (parsed && parsed.address !== address)
    throw new UserError(message('The stored DevTools address is for another host than {0}.', address), 'setToken');
  const token = parts.find((part) => !isAddress(part));
  const problem = token === undefined ? undefined : unencryptedProblem(url);
  if (problem) throw new UserError(problem, 'setToken');
  const login = `${decoded(url.username)}:${decoded(url.password)}`;
  [url.username, url.password] = ['', ''];
  const basic = login === ':' ? undefined : `Basic ${base64(login)}`;
  return { url, authorization: token === undefined ? basic : `Bearer ${token}`, isBare: whole === undefined };
}

function partsOf(secret: string): readonly string[] {
  return secret.split(' ').filter((part) => part !== '');
}

function isAddress(part: string): boolean {
  return part.includes('://') && URL.canParse(part);
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** Characters. A shorter value of a query is no secret: any text may have it. */
const MIN_VALUE = 6;
/** Of any other part, which may be a word such as `devtools`. */
const MIN_WORD = 16;

/** The parts of a secret address that are secrets themselves: a login, the values of its query, an ID in its path. */
export function secretPartsOf({ pathname, search, searchParams, hash, username, password }: URL): readonly string[] {
  const values = [...searchParams.values(), username, password].filter(({ length }) => length >= MIN_VALUE);
  const words = [pathname, search, hash].flatMap((text) => text.split(/[/?&=#.]/));
  const long = [...values, ...words.filter(({ length }) => length >= MIN_WORD)];
  return [...new Set(long.flatMap((part) => [part, decoded(part)]))];
}

/** What must not be shown of a token, which may be that of a browser. */
export function secretsIn(token: string): readonly string[] {
  return partsOf(token).flatMap((part) => (isAddress(part) ? secretPartsOf(new URL(part)) : [part]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
