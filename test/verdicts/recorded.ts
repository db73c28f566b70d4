import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a real Chromium said of a family of cases. */
export interface Recorded {
  /** As `150.0.7871.100`. */
  readonly chromium: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

export interface Verdict {
  /** `fingerprint` of the case that was asked. */
  readonly of: string;
  /** Chromium's own words; left out where it loads the extension. */
  readonly refused?: string;
  /** What chrome://extensions shows of what it loads, sorted. */
  readonly warnings?: readonly string[];
}

export function recordedFile(family: string): string {
  return path.resolve('test/verdicts/recorded', `${family}.json`);
}

export function readRecorded(family: string): Recorded {
  const file = recordedFile(family);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { chromium: '', verdicts: {} };
}
