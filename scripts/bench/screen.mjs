// npm run bench -- screen: from a click to the picture that shows it, on the local service; beside it the bare protocol,
// and click plus screenshot by the official SDK. Then an address that is opened, frames, a hidden tab, an idle one, and memory.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { amount } from './amount.mjs';
import { median, megabytes, milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(100, 3);
/** Milliseconds for which a tab is left alone, and for which frames are counted. */
const IDLE = amount(20_000, 1000);
const MOVING = amount(10_000, 1000);
const FRAMES = amount(10_000, 50);
const AT = { x: 200, y: 150 };
/** The whole page changes its color at a click. */
const CLICKED = `document.body.innerHTML = '<p>' + 'Text of a page. '.repeat(200); let count = 0;
  addEventListener('click', () => { document.body.style.background = count++ % 2 ? '#fff' : '#9cf'; });`;
const MOVES = `(function tick() { document.body.style.background = 'hsl(' + (performance.now() / 10 % 360) + ' 50% 80%)';
  globalThis.timer = requestAnimationFrame(tick); })()`;

const load = () => `load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`;
const printHead = (title, start) => console.log(`\n${title}; ${start}, then ${load()}`);

/** Each begins when nothing of the one before is going on. */
async function timed(work) {
  await pause(100);
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function bench() {
  const tools = await import(pathToFileURL(path.join(root, 'out/test/bench/screen.mjs')).href);
  const { Kernel } = await import(pathToFileURL(path.join(root, 'out/sdk.mjs')).href);
  const service = await startRealService();
  const { url, token, session } = service;
  const sdk = new Kernel({ apiKey: token, baseURL: url, maxRetries: 0 });
  const proxy = await tools.CountingProxy.start(url);
  // A session for each, because two streams of one page hold each other up.
  const sessions = [session, await service.openSession(), await service.openSession()];
  const pages = [];
  for (const [index, each] of sessions.entries()) {
    const { cdp_ws_url: address } = await sdk.browsers.retrieve(each);
    pages.push(await tools.openBare(address, index === 1));
  }
  try {
    for (const page of pages) await page.run(CLICKED);
    const screen = await tools.openScreen({ url, token, session });
    await clicks(screen, pages[1], sdk, sessions[2]);
    await opening(screen, pages[1]);
    await moving(screen, pages[0], tools.memoryInUse, service);
    screen.close();
    await idle(proxy, tools.openScreen, { token, session: sessions[2] });
  } finally {
    for (const page of pages) page.close();
    await proxy.stop();
    await service.stop();
  }
}

async function clicks(screen, bare, sdk, session) {
  const [ours, limit, official] = [[], [], []];
  const start = load();
  for (let round = 0; round < ROUNDS; round++) {
    await screen.still();
    ours.push(await timed(() => screen.click(AT)));
    limit.push(await timed(() => bare.click(AT)));
    official.push(
      await timed(async () => {
        await sdk.browsers.computer.clickMouse(session, AT);
        await (await sdk.browsers.computer.captureScreenshot(session)).arrayBuffer();
      }),
    );
  }
  const ratio = (to) => (median(ours) / median(to)).toFixed(2);
  printHead(`From a click to the picture that shows it, ${ROUNDS} rounds; median (fastest to slowest)`, start);
  console.log(`  the screen                            ${milliseconds(ours)}`);
  console.log(`  the bare protocol                     ${milliseconds(limit)}`);
  console.log(`  click and screenshot by the SDK       ${milliseconds(official)}`);
  console.log(`  The screen is ${ratio(limit)} × the bare protocol, ${ratio(official)} × the SDK`);
}

async function opening(screen, bare) {
  const [ours, limit] = [[], []];
  // Each has a color of its own.
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    response.end(`<title>${url}</title><body style="background: hsl(${url.slice(1)} 50% 80%)">Text of a page.`);
  });
  const start = load();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  for (let round = 0; round < ROUNDS; round++) {
    const address = `http://127.0.0.1:${server.address().port}/${(round * 77) % 360}`;
    await screen.still();
    ours.push(await timed(() => screen.open(address)));
    limit.push(await timed(() => bare.open(address)));
  }
  server.closeAllConnections();
  server.close();
  printHead(`From an address to the first picture of its page, ${ROUNDS} rounds; median (fastest to slowest)`, start);
  console.log(`  the address line                      ${milliseconds(ours)}`);
  console.log(`  the bare protocol                     ${milliseconds(limit)}`);
  console.log(`  The address line is ${(median(ours) / median(limit)).toFixed(2)} × the bare protocol`);
}

async function moving(screen, bare, memoryInUse, service) {
  const start = load();
  await bare.run(MOVES);
  await screen.next();
  let frames = 0;
  for (const end = performance.now() + MOVING; performance.now() < end; frames++) await screen.next();
  const second = (frames / MOVING) * 1000;
  const [before, serviceBefore] = [memoryInUse(), await service.memory()];
  for (; frames < FRAMES; frames++) await screen.next();
  const [after, serviceAfter] = [memoryInUse(), await service.memory()];
  await bare.run('cancelAnimationFrame(timer)');
  printHead(`A page that changes all the time`, start);
  console.log(`  frames a second                       ${second.toFixed(1)}`);
  console.log(`  memory used here, RSS                 ${held(before)} → ${held(after)}, after ${FRAMES} frames`);
  console.log(`  memory used by the service, RSS       ${held(serviceBefore)} → ${held(serviceAfter)}`);
}

const held = ({ used, heapUsed, rss }) => `${megabytes(used ?? heapUsed)}, ${megabytes(rss)}`;

async function idle(proxy, openScreen, session) {
  const start = load();
  const screen = await openScreen({ url: proxy.url, ...session });
  await screen.still();
  await pause(1000);
  const [bytes, calls, cpu] = [proxy.bytes, proxy.calls.length, process.cpuUsage()];
  await pause(IDLE);
  const used = process.cpuUsage(cpu);
  const visible = proxy.calls.length - calls;
  const seen = proxy.bytes - bytes;
  screen.setVisible(false);
  // It tells the browser that it looks no more.
  await pause(1000);
  const hiddenAt = [proxy.bytes, proxy.calls.length];
  await pause(IDLE);
  printHead(`A still page, ${IDLE / 1000} s each`, start);
  const percent = ((used.user + used.system) / 1000 / IDLE) * 100;
  console.log(
    `  a visible tab                         ${visible} calls, ${seen} bytes, ${percent.toFixed(2)} % of a core`,
  );
  console.log(
    `  a hidden tab                          ${proxy.calls.length - hiddenAt[1]} calls, ${proxy.bytes - hiddenAt[0]} bytes`,
  );
  screen.close();
}
