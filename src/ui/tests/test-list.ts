import path from 'node:path';
import * as vscode from 'vscode';
import type { Coverage } from '../../app/coverage/run-coverage';
import { plainText, type PlainText } from '../../core/plain-text';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { MAX_NAME, t } from '../editor/localize';

/** Sequences that are shown. */
const MAX_SHOWN = 2000;
const SEQUENCES = `**/*${SEQUENCE_ENDING}`;
const NEVER = '**/node_modules/**';

/** How tests are run: each in a fresh browser, with or without coverage, or in sessions that are there, or step by step. */
export type RunKind = 'fresh' | 'coverage' | 'sessions' | 'debug';

/** What runs sequences as tests, and what reads of a file how it is listed. */
export interface TestParts {
  /** Tells a run of the editor what came of each. */
  readonly run: (
    kind: RunKind,
    run: vscode.TestRun,
    tests: readonly vscode.TestItem[],
    token: vscode.CancellationToken,
  ) => Promise<void>;
  /** What ran in a file, in all tests of its run or in one. */
  readonly coverageOf: (file: vscode.FileCoverage, item?: vscode.TestItem) => vscode.FileCoverageDetail[];
  /** Gives a run of the editor what ran without a test of it. */
  readonly addCoverage: (run: vscode.TestRun, coverage: Coverage) => void;
  /** The tags of a sequence; none if it cannot be read. */
  readonly tagsOf: (uri: vscode.Uri) => Promise<readonly string[]>;
  /** Does work after each change of tests or of their extensions, one after another, until the disposal. */
  readonly watch: (tests: readonly vscode.TestItem[], work: () => Promise<void>) => Promise<vscode.Disposable>;
}

/** The tests of a window in the editor's view. */
export interface ListedTests extends vscode.Disposable {
  /** Shows coverage that is of no test, under a name. */
  readonly showCoverage: (name: PlainText, coverage: Coverage) => Promise<void>;
}

/**
 * Lists the sequences of a trusted workspace in the editor's view of tests, by their folders. Nothing is there in a
 * workspace without any. The code that runs them is loaded with the first run.
 */
export function listTests(opened: () => Promise<TestParts>): ListedTests {
  let list: TestList | undefined;
  const addAll = async (): Promise<void> => addIn();
  const add = (uri: vscode.Uri): void => {
    if (uri.path.includes('/node_modules/') || !vscode.workspace.isTrusted) return;
    list ??= new TestList(opened, addAll);
    list.add(uri);
  };
  const addIn = async (folder?: vscode.Uri): Promise<void> => {
    const wanted = folder ? new vscode.RelativePattern(folder, SEQUENCES) : SEQUENCES;
    for (const uri of await vscode.workspace.findFiles(wanted, NEVER, MAX_SHOWN)) add(uri);
  };
  const files = vscode.workspace.createFileSystemWatcher(SEQUENCES);
  const created = vscode.workspace.createFileSystemWatcher('**/*', false, true, true);
  void addAll();
  const listening = vscode.Disposable.from(
    files,
    created,
    files.onDidCreate(add),
    // Of a new folder, the editor may tell nothing of the files that are in it already.
    created.onDidCreate(async (uri) => {
      if (await isFolder(uri)) await addIn(uri);
    }),
    files.onDidChange((uri) => list?.changed(uri)),
    files.onDidDelete(({ path: gone }) => list?.remove(gone)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void addAll()),
    vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
      for (const { uri } of removed) list?.remove(uri.path);
      void addAll();
    }),
    { dispose: () => list?.dispose() },
  );
  return {
    dispose: () => void listening.dispose(),
    showCoverage: async (name, coverage) => {
      list ??= new TestList(opened, addAll);
      await list.showCoverage(name, coverage);
    },
  };
}

/** Whether it is one, as far as its name has no ending: so a build that writes many files costs nothing. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  if (path.posix.extname(uri.path) !== '' || uri.path.includes('/node_modules/')) return false;
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}

/** The tests of a window, as suites by folder. */
class TestList {
  private readonly controller = vscode.tests.createTestController('browserSessions', t('Browser Sessions'));
  private readonly coverage: vscode.TestRunProfile;
  private count = 0;

  /** @param findAll looks for tests anew. */
  constructor(
    private readonly opened: () => Promise<TestParts>,
    findAll: () => Promise<void>,
  ) {
    this.controller.refreshHandler = findAll;
    const { Run, Debug, Coverage } = vscode.TestRunProfileKind;
    const fresh = this.profile(t('Run'), Run, 'fresh');
    fresh.isDefault = true;
    fresh.supportsContinuousRun = true;
    this.profile(t('Run in Sessions…'), Run, 'sessions');
    this.profile(t('Debug Step by Step'), Debug, 'debug').isDefault = true;
    const coverage = this.profile(t('Run with Coverage'), Coverage, 'coverage');
    coverage.isDefault = true;
    coverage.loadDetailedCoverage = async (_run, file) => (await this.opened()).coverageOf(file);
    coverage.loadDetailedCoverageForTest = async (_run, file, item) => (await this.opened()).coverageOf(file, item);
    this.coverage = coverage;
  }

  dispose(): void {
    this.controller.dispose();
  }

  /** The editor shows coverage of runs only: one without tests. */
  async showCoverage(name: PlainText, coverage: Coverage): Promise<void> {
    const parts = await this.opened();
    const run = this.controller.createTestRun(new vscode.TestRunRequest([], undefined, this.coverage), name);
    parts.addCoverage(run, coverage);
    run.end();
  }

  add(uri: vscode.Uri): void {
    if (this.count >= MAX_SHOWN || this.find(uri.path)) return;
    this.count++;
    const name = plainText(path.posix.basename(uri.path).slice(0, -SEQUENCE_ENDING.length), MAX_NAME);
    const item = this.controller.createTestItem(uri.toString(), name, uri);
    item.range = new vscode.Range(0, 0, 0, 0);
    this.suiteOf(uri).add(item);
    void this.readTags(item);
  }

  changed(uri: vscode.Uri): void {
    const item = this.find(uri.path);
    if (item) void this.readTags(item);
  }

  /** For a deleted folder, the editor may report only the folder itself. */
  remove(gone: string): void {
    for (const item of this.all())
      if (item.uri?.path === gone || item.uri?.path.startsWith(`${gone}/`)) {
        this.count--;
        this.takeOut(item);
      }
  }

  /** A suite that has become empty goes too. */
  private takeOut(item: vscode.TestItem): void {
    const { parent } = item;
    (parent?.children ?? this.controller.items).delete(item.id);
    if (parent && parent.children.size === 0) this.takeOut(parent);
  }

  private async readTags(item: vscode.TestItem): Promise<void> {
    if (!item.uri) return;
    const tags = await (await this.opened()).tagsOf(item.uri);
    item.tags = tags.map((tag) => new vscode.TestTag(tag));
  }

  /** Where a file belongs: below its folder, or at the top if it is in no folder of the workspace's. */
  private suiteOf(uri: vscode.Uri): vscode.TestItemCollection {
    const parts = path.posix.dirname(vscode.workspace.asRelativePath(uri)).split('/');
    let items = this.controller.items;
    let id = '';
    for (const part of parts.filter((each) => each !== '.' && each !== '')) {
      id += `${part}/`;
      const suite = items.get(id) ?? this.controller.createTestItem(id, plainText(part, MAX_NAME));
      items.add(suite);
      items = suite.children;
    }
    return items;
  }

  private find(file: string): vscode.TestItem | undefined {
    return this.all().find(({ uri }) => uri?.path === file);
  }

  private all(): vscode.TestItem[] {
    return testsIn([...this.controller.items].map(([, item]) => item));
  }

  private profile(label: string, kind: vscode.TestRunProfileKind, how: RunKind): vscode.TestRunProfile {
    return this.controller.createRunProfile(label, kind, (request, token) => this.handle(how, request, token));
  }

  private async handle(how: RunKind, request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const parts = await this.opened();
    const { include, exclude = [], profile, continuous } = request;
    const excluded = new Set(testsIn(exclude));
    const wanted = (): vscode.TestItem[] =>
      (include ? testsIn(include) : this.all()).filter((item) => !excluded.has(item));
    const runOnce = async (): Promise<void> => {
      // The runs of one request are one result, in which what has failed stays failed.
      const mine = continuous ? new vscode.TestRunRequest(include, exclude, profile, true, true) : request;
      const run = this.controller.createTestRun(mine);
      try {
        await parts.run(how, run, wanted(), token);
      } finally {
        run.end();
      }
    };
    if (!continuous) return runOnce();
    const watching = await parts.watch(wanted(), runOnce);
    token.onCancellationRequested(() => watching.dispose());
    if (token.isCancellationRequested) watching.dispose();
  }
}

/** The tests in suites, at any depth. */
function testsIn(items: readonly vscode.TestItem[]): vscode.TestItem[] {
  return items.flatMap((item) => (item.uri ? [item] : testsIn([...item.children].map(([, child]) => child))));
}
