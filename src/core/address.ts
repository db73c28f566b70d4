import { message, type Message } from './message';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a host name, as a `URL` has it, leads to this machine in any way: a service that is not on it has no reason
 * to name it.
 */
export function leadsToThisMachine(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return isLoopback(host) || /\.localhost$|^0\.0\.0\.0$|^\[::(ffff:(7f[\da-f]{2}:[\da-f]+|0:0))?\]$/.test(host);
}

/** The Kernel cloud. Source: docs/service.md. */
export const KERNEL_ADDRESS = 'https://api.onkernel.com';

/** True for a loopback host name. Only on this machine may a token be sent without TLS. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Parses a service address and normalizes it, without a trailing slash. Tokens are stored under the normalized address.
 * @returns the address, or why the text is not one.
 */
export function parseAddress(text: string): { address: string } | { problem: Message } {
  const url = tryUrl(text.trim());
  if (!url) return { problem: message('“{0}” isn’t a valid address. Example: https://api.example.com', text.trim()) };
  const problem = addressProblem(url);
  return problem ? { problem } : { address: (url.origin + url.pathname).replace(/\/+$/, '') };
}

/** An address that was typed without its scheme, with the only one that `parseAddress` accepts for its host. */
export function completeAddress(text: string): string {
  const typed = text.trim();
  if (typed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const url = tryUrl(`http://${typed}`);
  return `${url && isLoopback(url.hostname) ? 'http' : 'https'}://${typed}`;
}

/** An address without a user name and password. */
export function withoutLogin(address: string): string {
  const url = tryUrl(address);
  if (!url?.username && !url?.password) return address;
  [url.username, url.password] = ['', ''];
  return url.href;
}

/** Scheme, host and port of an address that `parseAddress` returned. A token is sent to one origin. */
export function originOf(address: string): string {
  return new URL(address).origin;
}

function addressProblem(url: URL): Message | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return message('An address must start with https://, not {0}//.', url.protocol);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return message(
      'http:// is allowed only for localhost, because the token would be sent unencrypted. Use https://{0}.',
      url.host,
    );
  }
  if (url.username || url.password)
    return message('An address can’t contain a user name or password. To set a token, use Set Token.');
  if (url.search || url.hash) return message('An address can’t contain “?” or “#”.');
  return undefined;
}

function tryUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
