import path from 'node:path';
import { linesNeverRun, type CoveredFile } from '../app/coverage/coverage-text';
import { reportPage } from '../app/report/report-html';
import { testsPage, type ReportedFile, type ReportedTest, type TestsReport } from '../app/report/tests-page';
import type { Report } from '../app/report/report';
import type { Test } from '../app/tests/load-test';
import { failuresFirst, type TestResult } from '../app/tests/test-results';
import { SEQUENCE_ENDING } from '../core/sequence-files';
import { FileNames } from '../core/file-names';
import { makeOutputFolder, writeOutput } from './files';
import { localize, plain, t } from './terminal';
import { placeOf, type ShownTest } from './test-words';

const INDEX = 'index.html';
const WORDS = { t, localize, language: 'en' };

/** The folder of `test --report`: a page of all tests, one for each that failed, and the screenshots of their steps. */
export class TestReport {
  private readonly names = new FileNames(INDEX);
  /** The name of the page of each test, should it fail, by its key. */
  private readonly pages = new Map<string, string>();
  private readonly written = new Set<string>();
  /** The screenshots that steps of each test took, by its key. */
  private readonly screenshots = new Map<string, Promise<ReportedTest['screenshots']>>();

  private constructor(
    private readonly folder: string,
    tests: readonly Test[],
    repeatEach: number,
  ) {
    for (const { id } of tests)
      for (let repeat = 1; repeat <= repeatEach; repeat++)
        this.pages.set(keyOf(id, repeat), this.names.next(withRepeat(id, repeat), '.report.html'));
  }

  /**
   * Makes the folder.
   * @throws UsageError if it is a link, which a repository from elsewhere may have there, or can't be made.
   */
  static async in(folder: string, tests: readonly Test[], repeatEach: number): Promise<TestReport> {
    await makeOutputFolder(folder);
    return new TestReport(folder, tests, repeatEach);
  }

  /** Writes the page of a test that failed. @throws UserError */
  async writeFailure({ id }: Test, repeat: number, report: Report): Promise<void> {
    const key = keyOf(id, repeat);
    await this.write(this.pages.get(key) ?? '', reportPage(report, WORDS));
    this.written.add(key);
  }

  /** Begins to write the screenshots that steps of a test took. What goes wrong is thrown by `writeIndex`. */
  add(result: TestResult): void {
    const writing = this.writeScreenshots(result);
    writing.catch(() => {});
    this.screenshots.set(keyOf(result.test.id, result.repeat), writing);
  }

  /**
   * Writes the page of all tests, with the screenshots that steps took. @returns its path.
   * @throws UserError
   */
  async writeIndex(
    tests: readonly ShownTest[],
    run: Omit<TestsReport, 'tests' | 'coverage'>,
    covered: readonly CoveredFile[] = [],
  ): Promise<string> {
    const pictures = new Map<string, ReportedTest['screenshots']>();
    for (const [key, writing] of this.screenshots) pictures.set(key, await writing);
    const reported = failuresFirst(tests).map(({ file, repeat, name, attempts, failure, ...rest }): ReportedTest => {
      const key = keyOf(file, repeat);
      const page = this.written.has(key) ? this.pages.get(key) : undefined;
      return {
        ...rest,
        name,
        attempts: attempts.length,
        screenshots: pictures.get(key) ?? [],
        ...(failure && { failure: { place: placeOf(failure), text: failure.text, log: failure.log } }),
        ...(page !== undefined && { report: page }),
      };
    });
    const coverage = covered.map((each) => this.reportedFile(each));
    await this.write(INDEX, testsPage({ ...run, tests: reported, coverage }, WORDS));
    return path.join(this.folder, INDEX);
  }

  private reportedFile({ name, file }: CoveredFile): ReportedFile {
    const { total, pct } = file.toSummary().lines;
    const relative = path.relative(this.folder, file.path).split(path.sep).join('/');
    return { name, path: relative, percent: total === 0 ? undefined : pct, never: linesNeverRun(file) };
  }

  private async writeScreenshots({ test, repeat, attempts }: TestResult): Promise<ReportedTest['screenshots']> {
    const written: ReportedTest['screenshots'][number][] = [];
    for (const [index, { screenshots }] of attempts.entries())
      for (const { name, png } of screenshots) {
        const file = this.names.next(`${withRepeat(test.id, repeat)}-${name}`, '.png');
        await this.write(file, png);
        written.push({ name: plain(name), attempt: index + 1, file });
      }
    return written;
  }

  private write(name: string, content: string | Uint8Array): Promise<void> {
    return writeOutput(path.join(this.folder, name), content);
  }
}

function keyOf(id: string, repeat: number): string {
  return `${repeat} ${id}`;
}

function withRepeat(id: string, repeat: number): string {
  return `${id.slice(0, -SEQUENCE_ENDING.length)}${repeat > 1 ? `-${repeat}` : ''}`;
}
