import { isLoopback } from '../core/address';
import { asRecord, asText } from '../core/json';

/** The addresses in a session's record that contain a secret. They are never part of what is remembered. */

/**
 * The address of a session's DevTools in its record. Source: docs/service.md, `cdp_ws_url`.
 * @returns undefined if there is none, or if its secret would be sent without TLS.
 */
export function readDevToolsAddress(record: unknown): URL | undefined {
  return readAddress(asRecord(record)['cdp_ws_url'], 'wss:', 'ws:');
}

/**
 * The address at which a person can watch a session. Source: docs/service.md, `browser_live_view_url`.
 * @returns undefined if there is none, or if its secret would be sent without TLS.
 */
export function readLiveViewAddress(record: unknown): URL | undefined {
  return readAddress(asRecord(record)['browser_live_view_url'], 'https:', 'http:');
}

function readAddress(value: unknown, secure: string, plain: string): URL | undefined {
  const text = asText(value);
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password) return undefined;
  const safe = url.protocol === secure || (url.protocol === plain && isLoopback(url.hostname));
  return safe ? url : undefined;
}
