import { createClient, type Client, type ServiceOptions } from '../../api';
import { serviceOf } from '../../core/connection-settings';
import { isDevToolsAddress } from '../../core/devtools-address';
import { createBrowserClient } from '../one-browser/browser-client';
import type { Destination } from './connection';

/**
 * Opens the client of what a connection leads to: a service, or a browser by its DevTools.
 * @param token for a browser, whatever else its address has; empty if there is nothing.
 * @throws UserError if it does not fit the address.
 */
export function openClient(to: Destination, token: string, options: Omit<ServiceOptions, 'baseUrl' | 'token'>): Client {
  if (!isDevToolsAddress(to.address)) return createClient({ ...options, ...serviceOf(to), token });
  return createBrowserClient({ ...options, address: to.address, secret: token });
}
