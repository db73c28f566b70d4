/**
 * A signal that is aborted with `signal`, or after some milliseconds. `AbortSignal.any` with `AbortSignal.timeout` does not
 * do for it: Node may collect the signal of the timer as garbage, and the time then has no end.
 */
export function withTimeLimit(signal: AbortSignal, milliseconds: number): AbortSignal {
  const limited = new AbortController();
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    limited.abort();
  };
  const timer = setTimeout(end, milliseconds).unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return limited.signal;
}
