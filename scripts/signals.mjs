const leave = () => process.exit(130);

/** Turns the signals that end a process into an ordinary exit, so that the `exit` listeners run. */
export function exitOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    if (!process.listeners(signal).includes(leave)) process.once(signal, leave);
}
