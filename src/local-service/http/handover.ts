import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Lease } from '../sessions/lease';

/**
 * Gives a browser back that was handed to nobody: its caller broke the connection before the answer had gone out, or
 * reset it with the answer unread and has never used the browser. Nobody else knows its id, and so nobody else would
 * release it.
 */
export class Handover {
  private readonly giveBack: (lease: Lease) => void;
  /** What was handed last over a connection, which may serve many requests. */
  private readonly last = new WeakMap<Socket, Lease>();

  constructor(giveBack: (lease: Lease) => void) {
    this.giveBack = giveBack;
  }

  /** To be called before the answer is written. */
  lease(lease: Lease, response: ServerResponse): void {
    if (isGone(response)) return this.giveBack(lease);
    response.once('close', () => void (response.writableFinished || this.giveBack(lease)));
    if (response.socket) this.watch(response.socket, lease);
  }

  private watch(socket: Socket, lease: Lease): void {
    if (!this.last.has(socket)) socket.once('close', (isBroken) => void (isBroken && this.returnUnused(socket)));
    this.last.set(socket, lease);
  }

  private returnUnused(socket: Socket): void {
    const lease = this.last.get(socket);
    if (lease && !lease.wasUsed) this.giveBack(lease);
  }
}

/** Whether nobody waits for the answer any more. */
export function isGone(response: ServerResponse): boolean {
  return response.closed || response.destroyed || response.socket?.destroyed === true;
}
