import { isLoopback } from '../core/address';
import { asRecord, asText } from '../core/json';

/**
 * The address of a session's DevTools in its record. Source: docs/service.md, `cdp_ws_url`.
 * @returns undefined if there is none, or if its secret would be sent without TLS.
 */
export function readDevToolsAddress(record: unknown): URL | undefined {
  const text = asText(asRecord(record)['cdp_ws_url']);
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password) return undefined;
  const safe = url.protocol === 'wss:' || (url.protocol === 'ws:' && isLoopback(url.hostname));
  return safe ? url : undefined;
}
