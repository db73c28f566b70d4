/** Stops the listener when disposed. */
export interface Subscription {
  dispose(): void;
}

/** Calls a listener each time an event occurs. */
export type Subscribe = (listener: () => void) => Subscription;

/** Notifies listeners of an event. It works like the editor's `EventEmitter`, which only `ui` may import. */
export class Emitter {
  private readonly listeners = new Set<() => void>();

  readonly event: Subscribe = (listener) => {
    const call = (): void => listener();
    this.listeners.add(call);
    return { dispose: () => void this.listeners.delete(call) };
  };

  fire(): void {
    for (const call of this.listeners) call();
  }

  dispose(): void {
    this.listeners.clear();
  }
}
