/** Ends what listens. */
export interface Subscription {
  dispose(): void;
}

/** Calls a listener each time that something happens. */
export type Subscribe = (listener: () => void) => Subscription;

/** Tells listeners that something has happened: as the editor's own, which only `ui` has. */
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
