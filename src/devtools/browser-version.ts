import { asRecord, asText } from '../core/json';
import type { DevToolsConnection } from './connection';

/**
 * The version of the browser, such as `156.0.8078.79`.
 * @returns undefined if it does not tell, or something that is no version.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function browserVersion(
  connection: Pick<DevToolsConnection, 'send'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { product } = asRecord(await connection.send('Browser.getVersion', undefined, { signal }));
  return /^\w{1,30}\/(\d{1,5}(?:\.\d{1,9}){1,3})$/.exec(asText(product) ?? '')?.[1];
}

/**
 * Whether the browser says that it runs on macOS, where shortcuts are made with Meta.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function isOnMac(connection: Pick<DevToolsConnection, 'send'>, signal: AbortSignal): Promise<boolean> {
  const { userAgent } = asRecord(await connection.send('Browser.getVersion', undefined, { signal }));
  return (asText(userAgent) ?? '').includes('(Macintosh;');
}
