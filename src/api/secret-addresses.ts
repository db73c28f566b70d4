import { isLoopback, leadsToThisMachine } from '../core/address';
import { asRecord, asText } from '../core/json';

/** The addresses in a session's record that contain a secret. They are never part of what is remembered. */

/**
 * The address of a session's DevTools in its record. Source: docs/service.md, `cdp_ws_url`.
 * @param service the address of the service.
 * @returns undefined if there is none, if its secret would be sent without TLS, or if it leads to this machine and the
 * service is elsewhere: a service must not choose what is asked here.
 */
export function readDevToolsAddress(record: unknown, service: URL): URL | undefined {
  return readAddress(asRecord(record)['cdp_ws_url'], service, 'wss:', 'ws:');
}

/**
 * The address at which a person can watch a session. Source: docs/service.md, `browser_live_view_url`.
 * @param service the address of the service.
 * @returns undefined if there is none, if its secret would be sent without TLS, or if it leads to this machine and the
 * service is elsewhere: a service must not choose what is asked here.
 */
export function readLiveViewAddress(record: unknown, service: URL): URL | undefined {
  return readAddress(asRecord(record)['browser_live_view_url'], service, 'https:', 'http:');
}

function readAddress(value: unknown, service: URL, secure: string, plain: string): URL | undefined {
  const text = asText(value);
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password) return undefined;
  if (leadsToThisMachine(url.hostname) && !isLoopback(service.hostname)) return undefined;
  return url.protocol === secure || (url.protocol === plain && isLoopback(url.hostname)) ? url : undefined;
}
