// npm run bench -- tab: the tab of a session's screen in a window of each VS Code: from the command to the first
// picture, pictures a second of a page that moves, and ten minutes in which nothing happens.
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureChromium } from '../chromium.mjs';
import { packageExtension } from '../package.mjs';
import { copySample } from '../sample.mjs';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { endBrowser, theBrowser } from '../vscode/browser.mjs';
import { hostNamed } from '../vscode/hosts.mjs';
import { installVSCode } from '../vscode/install.mjs';
import { installVsix, prepare, startServer } from '../vscode/server.mjs';
import { milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = 10;
/** Milliseconds. */
const MOVING = 10_000;
const IDLE = 10 * 60_000;
const MOVES = `(function tick() { document.body.style.background = 'hsl(' + (performance.now() / 10 % 360) + ' 50% 80%)';
  globalThis.timer = requestAnimationFrame(tick); })()`;
/** Counts the pictures that the tab draws. */
const COUNTS = `globalThis.drawn = 0; new MutationObserver(() => globalThis.drawn++).observe(
  document.querySelector('#picture'), { attributeFilter: ['src'] })`;

export async function bench() {
  process.env.BROWSER_SESSIONS_CHROMIUM = await ensureChromium();
  await packageExtension();
  const tools = await import(pathToFileURL(path.join(root, 'out/test/bench/tab.mjs')).href);
  const service = await startRealService();
  const tabs = [];
  try {
    for (const name of ['newest', 'oldest']) {
      await installVSCode(name);
      tabs.push(await step(`Measuring in VS Code (${name})`, () => measure(tools, service, name)));
    }
    await step('Leaving both alone', () => idle(tabs));
  } finally {
    for (const tab of tabs) await tab.close();
    await endBrowser();
    await service.stop();
  }
}

async function measure(tools, { url, token, openSession }, name) {
  const start = loadavg()[0].toFixed(1);
  const session = await openSession({ name });
  const front = await tools.CountingFront.start(url);
  const window = await openWindow(tools, front.url, token, hostNamed(name));
  const { workbench } = window;
  await workbench.view('Browser Sessions');
  const row = workbench.treeRow(name, 'Sessions');
  const picture = workbench.webview().locator('#picture');
  const first = [];
  for (let round = 0; round < ROUNDS; round++) {
    await workbench.page.keyboard.press('Control+Alt+Shift+F9');
    await picture.waitFor({ state: 'hidden' });
    await workbench.view('Browser Sessions');
    await row.click();
    const began = performance.now();
    await workbench.page.keyboard.press('Enter');
    await picture.waitFor();
    first.push(performance.now() - began);
  }
  const page = await tools.openBare((await tools.addressOf(url, token, session)).href, false);
  await workbench.webview().locator('body').evaluate(COUNTS);
  const drawn = () => workbench.webview().locator('body').evaluate('globalThis.drawn');
  await page.run(MOVES);
  const [before, at] = [await drawn(), performance.now()];
  await pause(MOVING);
  const rate = ((await drawn()) - before) / ((performance.now() - at) / 1000);
  await page.run('cancelAnimationFrame(timer)');
  page.close();
  console.log(`\n${name}; load ${start}, then ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`);
  console.log(`  from the command to the first picture ${milliseconds(first)}, ${ROUNDS} rounds`);
  console.log(`  pictures a second                     ${rate.toFixed(1)}`);
  return {
    name,
    front,
    drawn,
    close: async () => {
      await window.close();
      await front.stop();
    },
  };
}

/** A window with our extension, connected to this address. */
async function openWindow({ Workbench, KEYS }, address, token, host) {
  const folder = temporaryFolder();
  prepare(folder.path, { 'browserSessions.connections': [{ name: 'Bench', address }] });
  fs.writeFileSync(path.join(folder.path, 'user/User/keybindings.json'), JSON.stringify(KEYS));
  await installVsix(folder.path, path.join(root, 'dist/browser-sessions.vsix'), { host });
  const env = { BROWSER_SESSIONS_TOKEN: token };
  const server = await startServer({ folder: folder.path, host, env });
  const page = await (await theBrowser()).context.newPage();
  const workbench = new Workbench(page, server.base, folder.path);
  await workbench.open({ folder: copySample(folder.path) });
  return {
    workbench,
    close: async () => {
      await page.close();
      await server.stop();
      folder.remove();
    },
  };
}

/** Both windows stand beside each other, and nobody touches them. */
async function idle(tabs) {
  // What a still page still asks for: its sharp picture.
  await pause(2000);
  const before = await Promise.all(tabs.map(state));
  await pause(IDLE);
  const after = await Promise.all(tabs.map(state));
  console.log(`\nAn open tab of a still page, ${IDLE / 60_000} min`);
  for (const [index, { name }] of tabs.entries()) {
    const [was, is] = [before[index], after[index]];
    console.log(
      `  ${name.padEnd(37)} ${is.calls - was.calls} calls, ${is.bytes - was.bytes} bytes, ${is.pictures - was.pictures} pictures`,
    );
  }
}

const state = async ({ front, drawn }) => ({
  calls: front.calls.length,
  bytes: front.bytes,
  pictures: await drawn(),
});
