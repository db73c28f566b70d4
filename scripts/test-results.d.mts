import type Mocha from 'mocha';

export function writeResults(runner: Mocha.Runner, more?: Readonly<Record<string, unknown>>): void;
