import * as vscode from 'vscode';
import { type ServiceOptions, waitSilently, type Wait, type NetworkSettings } from '../../api';
import { formatWait } from '../../core/format';
import { message } from '../../core/message';
import { countDown, tellCountdown } from '../editor/countdown';
import type { Log } from '../editor/log';
import { withProgress } from '../editor/progress';
import { remoteMachine } from '../editor/remote-machine';
import { timeouts } from '../editor/settings';

/** Makes a client follow the editor's settings, and show when it has to wait. */
export function clientOptions(log: Pick<Log, 'debug'>): Omit<ServiceOptions, 'baseUrl' | 'token'> {
  return {
    log: (line) => log.debug(line),
    wait: waitVisibly,
    timeouts,
    network: networkSettings,
    remoteMachine: remoteMachine(),
  };
}

/** Milliseconds. A shorter wait ends before anyone could read about it. */
const SHORT = 3000;

/**
 * Counts down until the request is sent again; Cancel ends the wait and the operation. The countdown is shown in the
 * operation's own notification, or in a new one if it has none.
 */
const waitVisibly: Wait = async (waiting, signal) => {
  const { milliseconds } = waiting;
  if (milliseconds < SHORT) return waitSilently(waiting, signal);
  if (tellCountdown(signal, milliseconds)) return countDown(waiting, signal, (left) => tellCountdown(signal, left));
  await withProgress(message('Service busy'), (cancelled, report) =>
    countDown(waiting, AbortSignal.any([signal, cancelled]), (left) =>
      report(message('Retrying in {0}…', formatWait(left)), 1 - left / milliseconds),
    ),
  );
};

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
