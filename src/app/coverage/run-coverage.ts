import { createCoverageMap, type CoverageMap } from 'istanbul-lib-coverage';
import { Cancelled, throwIfCancelled, UserError } from '../../core/errors';
import { message, quotedListOf, type Message } from '../../core/message';
import type { FunctionCounts } from '../../core/script-counts';
import { addCounts } from '../../devtools';
import { coverSources, inspectExtension, type CoveredFolder, type ScriptCoverage } from '../../packaging';
import { buildsOf, type Test } from '../tests/load-test';
import type { SessionCounts } from './session-coverage';

/** Scripts that are named in a note. */
const MAX_NAMED = 5;
/** UTF-16 units of scripts that are converted for single tests. */
const MAX_FOR_TESTS = 20_000_000;

/** What ran of the sources of a run of tests. */
export interface Coverage {
  /** By the absolute paths of the sources, as Istanbul has it. */
  readonly map: CoverageMap;
  /** What could not be counted, and why. */
  readonly notes: readonly Message[];
  /** What ran in each test; undefined if they are too many to tell. */
  readonly byTest: ReadonlyMap<Test, CoverageMap> | undefined;
}

/** A script as it was loaded, with the counts of each test. */
interface CountedText {
  readonly text: string;
  readonly tests: Map<Test | undefined, (readonly FunctionCounts[])[]>;
}

/** The extension of tests. */
interface Counted {
  /** Those that its scripts may be from: its own, and those that steps upload over it. */
  readonly folders: Map<string, CoveredFolder>;
  /** By their paths within the extension. */
  readonly scripts: Map<string, CountedText[]>;
}

/** Adds up what all tests of a run have run, in whatever browsers. */
export class RunCoverage {
  private readonly extensions = new Map<string, Counted>();
  private readonly tooLarge = new Set<string>();
  private isPart = false;

  /** @param topOf the folder of the project that an extension's folder is in: nothing outside of it is shown. */
  constructor(private readonly topOf: (folder: string) => string) {}

  /** Adds what was counted in a test. One without an extension has nothing that can be shown. */
  add(test: Test, counts: SessionCounts): void {
    if (test.extension !== undefined) this.addOf(test.extension, buildsOf(test), test, counts);
  }

  /** Adds what was counted of the extension of a folder without a test. */
  addFolder(folder: string, counts: SessionCounts): void {
    this.addOf(folder, [], undefined, counts);
  }

  private addOf(
    extension: string,
    builds: readonly string[],
    test: Test | undefined,
    { scripts, tooLarge, isPart }: SessionCounts,
  ): void {
    this.isPart ||= isPart;
    for (const each of tooLarge) this.tooLarge.add(each);
    const counted = this.countedOf(extension, builds);
    for (const { path: within, text, functions } of scripts) {
      const versions = counted.scripts.get(within) ?? [];
      counted.scripts.set(within, versions);
      let version = versions.find((each) => each.text === text);
      if (!version) versions.push((version = { text, tests: new Map() }));
      const parts = version.tests.get(test) ?? [];
      version.tests.set(test, [...parts, functions]);
    }
  }

  /**
   * What all has come to. Scripts that no test has loaded count too, as never run.
   * @param forTests whether it is also told for each test.
   * @throws Cancelled
   */
  async result(signal: AbortSignal, forTests = false): Promise<Coverage> {
    const map = createCoverageMap();
    const problems = new Map<string, string[]>();
    for (const { folders, scripts } of this.extensions.values()) {
      const found = new Set<string>();
      for (const [within, versions] of scripts)
        for (const { text, tests } of versions) {
          const functions = addCounts([...tests.values()].flat());
          const coverage = await cover([...folders.values()], { path: within, text, functions }, signal);
          if ('files' in coverage) found.add(within);
          addTo(map, problems, within, coverage);
        }
      const [own] = folders.values();
      for (const within of own ? await scriptsOf(own.folder, signal) : [])
        if (own && !found.has(within))
          addTo(map, problems, within, await cover([own], { path: within, text: undefined, functions: [] }, signal));
    }
    return { map, notes: this.notes(problems), byTest: forTests ? await this.byTest(signal) : undefined };
  }

  private countedOf(extension: string, builds: readonly string[]): Counted {
    const counted = this.extensions.get(extension) ?? { folders: new Map(), scripts: new Map() };
    this.extensions.set(extension, counted);
    // Of a zip there are no files to show.
    for (const folder of [extension, ...builds])
      if (!counted.folders.has(folder)) counted.folders.set(folder, { folder, top: this.topOf(folder) });
    return counted;
  }

  private async byTest(signal: AbortSignal): Promise<Coverage['byTest']> {
    const all = [...this.extensions.values()].flatMap(({ folders, scripts }) =>
      [...scripts].flatMap(([within, versions]) =>
        versions.flatMap(({ text, tests }) =>
          [...tests].flatMap(([test, parts]) =>
            test ? [{ test, parts, within, text, folders: [...folders.values()] }] : [],
          ),
        ),
      ),
    );
    if (all.reduce((sum, { text }) => sum + text.length, 0) > MAX_FOR_TESTS) return undefined;
    const maps = new Map<Test, CoverageMap>();
    for (const { test, parts, within, text, folders } of all) {
      const map = maps.get(test) ?? createCoverageMap();
      maps.set(test, map);
      const coverage = await cover(folders, { path: within, text, functions: addCounts(parts) }, signal);
      addTo(map, new Map(), within, coverage);
    }
    return maps;
  }

  private notes(problems: ReadonlyMap<string, readonly string[]>): readonly Message[] {
    const { changed = [], invalid = [], tooLarge = [] } = Object.fromEntries(problems);
    const large = [...tooLarge, ...[...this.tooLarge].map((each) => each.slice(each.indexOf('/') + 1))];
    return [
      changed.length > 0 &&
        message('Not counted, because they’ve changed since they were loaded: {0}.', named(changed)),
      invalid.length > 0 && message('Not counted, because they can’t be read: {0}.', named(invalid)),
      large.length > 0 && message('Not counted, because they have more than 5 MB: {0}.', named(large)),
      this.isPart && message('Coverage is incomplete: some of what ran couldn’t be counted.'),
    ].filter((note) => note !== false);
  }
}

function named(scripts: readonly string[]): Message {
  return quotedListOf(scripts.slice(0, MAX_NAMED));
}

/** A script whose conversion needs too much time or memory is like one that is too large. */
async function cover(
  folders: readonly CoveredFolder[],
  script: Parameters<typeof coverSources>[1],
  signal: AbortSignal,
): Promise<ScriptCoverage> {
  throwIfCancelled(signal);
  try {
    return await coverSources(folders, script, signal);
  } catch (error) {
    if (error instanceof Cancelled || !(error instanceof UserError)) throw error;
    return { problem: 'tooLarge' };
  }
}

/** What is of another extension has no note. */
function addTo(map: CoverageMap, problems: Map<string, string[]>, within: string, coverage: ScriptCoverage): void {
  if ('files' in coverage) for (const file of coverage.files) map.merge({ [file.path]: file });
  else if (coverage.problem !== 'unknown')
    problems.set(coverage.problem, [...(problems.get(coverage.problem) ?? []), within]);
}

/** The scripts that an upload of a folder has, as paths within it. */
async function scriptsOf(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const { files } = await inspectExtension(folder, {}, signal);
  return files.map(({ path: within }) => within).filter((within) => /\.m?js$/i.test(within));
}
