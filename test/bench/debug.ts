// VS Code calls run() in the extension host; `npm run bench -- debug` reads the results that it writes.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { createClient } from '../../src/api';
import { asRecord } from '../../src/core/json';
import { DevToolsConnection, listLoaded } from '../../src/devtools';
import { BreakingProxy } from '../support/network/breaking-proxy';
import { until } from '../support/until';
import { connect, openFixture, type Fixture } from '../editor/fixture';

const [STARTS, ROUNDS] = process.env['BENCH_QUICK'] ? [1, 2] : [3, 20];
/** Milliseconds in each direction. */
const DELAY = 50;
const PATIENCE = 60_000;
const NAME = 'bench-debug';
const LINE = 4;
const FILES = {
  'manifest.json': JSON.stringify({ manifest_version: 3, name: 'Bench', version: '1.0' }),
  'page.html': '<!doctype html><title>Bench</title><script src="page.js"></script>',
  'page.js':
    'let count = 0, at = 0;\nfunction tick() {\n  at = Date.now();\n  count++;\n  count += 1;\n  count += 2;\n}\nsetInterval(tick, 50);\n',
};

/** Milliseconds. */
interface Figures {
  /** From the start of debugging to the first breakpoint that is bound. */
  readonly bound: number[];
  /** From the statement before the breakpoint, in the browser, to the line in the editor. */
  readonly hit: number[];
  /** From the command to step to the next line in the editor. */
  readonly step: number[];
}

/** When the debugger has told of a bound breakpoint, and when the editor has shown the line of a pause. */
class Moments implements vscode.DebugAdapterTrackerFactory {
  boundAt: number | undefined;
  stops = 0;
  stopped: { readonly session: vscode.DebugSession; readonly threadId: number } | undefined;

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message) => {
        const { event, command, body } = asRecord(message);
        const { breakpoint, breakpoints = [breakpoint], threadId } = asRecord(body);
        const tellsOfBreakpoints = event === 'breakpoint' || command === 'setBreakpoints';
        if (tellsOfBreakpoints && Array.isArray(breakpoints) && breakpoints.some((each) => asRecord(each)['verified']))
          this.boundAt ??= Date.now();
        if (event === 'stopped') {
          this.stops++;
          this.stopped = { session, threadId: Number(threadId) };
        }
      },
    };
  }
}

async function measure(configuration: vscode.DebugConfiguration, file: string): Promise<Figures> {
  const figures: Figures = { bound: [], hit: [], step: [] };
  for (let start = 0; start < STARTS; start++) await measureOnce(configuration, file, figures);
  return figures;
}

async function measureOnce(configuration: vscode.DebugConfiguration, file: string, figures: Figures): Promise<void> {
  const moments = new Moments();
  const sessions = new Set<vscode.DebugSession>();
  let shownAt = 0;
  const listeners = [
    vscode.debug.registerDebugAdapterTrackerFactory('*', moments),
    vscode.debug.onDidStartDebugSession((each) => sessions.add(each)),
    vscode.debug.onDidTerminateDebugSession((each) => sessions.delete(each)),
    vscode.debug.onDidChangeActiveStackItem((item) => {
      if (item instanceof vscode.DebugStackFrame) shownAt = Date.now();
    }),
  ];
  const place = new vscode.Location(vscode.Uri.file(file), new vscode.Position(LINE - 1, 0));
  vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(place)]);
  /** Does something that ends with a pause. @returns when the editor showed its line. */
  const untilShown = async (work: () => PromiseLike<unknown>): Promise<number> => {
    const before = moments.stops;
    shownAt = 0;
    await work();
    const what = `the line is shown in ${configuration.name} (${before} pauses before)`;
    await until(what, () => moments.stops > before && shownAt > 0, PATIENCE);
    return shownAt;
  };
  const ask = async (command: string, more: object = {}): Promise<Record<string, unknown>> => {
    const { session, threadId } = moments.stopped ?? fail('nothing is paused');
    return asRecord(await inTime(command, session.customRequest(command, { threadId, ...more })));
  };
  try {
    const began = Date.now();
    await untilShown(() =>
      inTime('start', vscode.debug.startDebugging(undefined, configuration, { suppressSaveBeforeStart: true })),
    );
    figures.bound.push((moments.boundAt ?? fail('no breakpoint was bound')) - began);
    for (let round = 0; round < ROUNDS; round++) {
      const shown = await untilShown(() => ask('continue'));
      const { stackFrames } = await ask('stackTrace');
      const frameId = asRecord(Array.isArray(stackFrames) ? stackFrames[0] : undefined)['id'];
      figures.hit.push(shown - Number((await ask('evaluate', { expression: 'at', frameId }))['result']));
      const stepped = Date.now();
      figures.step.push((await untilShown(() => ask('next'))) - stepped);
    }
  } finally {
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await inTime('stop', vscode.debug.stopDebugging());
    await until('no session is left', () => sessions.size === 0, PATIENCE);
    for (const listener of listeners) listener.dispose();
  }
}

/** The editor and its debugger have no time-outs of their own. */
async function inTime<T>(what: string, work: PromiseLike<T>): Promise<T> {
  return Promise.race([work, setTimeout(PATIENCE, undefined, { ref: false }).then(() => fail(`no answer: ${what}`))]);
}

/** Uploads the folder, and opens its page as a tab. @returns what debugs it. */
async function inSession(
  { url, token }: { url: string; token: string },
  fixture: Fixture,
  folder: string,
): Promise<vscode.DebugConfiguration> {
  await connect({ url, token });
  const session = await fixture.openSession('/plain');
  await vscode.commands.executeCommand('browserSessions.uploadFolder', { folder, session, name: NAME });
  const client = createClient({ baseUrl: url, token });
  const { signal } = new AbortController();
  const address = (await client.devToolsAddress(session, signal)) ?? fail('there is no DevTools address');
  const devtools = await DevToolsConnection.open(address, client.network, signal);
  const loaded = (await listLoaded(devtools, signal)).find((each) => each.path.endsWith(`/${NAME}`));
  const page = `chrome-extension://${loaded?.id ?? fail('nothing is loaded')}/page.html`;
  await devtools.send('Target.createTarget', { url: page }, { signal });
  devtools.close();
  client.close();
  return { type: 'browserSessions', request: 'attach', name: NAME, folder, session, targets: ['pages'] };
}

/** The same extension and page, in a Chromium that the built-in debugger starts on this machine. */
function launched(folder: string, profile: string): vscode.DebugConfiguration {
  return {
    type: 'chrome',
    request: 'launch',
    name: 'local',
    url: `chrome-extension://${idOf(folder)}/page.html`,
    runtimeExecutable: process.env['BROWSER_SESSIONS_CHROMIUM'] ?? fail('there is no Chromium'),
    runtimeArgs: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
      `--load-extension=${folder}`,
    ],
    userDataDir: profile,
    browserLaunchLocation: 'workspace',
    webRoot: folder,
    pathMapping: { '/': folder },
  };
}

/** Chromium's ID of an unpacked extension without a key: its path's digest, with the letters from a to p as digits. */
function idOf(folder: string): string {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return digest.replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}

export async function run(): Promise<void> {
  const host = `VS Code ${vscode.version}`;
  const write = (outcome: object): void => {
    const results = process.env['TEST_RESULTS'];
    if (results) writeFileSync(results, JSON.stringify({ host, ...outcome }));
  };
  try {
    write({ passed: [host], failures: [], roundTrip: 2 * DELAY, figures: await measureAll() });
  } catch (error) {
    write({ passed: [], failures: [], error: String(error) });
    throw error;
  }
}

async function measureAll(): Promise<Record<string, Figures>> {
  const fixture = await openFixture();
  const proxy = await BreakingProxy.start(fixture.service.url);
  const folder = await fixture.makeExtension(FILES);
  const file = path.join(folder, 'page.js');
  const profile = mkdtempSync(path.join(tmpdir(), 'bench-'));
  try {
    const figures = {
      local: await measure(launched(folder, profile), file),
      near: await measure(await inSession(fixture.service, fixture, folder), file),
    };
    const slow = await inSession({ url: proxy.url, token: fixture.service.token }, fixture, folder);
    proxy.delay = DELAY;
    return { ...figures, far: await measure(slow, file) };
  } finally {
    await fixture.clear();
    await proxy.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function fail(text: string): never {
  throw new Error(text);
}
