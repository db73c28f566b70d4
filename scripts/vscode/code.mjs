#!/usr/bin/env node
// Stands in for the `code` executable where no desktop VS Code can be had: takes the arguments that @vscode/test-electron
// gives, runs the tests in the extension host of code-server, and exits with their code.
// BROWSER_SESSIONS_VSCODE_HOST chooses it: newest (the default) or oldest.
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { format, parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { exitOnSignals } from '../signals.mjs';
import { temporaryFolderForAll } from '../temporary.mjs';
import { hostNamed } from './hosts.mjs';
import { prepare, startServer } from './server.mjs';

const { values, positionals } = parseArgs({ strict: false, allowPositionals: true, options: {
  extensionDevelopmentPath: { type: 'string' }, extensionTestsPath: { type: 'string' } } });
const host = hostNamed(process.env.BROWSER_SESSIONS_VSCODE_HOST);
const LIMIT = 10 * 60_000;

exitOnSignals();
// The launcher holds the other end of stdin: when it is gone, however it went, so are we.
if (fs.fstatSync(0).isSocket() || fs.fstatSync(0).isFIFO()) process.stdin.resume().once('end', () => process.exit(130)).once('error', () => {});

function address(server) {
  const uri = (file) => `vscode-remote://127.0.0.1:${server.port}${path.resolve(file)}`;
  const query = new URLSearchParams({ payload: JSON.stringify([
    ['extensionDevelopmentPath', uri(values.extensionDevelopmentPath)],
    ['extensionTestsPath', uri(values.extensionTestsPath)],
    ['skipWelcome', 'true'], ['skipReleaseNotes', 'true'],
  ]) });
  const [workspace] = positionals;
  if (!workspace) query.set('ew', 'true');
  else query.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(workspace));
  return `${server.base}/?${query}`;
}

/** What the tests print comes in marked lines, among the workbench's own. */
function print(type, args) {
  for (const line of format(...args).split('\n')) {
    if (line.startsWith('[test] ')) console.log(line.slice('[test] '.length));
    else if (process.env.VERBOSE) console.error(`(${type}) ${line}`);
  }
}

async function finished(page, server) {
  const end = new EventEmitter();
  await page.exposeFunction('codeAutomationLog', print);
  await page.exposeFunction('codeAutomationExit', (code) => end.emit('end', { code }));
  page.on('crash', () => end.emit('end', { code: 70, why: 'the page crashed' }));
  void server.gone.then(() => end.emit('end', { code: 71, why: 'VS Code ended' }));
  setTimeout(() => end.emit('end', { code: 72, why: 'time is up' }), LIMIT).unref();
  const ended = once(end, 'end');
  await page.goto(address(server));
  return (await ended)[0];
}

const folder = temporaryFolderForAll();
prepare(folder.path);
// From 1.133 on, tests do not run without the driver, and nothing says why. It answers dialogs and hides notifications,
// so it is for these tests only.
const server = await startServer({ folder: folder.path, host, args: host.testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : [] });
const browser = await chromium.launch({ executablePath: process.env.BROWSER_SESSIONS_CHROMIUM, headless: true, chromiumSandbox: process.getuid?.() !== 0 });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const { code, why } = await finished(page, server);
if (why) {
  const picture = path.resolve('out/editor-tests.png');
  await page.screenshot({ path: picture }).catch(() => {});
  console.error(`The tests did not finish: ${why}. See ${picture}.\n${fs.readFileSync(server.log, 'utf8').split('\n').slice(-20).join('\n')}`);
}
await browser.close();
await server.stop();
folder.remove();
process.exit(code);
