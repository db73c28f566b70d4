import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What each Chromium that was asked said of a family of cases. */
export interface Recorded {
  /** Every version that was asked, the oldest first, as `150.0.7871.100`. */
  readonly chromium: readonly string[];
  readonly verdicts: Readonly<Record<string, Verdict>>;
}

/** Of one case. */
export interface Verdict {
  /** `fingerprint` of the case that was asked. */
  readonly of: string;
  /** By version; a version that was not asked about this very case is not there. */
  readonly answers: Readonly<Record<string, Answer>>;
}

export interface Answer {
  /** Chromium's own words; left out where it loads the extension. */
  readonly refused?: string;
  /** What chrome://extensions shows of what it loads, sorted. */
  readonly warnings?: readonly string[];
}

/** As it is written: what all versions say stands once, and only where they differ the answer of each. */
interface Written {
  readonly chromium: readonly string[];
  readonly verdicts: Readonly<
    Record<string, Answer & { readonly of: string; readonly by?: Readonly<Record<string, Answer>> }>
  >;
}

const FOLDER = 'test/verdicts/recorded';

export function recordedFile(family: string): string {
  return path.resolve(FOLDER, `${family}.json`);
}

export function readRecorded(family: string): Recorded {
  const file = recordedFile(family);
  if (!existsSync(file)) return { chromium: [], verdicts: {} };
  const { chromium, verdicts }: Written = JSON.parse(readFileSync(file, 'utf8'));
  const read = Object.entries(verdicts).map(([name, { of, by, ...answer }]): [string, Verdict] => [
    name,
    { of, answers: by ?? Object.fromEntries(chromium.map((version) => [version, answer])) },
  ]);
  return { chromium, verdicts: Object.fromEntries(read) };
}

/** The text of a record: one line for each case, or where versions differ one for each of them. */
export function writeRecorded({ chromium, verdicts }: Recorded): string {
  const lines = Object.entries(verdicts).map(
    ([name, verdict]) => `    ${JSON.stringify(name)}: ${written(verdict, chromium)}`,
  );
  return `{\n  "chromium": ${JSON.stringify(chromium)},\n  "verdicts": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function written({ of, answers }: Verdict, versions: readonly string[]): string {
  const texts = versions.map((version) => JSON.stringify(answers[version]));
  const [first] = texts;
  if (first !== undefined && texts.every((text) => text === first))
    return JSON.stringify({ of, ...answers[versions[0] ?? ''] });
  const lines = versions.flatMap((version, index) =>
    texts[index] === undefined ? [] : [`      ${JSON.stringify(version)}: ${texts[index]}`],
  );
  return `{ "of": ${JSON.stringify(of)}, "by": {\n${lines.join(',\n')}\n    } }`;
}

/**
 * A record with the answers of one more version, or of one that was asked before. What was said of a case that has
 * changed, or is gone, does not stay.
 */
export function withAnswers(
  before: Recorded,
  version: string,
  asked: ReadonlyMap<string, { readonly of: string; readonly answer: Answer }>,
): Recorded {
  const verdicts = [...asked].map(([name, { of, answer }]): [string, Verdict] => {
    const known = before.verdicts[name];
    return [name, { of, answers: { ...(known?.of === of && known.answers), [version]: answer } }];
  });
  return {
    chromium: inOrder([...before.chromium.filter((each) => each !== version), version]),
    verdicts: Object.fromEntries(verdicts),
  };
}

/** Every version that any family was asked of, the oldest first. */
export function recordedVersions(): readonly string[] {
  const files = readdirSync(FOLDER).map((file) => path.basename(file, '.json'));
  return inOrder([...new Set(files.flatMap((family) => readRecorded(family).chromium))]);
}

function inOrder(versions: readonly string[]): readonly string[] {
  return versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}
