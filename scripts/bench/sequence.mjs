// npm run bench -- sequence: 20 steps by name, as a sequence, and the same by Playwright over DevTools, in turns, each in a
// session of its own of the same local service.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { amount } from './amount.mjs';
import { about, median, milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(15, 2);
const FIELDS = Array.from({ length: 10 }, (_, index) => index);
const BODY = FIELDS.map(
  (index) => `<label>Field ${index} <input></label><button onclick="this.dataset.done = 1">Save ${index}</button><br>`,
).join('');
const STEPS = FIELDS.flatMap((index) => [
  { type: `text ${index}`, into: { role: 'textbox', name: `Field ${index}` } },
  { click: { role: 'button', name: `Save ${index}` } },
]);
const SHOW = `document.body.innerHTML = ${JSON.stringify(BODY)}`;
const DONE = `document.querySelectorAll('[data-done]').length`;

async function byPlaywright(page) {
  for (const index of FIELDS) {
    await page.getByRole('textbox', { name: `Field ${index}`, exact: true }).fill(`text ${index}`);
    await page.getByRole('button', { name: `Save ${index}`, exact: true }).click();
  }
}

async function timed(page, work) {
  await page.evaluate(SHOW);
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  const done = await page.evaluate(DONE);
  if (done !== FIELDS.length) throw new Error(`${done} of ${FIELDS.length} buttons were clicked.`);
  return took;
}

/** The page in front of a session, for Playwright. */
async function openPage(service, session) {
  const { cdp_ws_url: address } = await service.ask('GET', `/browsers/${session}`);
  const browser = await chromium.connectOverCDP(address);
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('The session has no page.');
  return { browser, page };
}

export async function bench() {
  const { openRunner } = await import(pathToFileURL(path.join(root, 'out/test/bench/sequence.mjs')).href);
  const service = await startRealService();
  const { url, token, session } = service;
  const runner = openRunner({ url, token, session });
  const ours = await openPage(service, session);
  const theirs = await openPage(service, await service.openSession());
  try {
    const times = { ours: [], theirs: [] };
    for (let round = 0; round < ROUNDS; round++) {
      times.ours.push(await timed(ours.page, () => runner.run(STEPS)));
      times.theirs.push(await timed(theirs.page, () => byPlaywright(theirs.page)));
    }
    console.log(
      `${STEPS.length} steps by name   sequence ${milliseconds(times.ours)}   Playwright ${milliseconds(times.theirs)}`,
    );
    console.log(`  sequence to Playwright ${(median(times.ours) / median(times.theirs)).toFixed(2)}`);
    return [
      {
        what: `A sequence of ${STEPS.length} steps by name`,
        ours: about(times.ours),
        others: { 'Playwright over DevTools': about(times.theirs) },
      },
    ];
  } finally {
    runner.close();
    await ours.browser.close();
    await theirs.browser.close();
    await service.stop();
  }
}
