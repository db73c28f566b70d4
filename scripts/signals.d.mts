export function exitOnSignals(): void;
