import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient, type Client } from '../../src/api';
import { networkSettings } from '../../src/ui/editor/network-settings';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { asRecord } from '../../src/core/json';
import { openFixture, type Fixture } from './fixture';
import { manifest } from '../support/files';

export const rootFolder = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
/** The extensions of `bundled`, and where their bundlers put them. */
export const BUNDLED = [
  ['crxjs', 'dist', nightly],
  ['parcel', 'dist', nightly],
  ['plasmo', 'build/chrome-mv3-prod', nightly],
  ['rollup', 'dist', nightly],
  ['vite', 'dist', it],
  ['webpack', 'dist', it],
] as const;

export interface Message {
  readonly session: vscode.DebugSession;
  readonly event: string;
  readonly body: Record<string, unknown>;
}

/** All events that the built-in debugger's sessions send to the editor. */
export class Events implements vscode.DebugAdapterTrackerFactory {
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

export function rootOf(session: vscode.DebugSession): vscode.DebugSession {
  return session.parentSession ? rootOf(session.parentSession) : session;
}

export interface Frame {
  readonly id: number;
  readonly line: number;
  readonly source: { readonly path: string };
}

export function breakAt(file: string, line: number, condition?: string, logMessage?: string): void {
  const place = new vscode.Location(vscode.Uri.file(file), new vscode.Position(line - 1, 0));
  vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place, true, condition, undefined, logMessage)]);
}

/** The place where a session has paused. */
export async function topFrame({ session: paused, body }: Message): Promise<Frame> {
  const { stackFrames } = await paused.customRequest('stackTrace', { threadId: body['threadId'] });
  return stackFrames[0];
}

export async function evaluate({ session: paused }: Message, { id }: Frame, expression: string): Promise<string> {
  return (await paused.customRequest('evaluate', { expression, frameId: id, context: 'watch' })).result;
}

export function withManifest(more: object = { background: { service_worker: 'worker.js' } }): Record<string, string> {
  return { 'manifest.json': JSON.stringify(manifest('Debugged', more)) };
}

/** A session for each test, and what the editor says of debugging in it. */
export function useDebugging() {
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
      vscode.debug.registerDebugAdapterTrackerFactory('*', events),
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

  return {
    get fixture() {
      return fixture;
    },
    get client() {
      return client;
    },
    get session() {
      return session;
    },
    events,
    sessions,
    upload,
    debug,
    WORKER,
  };
}
