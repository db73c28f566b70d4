/** Stops the listener when disposed. */
export interface Subscription {
  dispose(): void;
}

/** Calls a listener each time an event occurs, with the event's value if it has one. */
export type Subscribe<Value = void> = (listener: (value: Value) => void) => Subscription;

/** Notifies listeners of an event. It works like the editor's `EventEmitter`, which only `ui` may import. */
export class Emitter<Value = void> {
  private readonly listeners = new Set<(value: Value) => void>();

  readonly event: Subscribe<Value> = (listener) => {
    const call = (value: Value): void => listener(value);
    this.listeners.add(call);
    return { dispose: () => void this.listeners.delete(call) };
  };

  fire(value: Value): void {
    for (const call of this.listeners) call(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

/** @returns the same function, of which only the first call does anything. */
export function onceOnly<Given extends readonly unknown[]>(
  report: (...given: Given) => void,
): (...given: Given) => void {
  let isDone = false;
  return (...given) => {
    if (!isDone) report(...given);
    isDone = true;
  };
}
