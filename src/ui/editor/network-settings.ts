import * as vscode from 'vscode';
import type { NetworkSettings } from '../../api';

/**
 * The editor's network settings that its own HTTPS request does not apply in an extension: `http.proxyAuthorization`
 * and `http.proxyStrictSSL`. It applies all other settings (`http.proxy`, `http.noProxy`, `http.proxySupport` …) by
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
 * Whether `http.noProxy` contains the host. As in the editor, an entry is a domain including its subdomains, optionally
 * with a port, or `*`.
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
