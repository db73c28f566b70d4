/**
 * A signal that is aborted with `signal`, or after some milliseconds. `AbortSignal.any` with `AbortSignal.timeout` does not
 * do for it: Node may collect the signal of the timer as garbage, and the time then has no end.
 */
export function withTimeLimit(signal: AbortSignal, milliseconds: number): AbortSignal {
  const limited = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    forget();
    limited.abort();
  };
  const timer = setTimeout(end, milliseconds).unref();
  const forget = whenAborted(signal, end);
  if (signal.aborted) end();
  return limited.signal;
}

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * One listener for all that wait: a signal that lives long would have one for each piece of work of the last seconds,
 * and Node warns of eleven.
 * @returns what ends the waiting.
 */
function whenAborted(signal: AbortSignal, end: () => void): () => void {
  const ends = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) {
    waiting.set(signal, ends);
    signal.addEventListener('abort', () => ends.forEach((each) => each()), { once: true });
  }
  ends.add(end);
  return () => ends.delete(end);
}
