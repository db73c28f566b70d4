// npm run bench -- tab: the tab of a session's screen in a window of each VS Code: from the command to the first
// picture, pictures a second of a page that moves, memory before and after thousands of them, and ten minutes in which
// nothing happens.
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
import { amount } from './amount.mjs';
import { megabytes, milliseconds } from './figures.mjs';
import { processorTime, residentMemory } from './processes.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(10, 1);
/** Milliseconds. */
const MOVING = amount(10_000, 1000);
const IDLE = amount(10 * 60_000, 2000);
/** The same windows without a tab, to know what is the editor's own. */
const CONTROL = amount(2 * 60_000, 2000);
const PICTURES = amount(10_000, 50);
/** A page that moves at this size sends its pictures faster. */
const VIEWPORT = { width: 640, height: 400 };
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
  const session = await openSession({ name, viewport: VIEWPORT });
  const proxy = await tools.CountingProxy.start(url);
  const window = await openWindow(tools, proxy.url, token, hostNamed(name));
  const { workbench } = window;
  const row = workbench.tree.row(name, 'Sessions');
  const picture = workbench.webview().locator('#picture');
  const first = [];
  for (let round = 0; round < ROUNDS; round++) {
    await workbench.page.keyboard.press('Control+Alt+Shift+F9');
    await picture.waitFor({ state: 'hidden' });
    await workbench.tree.view('Browser Sessions');
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
  const memory = [];
  for (const goal of [PICTURES / 10, PICTURES]) {
    while ((await drawn()) < goal) await pause(250);
    memory.push(await memoryOf(window));
  }
  await page.run('cancelAnimationFrame(timer)');
  page.close();
  console.log(`\n${name}; load ${start}, then ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`);
  console.log(`  from the command to the first picture ${milliseconds(first)}, ${ROUNDS} rounds`);
  console.log(`  pictures a second                     ${rate.toFixed(1)}, of ${VIEWPORT.width} × ${VIEWPORT.height}`);
  for (const [what, of] of [
    ['the page, its heap', 'page'],
    ['the extension host, resident', 'host'],
  ])
    console.log(
      `  ${what.padEnd(37)} ${megabytes(memory[0][of])} → ${megabytes(memory[1][of])}, after ${PICTURES / 10} and ${PICTURES} pictures`,
    );
  return {
    name,
    proxy,
    drawn,
    window,
    close: async () => {
      await window.close();
      await proxy.stop();
    },
  };
}

/** Bytes: what the page of the tab holds after its garbage was collected, and what the extension host has. */
async function memoryOf({ workbench, host }) {
  const { page } = workbench;
  const body = await workbench.webview().locator('body').elementHandle();
  const context = page.context();
  // A frame in the process of the window has no session of its own: its heap is that of the window.
  const devtools = await context.newCDPSession(await body.ownerFrame()).catch(() => context.newCDPSession(page));
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return { page: usedSize + backingStorageSize, host: residentMemory(host()) };
}

/** Milliseconds of processor time that all processes of the browser have used so far. */
async function browserTime({ workbench }) {
  const devtools = await workbench.page.context().browser().newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0) * 1000;
}

/** A window with our extension, connected to this address. */
async function openWindow({ Workbench, KEYS, extensionHostsOf }, address, token, host) {
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
    /** The process ID of its extension host. */
    host: () => extensionHostsOf(server.pid)[0],
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
  const withTabs = before.map(({ cpu }, index) => usedSince(cpu, after[index].cpu));
  for (const { window } of tabs) {
    await window.workbench.page.keyboard.press('Control+Alt+Shift+F9');
    await window.workbench.webview().locator('#picture').waitFor({ state: 'hidden' });
  }
  await pause(2000);
  const closed = await Promise.all(tabs.map(({ window }) => processorTimes(window)));
  await pause(CONTROL);
  for (const [index, { name, window }] of tabs.entries()) {
    const without = usedSince(closed[index], await processorTimes(window));
    console.log(
      `  the extension host of ${name.padEnd(15)} ${percent(withTabs[index].host)} of a core, without a tab ${percent(without.host)}`,
    );
    if (index === 0)
      console.log(
        `  the browser that shows both           ${percent(withTabs[0].browser)} of a core, without tabs ${percent(without.browser)}`,
      );
  }
}

/** What processes have used between two moments, as a share of that time. */
function usedSince(before, after) {
  const time = after.at - before.at;
  return { host: (after.host - before.host) / time, browser: (after.browser - before.browser) / time };
}

const processorTimes = async (window) => ({
  at: performance.now(),
  host: processorTime(window.host()),
  browser: await browserTime(window),
});

const percent = (share) => `${(share * 100).toFixed(2)} %`;

const state = async ({ proxy, drawn, window }) => ({
  calls: proxy.calls.length,
  bytes: proxy.bytes,
  pictures: await drawn(),
  cpu: await processorTimes(window),
});
