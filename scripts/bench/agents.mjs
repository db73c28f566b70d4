// npm run bench -- agents: what an agent spends on a session's pages, in tokens and time: ours, @playwright/mcp and
// chrome-devtools-mcp take turns, each by the official client, at the session's DevTools address. For each job a fixed
// script makes the best calls. The other two are installed into a folder that is removed with the benchmark.
import fs from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { npm } from '../npm.mjs';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { median } from './figures.mjs';
import { startRealService } from './service.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ROUNDS = amount(3, 1);
const PACKAGES = ['@playwright/mcp@0.0.83', 'chrome-devtools-mcp@1.11.0', 'gpt-tokenizer@3'];

const text = 'An agent reads this part of the article, and pays for each word of it. '.repeat(6);
const PAGES = {
  article: `<title>Article</title>${Array.from({ length: 120 }, (_, at) => `<h2>Part ${at}</h2><p>${text} <a href="#${at}">source ${at}</a></p>`).join('')}`,
  shop: `<title>Shop</title><p>Cart: <span id=n>0</span></p>${Array.from(
    { length: 500 },
    (_, at) =>
      `<div><h3>Item ${at}</h3><p>€${at}</p><button onclick="n.textContent = +n.textContent + 1">Add item ${at}</button></div>`,
  ).join('')}`,
  form: `<title>Form</title><h1>Order</h1><iframe src="/inner" style="width: 600px; height: 300px"></iframe>`,
  inner: `<form onsubmit="done.textContent = 'Ordered by ' + who.value; return false">
    <label>Name <input id=who></label><label>City <input></label><button>Order</button></form><p id=done>Not ordered</p>`,
};

export async function bench() {
  const temporary = temporaryFolder();
  const service = await startRealService();
  const pages = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(PAGES[url.slice(1)] ?? '');
  });
  await once(pages.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${pages.address().port}`;
  try {
    const installed = await install(path.join(temporary.path, 'others'));
    if (!installed) return [];
    const { countTokens } = await import(
      pathToFileURL(path.join(installed, 'node_modules/gpt-tokenizer/esm/main.js')).href
    );
    const surroundings = { service, address, installed, temporary: temporary.path, countTokens };
    const rows = [];
    for (const program of [ours, playwright, chromeDevTools]) rows.push(await measure(program, surroundings));
    print(rows);
    return rowsOf(rows);
  } finally {
    pages.close();
    pages.closeAllConnections();
    await service.stop();
    temporary.remove();
  }
}

async function install(folder) {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  try {
    await step(`Installing ${PACKAGES.join(', ')}`, () => npm(folder, 'install', '--ignore-scripts', ...PACKAGES));
    return folder;
  } catch (error) {
    console.log(`  They cannot be installed: ${error.message.split('\n')[0]}`);
    return undefined;
  }
}

/** An agent with one server: counts the tokens of what it sends and gets. */
class Agent {
  tokens = 0;
  calls = 0;
  milliseconds = 0;

  static async start({ command, args, env }, { temporary: cwd, countTokens }) {
    const agent = new Agent();
    agent.countTokens = countTokens;
    agent.client = new Client({ name: 'bench', version: '1' });
    await agent.client.connect(
      new StdioClientTransport({ command, args, cwd, env: { ...process.env, ...env }, stderr: 'ignore' }),
    );
    const { tools } = await agent.client.listTools();
    agent.schemas = countTokens(
      JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
    );
    agent.toolCount = tools.length;
    return agent;
  }

  begin() {
    Object.assign(this, { tokens: 0, calls: 0, milliseconds: 0 });
  }

  async call(name, input) {
    const start = performance.now();
    const { content, isError } = await this.client.callTool({ name, arguments: input });
    this.milliseconds += performance.now() - start;
    const said = content.map((part) => part.text ?? '').join('\n');
    if (isError) throw new Error(`${name}: ${said}`);
    this.tokens += this.countTokens(JSON.stringify({ name, input })) + this.countTokens(said);
    this.calls++;
    return said;
  }
}

/** The reference of an element in a snapshot of one of the others. */
function refIn(snapshot, pattern) {
  const [, ref] = pattern.exec(snapshot) ?? [];
  if (ref === undefined) throw new Error(`The snapshot has no ${String(pattern)}.`);
  return ref;
}

const ours = {
  name: 'ours',
  start: ({ service, temporary }) => ({
    command: process.execPath,
    args: [path.join(root, 'dist/cli.mjs'), 'mcp', temporary],
    env: {
      BROWSER_SESSIONS_ADDRESS: service.url,
      BROWSER_SESSIONS_TOKEN: service.token,
      BROWSER_SESSIONS_STATE: path.join(temporary, 'state'),
    },
  }),
  jobs: {
    article: (agent, { session }) => agent.call('read_session_page', { session }),
    shop: async (agent, { session }) => {
      const said = await agent.call('act_in_session', { session, role: 'button', name: 'Add item 250' });
      if (!/0.*→.*1/.test(said)) throw new Error(said);
    },
    form: async (agent, { session }) => {
      const said = await agent.call('act_in_session', {
        session,
        fields: { Name: 'Ann', City: 'Rome' },
        name: 'Order',
      });
      if (!said.includes('Ordered by Ann')) throw new Error(said);
    },
    broken: async (agent, { session, extension }) => {
      const said = await agent.call('upload_extension', { session, folder: extension });
      if (!said.includes('missing is not defined')) throw new Error(said);
    },
    change: async (agent, { session, extension, round }) => {
      fs.writeFileSync(path.join(extension, 'worker.js'), `console.log('version ${round}')`);
      const said = await agent.call('upload_extension', { session, folder: extension });
      if (!said.includes(`version ${round}`)) throw new Error(said);
    },
    popup: async (agent, { session, extension }) => {
      await agent.call('open_extension_page', { session, extension, page: 'popup' });
      const said = await agent.call('act_in_session', { session, role: 'button', name: 'Count' });
      if (!said.includes('none → one')) throw new Error(said);
    },
  },
};

const playwright = {
  name: '@playwright/mcp',
  start: ({ installed }, devtools) => ({
    command: process.execPath,
    args: [path.join(installed, 'node_modules/@playwright/mcp/cli.js'), '--cdp-endpoint', devtools],
  }),
  jobs: {
    article: (agent) => agent.call('browser_snapshot', {}),
    shop: async (agent) => {
      const before = await agent.call('browser_snapshot', {});
      const target = refIn(before, /button "Add item 250"[^\n]*\[ref=(\w+)\]/);
      await agent.call('browser_click', { element: 'Add item 250', target, ref: target });
      if (!/Cart:[^\n]*1|"?1"?/.test(await agent.call('browser_snapshot', {}))) throw new Error('no change');
    },
    form: async (agent) => {
      const before = await agent.call('browser_snapshot', {});
      const ref = (name) => refIn(before, new RegExp(`${name}[^\\n]*\\[ref=(\\w+)\\]`));
      for (const [name, value] of [
        ['textbox "Name"', 'Ann'],
        ['textbox "City"', 'Rome'],
      ])
        await agent.call('browser_type', { element: name, target: ref(name), ref: ref(name), text: value });
      const button = ref('button "Order"');
      await agent.call('browser_click', { element: 'Order', target: button, ref: button });
      if (!(await agent.call('browser_snapshot', {})).includes('Ordered by Ann')) throw new Error('not ordered');
    },
  },
};

const chromeDevTools = {
  name: 'chrome-devtools-mcp',
  start: ({ installed }, devtools) => ({
    command: process.execPath,
    args: [
      path.join(installed, 'node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
      '--wsEndpoint',
      devtools,
    ],
  }),
  jobs: {
    article: (agent) => chromeSnapshot(agent),
    shop: async (agent) => {
      const { said, pageId } = await chromeSnapshot(agent);
      await agent.call('click', { pageId, uid: refIn(said, /uid=(\S+) button "Add item 250"/) });
      await agent.call('take_snapshot', { pageId });
    },
    form: async (agent) => {
      const { said, pageId } = await chromeSnapshot(agent);
      for (const [name, value] of [
        ['Name', 'Ann'],
        ['City', 'Rome'],
      ])
        await agent.call('fill', { pageId, uid: refIn(said, new RegExp(`uid=(\\S+) textbox "${name}"`)), value });
      await agent.call('click', { pageId, uid: refIn(said, /uid=(\S+) button "Order"/) });
      if (!(await agent.call('take_snapshot', { pageId })).includes('Ordered by Ann')) throw new Error('not ordered');
    },
  },
};

/** It wants the page's ID with each call. */
async function chromeSnapshot(agent) {
  const [, id = '1'] = /^(\d+):/m.exec(await agent.call('list_pages', {})) ?? [];
  const pageId = Number(id);
  return { pageId, said: await agent.call('take_snapshot', { pageId }) };
}

const JOBS = {
  article: 'read a long article',
  shop: 'click one of 500 buttons by its name, and know what changed',
  form: 'fill a form in a frame',
  broken: 'find the error of a broken extension',
  change: 'change a file and see the new version',
  popup: 'open the popup of an extension, click in it, and know what changed',
};

async function measure({ name, start, jobs }, surroundings) {
  const { service, address, temporary } = surroundings;
  const extension = path.join(temporary, `extension-${name.replaceAll(/\W/g, '')}`);
  const results = {};
  let schemas;
  let toolCount;
  for (const job of Object.keys(JOBS)) {
    if (!jobs[job]) continue;
    const [tokens, times] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = await service.ask('POST', '/browsers', { start_url: `${address}/${PAGES[job] ? job : 'article'}` });
      const { session_id: session, cdp_ws_url: devtools } = begun;
      writeBroken(extension);
      const agent = await Agent.start(start(surroundings, devtools), surroundings);
      ({ schemas, toolCount } = agent);
      try {
        if (job === 'change') await jobs.broken(agent, { session, extension });
        if (job === 'popup') await agent.call('upload_extension', { session, folder: extension });
        agent.begin();
        await jobs[job](agent, { session, extension, round });
        tokens.push(agent.tokens);
        times.push(agent.milliseconds);
        results[job] = { calls: agent.calls, tokens: median(tokens), time: median(times) };
      } catch (error) {
        results[job] = { failed: error.message.split('\n')[0].slice(0, 100) };
      } finally {
        await agent.client.close();
        await service.ask('DELETE', `/browsers/${session}`);
      }
    }
  }
  return { name, schemas, toolCount, results };
}

function writeBroken(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'Broken',
    version: '1',
    background: { service_worker: 'worker.js' },
    action: { default_popup: 'popup.html' },
  };
  fs.writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, 'worker.js'), 'missing.start();');
  fs.writeFileSync(
    path.join(folder, 'popup.html'),
    '<button>Count</button><p>none</p><script src="popup.js"></script>',
  );
  fs.writeFileSync(
    path.join(folder, 'popup.js'),
    `document.querySelector('button').onclick = () => (document.querySelector('p').textContent = 'one');`,
  );
}

function print(rows) {
  console.log('\nAgents: tokens of all schemas, and of each job with its calls and time\n');
  for (const { name, schemas, toolCount } of rows)
    console.log(`  ${name.padEnd(22)} ${toolCount} tools, ${schemas} tokens`);
  for (const [job, about] of Object.entries(JOBS)) {
    console.log(`\n  ${about}`);
    const best = Math.min(...rows.slice(1).map(({ results }) => results[job]?.tokens ?? Infinity));
    for (const { name, results } of rows) {
      const result = results[job];
      const ratio =
        result?.tokens && Number.isFinite(best) ? ` (${(result.tokens / best).toFixed(2)} of the better other)` : '';
      console.log(
        `    ${name.padEnd(22)} ${
          result === undefined
            ? 'cannot'
            : (result.failed ?? `${result.calls} calls, ${result.tokens} tokens${ratio}, ${Math.round(result.time)} ms`)
        }`,
      );
    }
  }
}

function spentOn(result) {
  if (result?.tokens === undefined) return undefined;
  return `${result.tokens.toLocaleString('en')} tokens, ${result.calls} ${result.calls === 1 ? 'call' : 'calls'}`;
}

/** What the table tells. */
function rowsOf([own, ...others]) {
  return ['shop', 'form', 'broken'].map((job) => ({
    what: `An agent: ${JOBS[job]}`,
    ours: spentOn(own.results[job]),
    others: Object.fromEntries(others.map(({ name, results }) => [name, spentOn(results[job]) ?? 'can’t'])),
  }));
}
