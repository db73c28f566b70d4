import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type Client } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { SessionHistories } from '../../src/app/report/session-history';
import { runTests, type TestListener, type TestOptions, type TestRun } from '../../src/app/tests/run-tests';
import { TestMemory } from '../../src/app/tests/test-memory';
import type { TestResult } from '../../src/app/tests/test-results';
import { findTests } from '../../src/cli/find-tests';
import { english } from '../../src/core/message';
import { openRecords } from '../../src/state';
import { writeFiles, type FileContents } from './files';
import { storage } from './storage';
import { uploadSettings } from './uploads';

export interface RunOptions extends Partial<TestOptions> {
  /** Globs; all by default. */
  readonly files?: readonly string[];
  readonly signal?: AbortSignal;
  readonly listener?: TestListener;
}

/** A folder with sequences, which are run at a service. */
export class TestRunner {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'tests-'));
  readonly memory = new TestMemory(storage(), this.folder);
  /** What was told while the last tests ran. */
  notes: string[] = [];
  private readonly client: Client;
  private readonly devtools = new DevToolsSessions();

  constructor(private readonly service: { readonly url: string; readonly token: string }) {
    this.client = createClient({ baseUrl: service.url, token: service.token });
  }

  write(files: FileContents): void {
    writeFiles(this.folder, files);
  }

  /** Removes all files, for the next test. */
  clear(): void {
    rmSync(this.folder, { recursive: true });
    writeFiles(this.folder, { '.git/HEAD': '' });
  }

  /** @param extension that of files that name none. */
  async find(files: readonly string[] = [], extension?: string): ReturnType<typeof findTests> {
    const choice = { lastFailed: false, ...(extension !== undefined && { extension }) };
    return findTests(this.folder, files, choice, () => undefined);
  }

  async run({ files = [], signal, listener, ...options }: RunOptions = {}): Promise<TestRun> {
    const { client, devtools } = this;
    const connection = { name: 'tests', address: this.service.url };
    const records = openRecords(storage(), connection, () => {});
    const { tests } = await this.find(files);
    this.notes = [];
    const run = await runTests(
      {
        access: { ...records, client, devtools },
        upload: uploadSettings({ client, sessions: records.sessions, production: false, devtools }),
        topOf: () => this.folder,
        memory: { connection, histories: new SessionHistories(), localize: english },
      },
      tests,
      {
        source: { kind: 'fresh', options: {} },
        workers: 1,
        retries: 0,
        repeatEach: 1,
        timeout: 60_000,
        remembered: ({ id }) => this.memory.get(id),
        ...options,
      },
      signal ?? new AbortController().signal,
      { ...listener, onNote: (text) => this.notes.push(english(text)) },
    );
    await this.memory.remember(run.results);
    return run;
  }

  leave(): void {
    this.devtools.close();
    this.client.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What came of each, by its file. */
export function outcomes({ results }: TestRun): Readonly<Record<string, string>> {
  return Object.fromEntries(results.map((result) => [keyOf(result), result.outcome]));
}

/** Why each that has an error failed, by its file. */
export function errors({ results }: TestRun): Readonly<Record<string, string>> {
  return Object.fromEntries(
    results.flatMap((result) => {
      const error = result.attempts.findLast((attempt) => attempt.error)?.error;
      return error ? [[keyOf(result), english(error)] as const] : [];
    }),
  );
}

function keyOf({ test, repeat }: TestResult): string {
  const name = test.id.replace('.sequence.json', '');
  return repeat > 1 ? `${name} ${repeat}` : name;
}
