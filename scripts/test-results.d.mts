import type Mocha from 'mocha';

export const TEST_LIMIT_MS: number;

export function writeResults(runner: Mocha.Runner, more?: Readonly<Record<string, unknown>>): void;
