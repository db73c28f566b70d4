// npm run bench -- screen: from a click to the frame that shows it, on the local service; beside it the bare protocol,
// and click plus screenshot by the official SDK. Then the pictures of a page that moves.
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { amount } from './amount.mjs';
import { about, median, milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(100, 3);
/** Milliseconds for which frames are counted. */
const MOVING = amount(10_000, 1000);
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
    const shown = await clicks(screen, pages[1], sdk, sessions[2]);
    const frames = await moving(screen, pages[0]);
    screen.close();
    return [
      {
        what: 'From a click to the frame that shows it',
        ours: about(shown.ours),
        others: {
          'the official SDK (a click and a screenshot)': about(shown.official),
          'the bare DevTools protocol': about(shown.limit),
        },
      },
      { what: 'Frames a second of a page that moves', ours: frames.toFixed(0), others: {} },
    ];
  } finally {
    for (const page of pages) page.close();
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
  printHead(`From a click to the frame that shows it, ${ROUNDS} rounds; median (fastest to slowest)`, start);
  console.log(`  the screen                            ${milliseconds(ours)}`);
  console.log(`  the bare protocol                     ${milliseconds(limit)}`);
  console.log(`  click and screenshot by the SDK       ${milliseconds(official)}`);
  console.log(`  The screen is ${ratio(limit)} × the bare protocol, ${ratio(official)} × the SDK`);
  return { ours, limit, official };
}

async function moving(screen, page) {
  const start = load();
  await page.run(MOVES);
  await screen.next();
  let frames = 0;
  for (const end = performance.now() + MOVING; performance.now() < end; frames++) await screen.next();
  await page.run('cancelAnimationFrame(timer)');
  const second = (frames / MOVING) * 1000;
  printHead(`A page that changes all the time`, start);
  console.log(`  frames a second                       ${second.toFixed(1)}`);
  return second;
}
