import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Lease } from '../sessions/lease';

/**
 * Takes a browser back if its caller never received it: the caller closed the connection before the answer was sent, or
 * reset it with the answer unread and never used the browser. Nobody else knows its ID, so nobody else would release
 * it.
 */
export class Handover {
  private readonly giveBack: (lease: Lease) => void;
  /** The last lease that was handed over on a connection, which may serve many requests. */
  private readonly last = new WeakMap<Socket, Lease>();

  constructor(giveBack: (lease: Lease) => void) {
    this.giveBack = giveBack;
  }

  /** Call this before the answer is written. */
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

/** Whether nobody is waiting for the answer any more. */
export function isGone(response: ServerResponse): boolean {
  return response.closed || response.destroyed || response.socket?.destroyed === true;
}
