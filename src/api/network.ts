import * as editorsHttps from 'https';
import * as http from 'node:http';
import type { ClientRequest, RequestOptions } from 'node:http';

/** Milliseconds that an unused connection is kept. */
const KEPT_FOR = 5000;

/**
 * The one place where a connection is opened, and where it is decided by which way.
 *
 * To another machine (https): by the module `https`, whose `request` the editor replaces by its own: the proxies of its settings, of
 * the environment, of a PAC file and of the system, their logins, and the certificates of the system. Not by `node:https`, which it
 * leaves as Node has it. To this machine (http): straight, whatever the settings say: the token is not protected on this way, and no
 * proxy may see it.
 */
export class Network {
  /** Keeps connections for the next request; for https that is done by the agent of Node, behind the editor's. */
  private readonly straight = new http.Agent({ keepAlive: true, timeout: KEPT_FOR });

  /** Begins a request; nothing has left yet. */
  begin(url: URL, options: RequestOptions): ClientRequest {
    return url.protocol === 'https:' ? editorsHttps.request(url, options) : http.request(url, { ...options, agent: this.straight });
  }

  /** Closes what nobody uses; what is in use is closed after its answer. */
  close(): void {
    this.straight.maxFreeSockets = 0;
    for (const socket of Object.values(this.straight.freeSockets).flat()) socket?.destroy();
  }
}
