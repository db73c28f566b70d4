import assert from 'node:assert/strict';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import * as vscode from 'vscode';
import { CONNECTION } from '../support/connection';
import { nightly } from '../support/nightly';
import { buildSample, SAMPLES } from '../support/samples';
import { until } from '../support/until';
import { asRecord } from '../../src/core/json';
import { loadedAs } from './fixture';
import { rootFolder, BUNDLED, breakAt, topFrame, evaluate, withManifest, useDebugging } from './debug-fixture';

describe('The debugger on an uploaded extension, on a real browser', () => {
  const debugging = useDebugging();
  const { events, sessions, upload, debug, WORKER } = debugging;

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
      connection: { name: CONNECTION, address: debugging.fixture.service.url },
      session: { id: debugging.session },
      extension: await loadedAs(debugging.client, debugging.session, 'popup'),
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
      const project = await debugging.fixture.makeExtension({
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
        session: debugging.session,
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
    const project = await debugging.fixture.makeExtension({
      'src/worker.ts':
        'let last: number = 0;\nsetInterval(() => {\n  last++;\n}, 100);\n\nexport interface Unused {\n  readonly of: string;\n}\n',
    });
    const source = path.join(project, 'src/worker.ts');
    const folder = path.join(project, 'dist');
    await build({ entryPoints: [source], outfile: path.join(folder, 'worker.js'), bundle: true, sourcemap: true });
    for (const [name, text] of Object.entries(withManifest())) await writeFile(path.join(folder, name), text);
    await vscode.commands.executeCommand('browserSessions.uploadFolder', {
      folder,
      session: debugging.session,
      name: 'unbound',
    });
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

  for (const { name, build: output, worker: script } of SAMPLES)
    nightly(`stops in the worker of the sample ${name}, as its own tool builds it`, async () => {
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      const project = path.join(workspace?.uri.fsPath ?? assert.fail(), `sample ${name}`);
      const folder = path.join(project, output);
      try {
        await buildSample(name, project);
        await vscode.commands.executeCommand('browserSessions.uploadFolder', {
          folder,
          session: debugging.session,
          name,
        });
        const source = path.join(project, script);
        const lines = (await readFile(source, 'utf8')).split('\n');
        const line = lines.findIndex((each) => each.includes('was visited.')) + 1;
        breakAt(source, line);
        const [breakpoint] = vscode.debug.breakpoints;
        assert.ok(breakpoint);
        await debug(folder);
        let worker: vscode.DebugSession | undefined;
        await until('the breakpoint is bound', async () => {
          for (const each of sessions)
            if (asRecord(await each.getDebugProtocolBreakpoint(breakpoint))['verified'] === true) worker = each;
          return worker !== undefined;
        });
        // As a content script sends it.
        const visit = "chrome.runtime.onMessage.dispatch('visit', { url: 'https://shop.example/' }, () => {})";
        await worker?.customRequest('evaluate', { expression: visit, context: 'repl' });
        const stopped = await events.next('stopped');
        const frame = await topFrame(stopped);
        assert.ok(decodeURIComponent(frame.source.path).endsWith(source), frame.source.path);
        assert.equal(frame.line, line);
        assert.match(await evaluate(stopped, frame, 'site'), /shop\.example/);
      } finally {
        await rm(project, { recursive: true });
      }
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
        await vscode.commands.executeCommand('browserSessions.uploadFolder', {
          folder,
          session: debugging.session,
          name: bundler,
        });
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
});
