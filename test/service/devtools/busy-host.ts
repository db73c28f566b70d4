import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { listen, portOf } from '../../support/network/listen';

/** A host that a page waits for, and answers nothing meanwhile: it is busy for as long as a test wants, on any machine. */
export class BusyHost {
  readonly asked: Promise<void>;
  private response: ServerResponse | undefined;
  private readonly server = createServer((_request, response) => (this.response = response));

  private constructor() {
    this.asked = once(this.server, 'request').then(() => undefined);
  }

  static async start(): Promise<BusyHost> {
    const host = new BusyHost();
    await listen(host.server);
    return host;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}/`;
  }

  /** @returns what a page has to run. @param then what it does after the answer. */
  waiting(then: string): string {
    return `setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '${this.url}', false);
      request.send();
      ${then}
    })`;
  }

  /** Answers, once it is asked. */
  async answer(): Promise<void> {
    await this.asked;
    this.response?.writeHead(200, { 'access-control-allow-origin': '*', connection: 'close' }).end();
    this.server.close();
    await once(this.server, 'close');
  }
}
