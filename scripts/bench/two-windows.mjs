// npm run bench -- two-windows: two windows of VS Code upload 200 times and click 2,000 times at one local service,
// through a proxy that counts. Fails if a request was lost, arrived twice, or was not carried out exactly once, and if
// the token was left anywhere.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from '../chromium.mjs';
import { since, step } from '../step.mjs';
import { temporaryFolderForAll } from '../temporary.mjs';
import { runInExtensionHost } from '../vscode/extension-host.mjs';
import { hostNamed } from '../vscode/hosts.mjs';
import { installVSCode } from '../vscode/install.mjs';
import { prepare } from '../vscode/server.mjs';
import { amount } from './amount.mjs';
import { startCountingProxy } from './counting-proxy.mjs';
import { megabytes } from './figures.mjs';
import { descendants, openFiles } from './processes.mjs';
import { startRealService } from './service.mjs';
import { problemsIn } from './two-windows-checks.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/**
 * A session is ended after 5 uploads, because each further extension makes the restarts slower. The clicks of one
 * upload are sent at the same time.
 */
const EACH = { sessions: amount(20, 2), uploadsPerSession: amount(5, 2), clicksPerUpload: 10 };
const UPLOADS = 2 * EACH.sessions * EACH.uploadsPerSession;
/** Milliseconds. On a busy machine the benchmark takes long, which is not an error. */
const LIMIT = 30 * 60_000;
const WINDOWS = [
  { name: 'first', host: 'newest', top: 10 },
  { name: 'second', host: 'oldest', top: 20 },
];

/** The current resources of the service. */
async function look(service) {
  return { ...(await service.memory()), files: openFiles(service.pid), processes: descendants(service.pid) };
}

/** Opens a window with its own user data folder, which is kept until it was searched for the token. */
async function openWindow({ name, host, top }, folder, { service, proxy, token }) {
  const place = path.join(folder, name);
  const results = path.join(folder, `${name}.json`);
  const workspace = path.join(place, 'workspace');
  fs.mkdirSync(workspace, { recursive: true });
  prepare(place);
  const wish = { ...EACH, name, top, url: proxy.url, service: service.url, results };
  let inPage;
  const { placesWith } = await import('../../out/test/window/secret-search.mjs');
  const code = await runInExtensionHost({
    folder: place,
    host: hostNamed(host),
    limit: LIMIT,
    developmentPath: root,
    testsPath: path.join(root, 'out/test/bench/window.cjs'),
    workspace,
    picture: path.join(root, `out/bench-${name}.png`),
    env: { BROWSER_SESSIONS_TOKEN: token, BENCH_WINDOW: JSON.stringify(wish) },
    atEnd: async (page) => {
      inPage = { token: await placesWith([token], page), address: await placesWith([proxy.url], page) };
    },
  });
  if (code !== 0) throw new Error(`The ${name} window ended with ${code}.`);
  return { ...JSON.parse(fs.readFileSync(results, 'utf8')), inPage, place };
}

/**
 * Where the token was found. To prove that the search works, it also looks for the address, which is in each window's
 * settings and state.
 */
async function search(windows, { service, proxy, token, record }) {
  const { filesWith } = await import('../../out/test/window/secret-search.mjs');
  const found = windows.flatMap(({ place, inPage }) => [...filesWith([token], place), ...inPage.token]);
  if (fs.readFileSync(record, 'utf8').includes(token)) found.push('the record of the proxy');
  if (service.output().includes(token)) found.push('the output of the service');
  for (const { place, inPage } of windows)
    if (filesWith([proxy.url], place).length === 0 || inPage.address.length === 0)
      throw new Error(`The search does not find the address in ${place}, where it must stand.`);
  const files = windows.reduce((sum, { place }) => sum + filesWith([''], place).length, 0);
  return { found, files };
}

/** A browser that was told to end may take a moment. */
async function lookWhenQuiet(service, browsers) {
  for (const end = Date.now() + 10_000; descendants(service.pid).children > browsers && Date.now() < end;)
    await once(AbortSignal.timeout(100), 'abort');
  return look(service);
}

const line = (title, text) => console.log(`  ${title.padEnd(48)} ${text}`);
const memories = (held) => held.map(({ rss, used }) => `${megabytes(rss)} (${megabytes(used)})`).join(', ');

function print(windows, { proxy, looks, seconds, search: { files } }) {
  const [first, last] = [looks[0], looks.at(-1)];
  const sumOf = (when) => windows.reduce((sum, { connections }) => sum + connections[when], 0);
  console.log(`\nTwo windows: ${windows.map(({ host }) => host).join('; ')}. In ${seconds}`);
  line('uploads: seen once, carried out once', `${windows.reduce((sum, { uploads }) => sum + uploads.length, 0)}`);
  line('clicks: seen once, carried out once', `${windows.reduce((sum, { clicks }) => sum + clicks.length, 0)}`);
  line('other requests of the windows', `${proxy.seen.filter(({ method }) => method !== 'POST').length}`);
  line(
    'connections at the start, highest, at the end',
    `${sumOf('before')}, ${proxy.sockets.highest}, ${sumOf('after')}; ${proxy.sockets.all} in all`,
  );
  line('open files of the service, start and end', `${first.files}, ${last.files}`);
  line(
    'its browsers (with all their processes)',
    [first, last].map(({ processes: { children, all } }) => `${children} (${all})`).join(', '),
  );
  console.log(
    '  memory at the start, after a quarter, half, at the end; in brackets heap and buffers after a collection',
  );
  for (const { host, memory } of windows) line(`  ${host}`, memories(memory));
  line('  the service', memories(looks));
  console.log(
    `  The token was searched for in ${files} files of both windows (settings, logs, state), in what each keeps in its browser and shows, in the record of the proxy, and in the output of the service after its first line, which tells it: not found.`,
  );
}

export async function bench() {
  if (!fs.existsSync('/proc/self/stat'))
    return console.log('two-windows counts processes as Linux tells them: left out on this machine.');
  await (await import('../package.mjs')).packageExtension();
  process.env.BROWSER_SESSIONS_CHROMIUM = await ensureChromium();
  for (const { host } of WINDOWS) await installVSCode(host);
  const folder = temporaryFolderForAll();
  const token = `bench-token-${randomBytes(16).toString('hex')}`;
  const record = path.join(folder.path, 'proxy.jsonl');
  const service = await startRealService({ BROWSER_SESSIONS_TOKEN: token });
  const looks = [look(service)];
  await looks[0];
  let uploads = 0;
  const proxy = await startCountingProxy(service.url, record, ({ path: place }) => {
    if (place.endsWith('/extensions') && [UPLOADS / 4, UPLOADS / 2].includes(++uploads)) looks.push(look(service));
  });
  const parts = { service, proxy, token, record };
  const start = performance.now();
  const windows = await step(`${UPLOADS} uploads and ${UPLOADS * EACH.clicksPerUpload} clicks from two windows`, () =>
    Promise.all(WINDOWS.map((window) => openWindow(window, folder.path, parts))),
  );
  const seconds = since(start);
  const all = await Promise.all(looks);
  all.push(await lookWhenQuiet(service, all[0].processes.children));
  const searched = await search(windows, parts);
  await Promise.all([service.stop(), proxy.stop()]);
  folder.remove();
  const problems = problemsIn(windows, proxy.seen, { ...EACH, looks: all, found: searched.found });
  if (problems.length > 0) throw new Error(`Two windows:\n  ${problems.join('\n  ')}`);
  print(windows, { proxy, looks: all, seconds, search: searched });
}
