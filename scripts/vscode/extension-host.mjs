// Runs a script in the extension host of a real VS Code (code-server), which a Chromium displays.
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import { chromium } from 'playwright-core';
import { startServer } from './server.mjs';

function address(server, { developmentPath, testsPath, workspace }) {
  const uri = (file) => `vscode-remote://127.0.0.1:${server.port}${path.resolve(file)}`;
  const query = new URLSearchParams({
    payload: JSON.stringify([
      ['extensionDevelopmentPath', uri(developmentPath)],
      ['extensionTestsPath', uri(testsPath)],
      ['skipWelcome', 'true'],
      ['skipReleaseNotes', 'true'],
    ]),
  });
  if (!workspace) query.set('ew', 'true');
  else query.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', path.resolve(workspace));
  return `${server.base}/?${query}`;
}

/** The script's output is in marked lines between the workbench's own. */
function print(type, args, onFailed) {
  for (const line of format(...args).split('\n')) {
    if (line.startsWith('[test] ')) console.log(line.slice('[test] '.length));
    else if (line.startsWith('[failed] ')) onFailed(line.slice('[failed] '.length));
    else if (process.env.VERBOSE) console.error(`(${type}) ${line}`);
  }
}

/** Keeps a picture for the person who looks for the cause; the launcher of all suites prints where. */
function keepPicture(page, title) {
  const folder = process.env.TEST_FAILURES;
  if (!folder) return;
  const name = title.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 100);
  page.screenshot({ path: path.join(folder, name, 'window.png') }).catch(() => {});
}

async function finished(page, server, limit, script) {
  const end = new EventEmitter();
  await page.exposeFunction('codeAutomationLog', (type, args) =>
    print(type, args, (title) => keepPicture(page, title)),
  );
  await page.exposeFunction('codeAutomationExit', (code) => end.emit('end', { code }));
  page.on('crash', () => end.emit('end', { code: 70, why: 'the page crashed' }));
  void server.gone.then(() => end.emit('end', { code: 71, why: 'VS Code ended' }));
  setTimeout(() => end.emit('end', { code: 72, why: 'time is up' }), limit).unref();
  const ended = once(end, 'end');
  await page.goto(address(server, script), { timeout: 120_000 });
  return (await ended)[0];
}

/**
 * Runs `testsPath` with the extension of `developmentPath`, in a prepared folder.
 * @param atEnd receives the page before it is closed.
 * @param limit in milliseconds.
 * @returns the exit code, and if it did not finish, the reason; `picture` then shows the page.
 */
export async function runInExtensionHost({
  folder,
  host,
  env,
  picture,
  limit = 60 * 60_000,
  atEnd = async () => {},
  ...script
}) {
  // From 1.133 on, tests do not run without the driver, and there is no message that says so. The driver answers
  // dialogs and hides notifications, so it is used only for these tests.
  const server = await startServer({
    folder,
    host,
    env,
    args: host.testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : [],
  });
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_SESSIONS_CHROMIUM,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    // A test reads a terminal by copying its text.
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { code, why } = await finished(page, server, limit, script);
  if (why) {
    await page.screenshot({ path: picture }).catch(() => {});
    console.error(
      `The tests did not finish: ${why}. See ${picture}.\n${fs.readFileSync(server.log, 'utf8').split('\n').slice(-20).join('\n')}`,
    );
  } else await atEnd(page);
  if (code !== 0 && process.env.TEST_FAILURES)
    fs.cpSync(path.join(folder, 'user/logs'), path.join(process.env.TEST_FAILURES, 'logs'), { recursive: true });
  await browser.close();
  await server.stop();
  return code;
}
