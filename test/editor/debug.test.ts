import assert from 'node:assert/strict';
import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { CONNECTION } from '../support/connection';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { asRecord } from '../../src/core/json';
import { connect, loadedAs, openFixture, type Fixture } from './fixture';
import { writeTasks } from './tasks';
import { manifest } from '../support/files';

const rootFolder = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
/** The extensions of `bundled`, and where their bundlers put them. */
const BUNDLED = [
  ['crxjs', 'dist', nightly],
  ['parcel', 'dist', nightly],
  ['plasmo', 'build/chrome-mv3-prod', nightly],
  ['rollup', 'dist', nightly],
  ['vite', 'dist', it],
  ['webpack', 'dist', it],
] as const;

interface Message {
  readonly session: vscode.DebugSession;
  readonly event: string;
  readonly body: Record<string, unknown>;
}

/** All events that the built-in debugger's sessions send to the editor. */
class Events implements vscode.DebugAdapterTrackerFactory {
  readonly all: Message[] = [];

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message) => {
        const { type, event, body } = asRecord(message);
        if (type === 'event' && typeof event === 'string') this.all.push({ session, event, body: asRecord(body) });
      },
    };
  }

  /** What the sessions wrote into the debug console. */
  outputs(): string[] {
    return this.all.flatMap(({ event, body }) => (event === 'output' ? String(body['output']) : []));
  }

  /** Waits for an event after the first `from`, in a session that fits. */
  async next(event: string, from = 0, fits: (session: vscode.DebugSession) => boolean = () => true): Promise<Message> {
    const found = (): Message | undefined =>
      this.all.slice(from).find((each) => each.event === event && fits(each.session));
    await until(`there is an event "${event}"`, () => found() !== undefined);
    return found() ?? assert.fail();
  }
}

function rootOf(session: vscode.DebugSession): vscode.DebugSession {
  return session.parentSession ? rootOf(session.parentSession) : session;
}

interface Frame {
  readonly id: number;
  readonly line: number;
  readonly source: { readonly path: string };
}

function breakAt(file: string, line: number, condition?: string, logMessage?: string): void {
  const place = new vscode.Location(vscode.Uri.file(file), new vscode.Position(line - 1, 0));
  vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place, true, condition, undefined, logMessage)]);
}

/** The place where a session has paused. */
async function topFrame({ session: paused, body }: Message): Promise<Frame> {
  const { stackFrames } = await paused.customRequest('stackTrace', { threadId: body['threadId'] });
  return stackFrames[0];
}

async function evaluate({ session: paused }: Message, { id }: Frame, expression: string): Promise<string> {
  return (await paused.customRequest('evaluate', { expression, frameId: id, context: 'watch' })).result;
}

function withManifest(more: object = { background: { service_worker: 'worker.js' } }): Record<string, string> {
  return { 'manifest.json': JSON.stringify(manifest('Debugged', more)) };
}

describe('The debugger on an uploaded extension, on a real browser', () => {
  let fixture: Fixture;
  let client: Client;
  let session: string;
  const events = new Events();
  const sessions = new Set<vscode.DebugSession>();
  let listeners: vscode.Disposable[];

  before(async () => {
    fixture = await openFixture();
    client = createClient({ baseUrl: fixture.service.url, token: fixture.service.token, network: networkSettings });
    listeners = [
      vscode.debug.registerDebugAdapterTrackerFactory('pwa-node', events),
      vscode.debug.onDidStartDebugSession((each) => sessions.add(each)),
      vscode.debug.onDidTerminateDebugSession((each) => sessions.delete(each)),
    ];
  });
  beforeEach(async () => {
    events.all.length = 0;
    session = await fixture.openSession('/plain');
  });
  afterEach(async () => {
    await vscode.debug.stopDebugging();
    await until('no session is left', () => sessions.size === 0).catch((error: unknown) => {
      throw new Error(`These are left: ${[...sessions].map(({ name }) => name).join(', ')}.`, { cause: error });
    });
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
  });
  after(async () => {
    for (const listener of listeners) listener.dispose();
    client.close();
    await fixture.clear();
  });

  async function upload(files: Record<string, string>, name: string): Promise<string> {
    const folder = await fixture.makeExtension(files);
    await vscode.commands.executeCommand('browserSessions.uploadFolder', { folder, session, name });
    return folder;
  }

  async function debug(folder: string, more: object = {}): Promise<void> {
    const configuration = { type: 'browserSessions', request: 'attach', name: 'Test', folder, session, ...more };
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    // A document of an earlier test may be unsaved.
    assert.ok(await vscode.debug.startDebugging(workspace, configuration, { suppressSaveBeforeStart: true }));
  }

  const WORKER = 'let count = 40;\nsetInterval(() => {\n  count++;\n  self.last = count;\n}, 100);\n';

  it('stops in the worker at a line of the local file, and shows its variables', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'worker');
    const file = path.join(folder, 'worker.js');
    breakAt(file, 4);
    await debug(folder);
    const stopped = await events.next('stopped');
    const frame = await topFrame(stopped);
    assert.ok(frame.source.path.endsWith(file), frame.source.path);
    assert.equal(frame.line, 4);
    assert.ok(Number(await evaluate(stopped, frame, 'count')) > 40);
  });

  it('is there for a configuration before the window knows of any extension', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'unknown');
    for (const known of ['folderKnown', 'uploaded', 'debugConfigured'])
      await vscode.commands.executeCommand('setContext', `browserSessions.${known}`, undefined);
    breakAt(path.join(folder, 'worker.js'), 4);
    await debug(folder);
    await events.next('stopped');
  });

  it('stops by a condition, logs, and stops where an error is thrown', async () => {
    const folder = await upload(
      {
        ...withManifest(),
        'worker.js': `${WORKER}setInterval(() => {\n  if (self.fails) throw new RangeError('out of it');\n}, 100);\n`,
      },
      'conditions',
    );
    const file = path.join(folder, 'worker.js');
    breakAt(file, 4, undefined, 'count is {count}');
    await debug(folder);
    await until('the log has a line', () => events.outputs().some((text) => /count is \d+/.test(text)));
    breakAt(file, 3, 'count % 10 === 5');
    const stopped = await events.next('stopped');
    assert.match(await evaluate(stopped, await topFrame(stopped), 'count'), /5$/);
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    const { session: target, body } = stopped;
    await target.customRequest('setExceptionBreakpoints', { filters: ['all'] });
    const before = events.all.length;
    await evaluate(stopped, await topFrame(stopped), 'self.fails = true');
    await target.customRequest('continue', { threadId: body['threadId'] });
    const thrown = await events.next('stopped', before);
    assert.equal(thrown.body['reason'], 'exception');
    assert.equal((await topFrame(thrown)).line, 7);
  });

  nightly('stops in a content script, and sees nothing of the page', async () => {
    const folder = await upload(
      {
        ...withManifest({ content_scripts: [{ matches: ['http://*/*'], js: ['content.js'] }] }),
        'content.js': "let seen = 'a content script';\nsetInterval(() => {\n  seen += '.';\n}, 100);\n",
      },
      'content',
    );
    const file = path.join(folder, 'content.js');
    breakAt(file, 3);
    await debug(folder);
    const stopped = await events.next('stopped');
    const frame = await topFrame(stopped);
    assert.ok(frame.source.path.endsWith(file), frame.source.path);
    assert.match(await evaluate(stopped, frame, 'seen'), /a content script/);
    const { sources } = await stopped.session.customRequest('loadedSources');
    assert.deepEqual(
      // The others are expressions of the debugger itself.
      sources.map(({ name }: { name: string }) => path.basename(name)).filter((name: string) => !/^VM\d+$/.test(name)),
      ['content.js'],
    );
  });

  nightly('stops in a popup', async () => {
    const folder = await upload(
      {
        ...withManifest({ action: { default_popup: 'popup.html' } }),
        'popup.html': '<!doctype html><title>Popup</title><script src="popup.js"></script>',
        'popup.js': "const where = 'in the popup';\nsetInterval(() => {\n  self.last = where;\n}, 100);\n",
      },
      'popup',
    );
    const file = path.join(folder, 'popup.js');
    // Stops once. If it was removed while another is added, the two requests could overtake each other.
    breakAt(file, 3, '!self.seen');
    await debug(folder);
    await until('it is debugged', () => sessions.size > 0);
    await vscode.commands.executeCommand('browserSessions.openPopup', {
      kind: 'loaded',
      connection: { name: CONNECTION, address: fixture.service.url },
      session: { id: session },
      extension: await loadedAs(client, session, 'popup'),
    });
    const stopped = await events.next('stopped');
    const frame = await topFrame(stopped);
    assert.ok(frame.source.path.endsWith(file), frame.source.path);
    assert.match(await evaluate(stopped, frame, 'where'), /in the popup/);
    // Its first line has run before the breakpoint was set.
    await evaluate(stopped, frame, 'self.seen = true');
    breakAt(file, 1);
    const { session: target, body } = stopped;
    const first = vscode.debug.breakpoints.at(-1);
    assert.ok(first);
    const isBound = async (): Promise<boolean> =>
      asRecord(await target.getDebugProtocolBreakpoint(first))['verified'] === true;
    await until('the breakpoint is bound', isBound);
    const before = events.all.length;
    await target.customRequest('continue', { threadId: body['threadId'] });
    await target.customRequest('evaluate', { expression: 'location.reload()', context: 'repl' });
    assert.equal((await topFrame(await events.next('stopped', before))).line, 1);
  });

  for (const [where, sourcemap] of [
    ['is only on this machine', 'linked'],
    ['stands in the script', 'inline'],
  ] as const)
    it(`stops in the TypeScript source of a bundled build, whose map ${where}`, async () => {
      const project = await fixture.makeExtension({
        'src/worker.ts':
          'import { next } from "./count";\nlet last: number = 0;\nsetInterval(() => {\n  last = next(last);\n}, 100);\n',
        'src/count.ts':
          'export function next(of: number): number {\n  const more: number = of + 1;\n  return more;\n}\n',
      });
      const folder = path.join(project, 'dist für (alle)');
      await build({
        entryPoints: [path.join(project, 'src/worker.ts')],
        outfile: path.join(folder, 'worker.js'),
        bundle: true,
        minify: true,
        sourcemap,
      });
      for (const [name, text] of Object.entries(withManifest())) await writeFile(path.join(folder, name), text);
      await vscode.commands.executeCommand('browserSessions.uploadFolder', {
        folder,
        session,
        name: `bundled-${sourcemap}`,
      });
      const source = path.join(project, 'src/count.ts');
      breakAt(source, 3);
      await debug(folder);
      const stopped = await events.next('stopped');
      const frame = await topFrame(stopped);
      assert.ok(frame.source.path.endsWith(source), frame.source.path);
      assert.equal(frame.line, 3);
    });

  nightly('says of a line that nothing was built from that its breakpoint is not bound', async () => {
    const project = await fixture.makeExtension({
      'src/worker.ts':
        'let last: number = 0;\nsetInterval(() => {\n  last++;\n}, 100);\n\nexport interface Unused {\n  readonly of: string;\n}\n',
    });
    const source = path.join(project, 'src/worker.ts');
    const folder = path.join(project, 'dist');
    await build({ entryPoints: [source], outfile: path.join(folder, 'worker.js'), bundle: true, sourcemap: true });
    for (const [name, text] of Object.entries(withManifest())) await writeFile(path.join(folder, name), text);
    await vscode.commands.executeCommand('browserSessions.uploadFolder', { folder, session, name: 'unbound' });
    breakAt(source, 3);
    breakAt(source, 7);
    await debug(folder);
    const { session: target } = await events.next('stopped');
    await until('one is bound, and it is said of the other that it is not', async () => {
      const [bound, unbound] = await Promise.all(
        vscode.debug.breakpoints.map(async (each) => asRecord(await target.getDebugProtocolBreakpoint(each))),
      );
      return (
        bound?.['verified'] === true && unbound?.['verified'] === false && /unbound/i.test(String(unbound['message']))
      );
    });
  });

  for (const [bundler, output, test] of BUNDLED)
    test(`stops in the source of what ${bundler} has built`, async () => {
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      const project = path.join(workspace?.uri.fsPath ?? assert.fail(), `built by ${bundler}`);
      const bundled = path.join(rootFolder, 'test/editor/bundled', bundler);
      const folder = path.join(project, output);
      await cp(bundled, project, { recursive: true });
      // A build that is older than its sources is asked about.
      await cp(path.join(bundled, output), folder, { recursive: true });
      try {
        await vscode.commands.executeCommand('browserSessions.uploadFolder', { folder, session, name: bundler });
        const source = path.join(project, 'src/count.ts');
        breakAt(source, 7);
        await debug(folder);
        const stopped = await events.next('stopped');
        const frame = await topFrame(stopped);
        assert.ok(decodeURIComponent(frame.source.path).endsWith(source), frame.source.path);
        // Minified, several statements are one.
        assert.ok(frame.line >= 7 && frame.line <= 9, `${frame.line}`);
      } finally {
        await rm(project, { recursive: true });
      }
    });

  nightly('stops in the first line of a new version that is uploaded while the old one is paused', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'reloaded');
    const file = path.join(folder, 'worker.js');
    breakAt(file, 4);
    await debug(folder);
    const { session: old } = await events.next('stopped');
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await writeFile(file, `self.version = 'new';\n${WORKER}`);
    breakAt(file, 1);
    await vscode.commands.executeCommand('browserSessions.uploadAgain', { folder, session });
    const stopped = await events.next('stopped', 0, (each) => each !== old);
    const frame = await topFrame(stopped);
    assert.equal(frame.line, 1);
    assert.equal(await evaluate(stopped, frame, 'self.version'), 'undefined');
  });

  nightly('uploads by a task before it starts, and stops in what was uploaded', async () => {
    const folder = await fixture.makeExtension({ ...withManifest(), 'worker.js': WORKER });
    const file = path.join(folder, 'worker.js');
    const label = 'upload, then debug';
    await writeTasks([{ type: 'browserSessions', label, folder, session }]);
    try {
      breakAt(file, 4);
      await debug(folder, { preLaunchTask: label });
      const first = await events.next('stopped');
      assert.ok(Number(await evaluate(first, await topFrame(first), 'count')) > 40);
      await vscode.debug.stopDebugging();
      await until('no session is left', () => sessions.size === 0);
      await writeFile(file, WORKER.replace('40', '4000'));
      const before = events.all.length;
      await debug(folder, { preLaunchTask: label });
      const second = await events.next('stopped', before);
      assert.ok(Number(await evaluate(second, await topFrame(second), 'count')) > 4000);
    } finally {
      await writeTasks([]);
    }
  });

  nightly('comes back after the browser was restarted', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'restarted');
    breakAt(path.join(folder, 'worker.js'), 4);
    await debug(folder);
    const { session: old } = await events.next('stopped');
    // A first upload of a folder restarts the browser.
    await upload({ ...withManifest(), 'worker.js': '' }, 'besides');
    const stopped = await events.next('stopped', 0, (each) => each !== old);
    assert.equal((await topFrame(stopped)).line, 4);
  });

  it('ends with its connection', async () => {
    const folder = await upload({ ...withManifest(), 'worker.js': WORKER }, 'removed');
    breakAt(path.join(folder, 'worker.js'), 4);
    await debug(folder);
    await events.next('stopped');
    try {
      await connect({ url: 'http://127.0.0.1:9', token: fixture.service.token });
      await until('no session is left', () => sessions.size === 0);
    } finally {
      await connect(fixture.service);
    }
  });

  nightly('debugs two extensions at once', async () => {
    const folders = [
      await upload({ ...withManifest(), 'worker.js': WORKER }, 'first'),
      await upload({ ...withManifest(), 'worker.js': WORKER }, 'second'),
    ];
    for (const folder of folders) {
      breakAt(path.join(folder, 'worker.js'), 4);
      await debug(folder, { name: folder });
      const frame = await topFrame(await events.next('stopped', 0, (each) => rootOf(each).name === folder));
      assert.ok(frame.source.path.includes(folder), frame.source.path);
    }
  });
});
