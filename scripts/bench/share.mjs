// npm run bench -- share: a Vite app of this machine in a browser that can't reach it, whose port is shared; beside it
// localhost in a browser of this machine.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { npm } from '../npm.mjs';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { about, median, milliseconds } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const MODULES = amount(300, 5);
const MEGABYTES = amount(20, 1);
const ROUNDS = amount(7, 1);
const VITE = 'vite@7';

/** The app: modules that all are imported at once, one that is hot, and a large file. */
function writeApp(folder) {
  const names = Array.from({ length: MODULES }, (_, index) => `m${index}`);
  const files = {
    'index.html': '<!doctype html><title></title><script type="module" src="/main.js"></script>',
    'main.js': `${names.map((name) => `import { ${name} } from './${name}.js';`).join('\n')}
import './hot.js';
document.title = String([${names.join(', ')}].length);
`,
    'hot.js': hot(0),
    ...Object.fromEntries(names.map((name) => [`${name}.js`, `export const ${name} = '${name}'.repeat(100);\n`])),
  };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  fs.mkdirSync(path.join(folder, 'public'));
  fs.writeFileSync(path.join(folder, 'public/large.bin'), Buffer.alloc(MEGABYTES * 1024 * 1024, 7));
}

const hot = (round) => `globalThis.hot?.(${round});\nif (import.meta.hot) import.meta.hot.accept();\n`;

async function startVite(folder) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  await step(`Installing ${VITE}`, () => npm(folder, 'install', VITE));
  const main = createRequire(path.join(folder, 'package.json')).resolve('vite');
  const { createServer } = await import(pathToFileURL(main).href);
  const app = path.join(folder, 'app');
  fs.mkdirSync(app);
  writeApp(app);
  const server = await createServer({ root: app, logLevel: 'silent', server: { port: 0, host: '127.0.0.1' } });
  await server.listen();
  return { server, app, port: server.httpServer.address().port };
}

async function timed(into, work) {
  const start = performance.now();
  await work();
  into.push(performance.now() - start);
}

export async function bench() {
  const { openShared, farChromium } = await import(pathToFileURL(path.join(root, 'out/test/bench/share.mjs')).href);
  const folder = temporaryFolder();
  const { server, app, port } = await startVite(folder.path);
  const near = await startRealService();
  const far = await startRealService({ BROWSER_SESSIONS_CHROMIUM: farChromium(folder.path) });
  const pages = { shared: await openShared(far, port), local: await openShared(near, undefined) };
  const origin = `http://localhost:${port}`;
  const what = {
    [`The first load of an app of ${MODULES} modules`]: { shared: [], local: [] },
    'One module': { shared: [], local: [] },
    'From a saved module to its hot update': { shared: [], local: [] },
    [`A file of ${MEGABYTES} MB`]: { shared: [], local: [] },
  };
  const [load, one, update, large] = Object.values(what);
  let round = 0;
  try {
    for (let count = 0; count <= ROUNDS; count++)
      for (const [name, page] of Object.entries(pages)) {
        // Vite transforms what it is asked for the first time: that round does not count.
        const into = (times) => (count === 0 ? [] : times[name]);
        round++;
        await timed(into(load), () => page.load(`${origin}/`, String(MODULES)));
        await timed(into(one), () => page.run(`import('/m0.js?round=${round}').then(() => {})`));
        await page.run(`globalThis.updated = new Promise((resolve) => (globalThis.hot = resolve)), undefined`);
        await timed(into(update), async () => {
          fs.writeFileSync(path.join(app, 'hot.js'), hot(round));
          await page.run('globalThis.updated');
        });
        const fetched = `fetch('/large.bin?${round}').then((answer) => answer.arrayBuffer()).then(({ byteLength }) => byteLength)`;
        await timed(into(large), async () => {
          if ((await page.run(fetched)) !== MEGABYTES * 1024 * 1024) throw new Error('The file is not whole.');
        });
      }
  } finally {
    for (const page of Object.values(pages)) await page.close();
    await Promise.all([near.stop(), far.stop(), server.close()]);
    folder.remove();
  }
  console.log(
    `\nA Vite app over a shared port, and in a browser of this machine; median of ${ROUNDS} (fastest to slowest)`,
  );
  for (const [name, { shared, local }] of Object.entries(what))
    console.log(
      `  ${name.padEnd(46)} ${milliseconds(shared).padEnd(36)} localhost ${milliseconds(local).padEnd(36)} ${(median(shared) / median(local)).toFixed(1)} ×`,
    );
  return Object.entries(what).map(([name, { shared, local }]) => ({
    what: `${name}, over a shared port`,
    ours: about(shared),
    others: { 'localhost in a local browser': about(local) },
  }));
}
