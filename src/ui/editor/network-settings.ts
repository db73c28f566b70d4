import * as vscode from 'vscode';
import type { NetworkSettings } from '../../app';

/**
 * What the editor's own settings say of the network, and its request for extensions does not heed:
 * `http.proxyAuthorization`, and
 * `http.proxyStrictSSL`. Whatever else they say (`http.proxy`, `http.noProxy`, `http.proxySupport` …) it does by
 * itself.
 */
export const networkSettings: NetworkSettings = {
  get strictTls() {
    return http<boolean>('proxyStrictSSL', true);
  },
  proxyTo: (host, port) => {
    const [url, authorization] = [http<string>('proxy', ''), http<string | null>('proxyAuthorization', null)];
    if (!url || !authorization || http<string>('proxySupport', 'override') === 'off' || isExempt(host, port))
      return undefined;
    return { url, authorization };
  },
};

/**
 * Whether `http.noProxy` names the host, as the editor reads it: a domain with all below it, perhaps with a port; or
 * `*`.
 */
function isExempt(host: string, port: string): boolean {
  return http<string[]>('noProxy', []).some((entry) => {
    const [domain = '', only] = entry.trim().toLowerCase().split(':', 2);
    if (domain.includes('*')) return true;
    return (
      domain !== '' &&
      (only === undefined || only === port) &&
      `.${host.toLowerCase()}`.endsWith(domain.startsWith('.') ? domain : `.${domain}`)
    );
  });
}

function http<T>(setting: string, usual: T): T {
  return vscode.workspace.getConfiguration('http').get<T>(setting, usual);
}
