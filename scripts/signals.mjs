const leave = () => process.exit(130);

/** Turns the signals that end a process into an ordinary exit, so that what was put on `exit` is done. */
export function exitOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    if (!process.listeners(signal).includes(leave)) process.once(signal, leave);
}
