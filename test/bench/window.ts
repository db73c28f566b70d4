// One of the windows of `npm run bench -- two-windows`: VS Code calls run() in its extension host.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { connect } from '../editor/fixture';
import { request } from '../support/local-service';
import { startPages, type PageEvent, type Pages } from '../support/pages';
import { connectionsTo, memoryInUse, type Held } from './memory';

/** What the benchmark tells a window to do. */
interface Wish {
  /** Address of the proxy that the extension uses; sessions are created and ended without the proxy. */
  readonly url: string;
  readonly service: string;
  /** Prefix of the names of this window's extensions. */
  readonly name: string;
  /** The row of the screen where its clicks begin, in pixels. */
  readonly top: number;
  readonly sessions: number;
  readonly uploadsPerSession: number;
  readonly clicksPerUpload: number;
  readonly results: string;
}

/** What the commands did, and how often a page reported it. */
interface Done {
  readonly uploads: { readonly path: string; readonly name: string; readonly told: number }[];
  readonly clicks: { readonly path: string; readonly x: number; readonly y: number; readonly told: number }[];
  /** One for each start of a browser. */
  loads: number;
  /** Clicks that pages reported, at any point. */
  clicksTold: number;
}

/** Milliseconds. A command that fails waits until its message is closed. */
const PATIENCE = 60_000;
const WIDTH = 1000;
/** Bytes. Large enough that a zip that is not freed after its upload shows in the memory. */
const NOISE = 300_000;

export async function run(): Promise<void> {
  const wish: Wish = JSON.parse(process.env['BENCH_WINDOW'] ?? '');
  const token = process.env['BROWSER_SESSIONS_TOKEN'] ?? '';
  await vscode.extensions.getExtension('browser-sessions.browser-sessions')?.activate();
  await connect({ url: wish.url, token });
  const done: Done = { uploads: [], clicks: [], loads: 0, clicksTold: 0 };
  const port = Number(new URL(wish.url).port);
  const before = connectionsTo(port);
  const memory: Held[] = [memoryInUse()];
  for (let number = 0; number < wish.sessions; number++) {
    await workInSession(wish, token, number, done);
    if ([0.25, 0.5, 1].includes((number + 1) / wish.sessions)) memory.push(memoryInUse());
  }
  const connections = { before, after: await connectionsLeft(port) };
  writeFileSync(
    wish.results,
    JSON.stringify({ ...done, memory, connections, host: `VS Code ${vscode.version}, Node ${process.versions.node}` }),
  );
}

/**
 * Each upload makes the next restart of its browser slower, so the session is ended after a few, and a new one is
 * started.
 */
async function workInSession(wish: Wish, token: string, number: number, done: Done): Promise<void> {
  const service = { url: wish.service, token };
  const pages = await startPages();
  const { text } = await request(service, 'POST', '/browsers', { start_url: `${pages.url}/plain` });
  const { session_id: session }: { session_id: string } = JSON.parse(text);
  await pages.waitFor(({ type }) => type === 'load');
  const folder = await mkdtemp(path.join(tmpdir(), 'two-windows-'));
  const names: string[] = [];
  const points: Point[] = [];
  for (let upload = 0; upload < wish.uploadsPerSession; upload++) {
    names.push(`${wish.name}-${number}-${upload}`);
    await uploadExtension(folder, session, names, pages);
    points.push(...(await clickAll(wish, session, number * wish.uploadsPerSession + upload)));
  }
  for (const point of points) await pages.waitFor((event) => isClickAt(event, point));
  take(done, `/browsers/${session}`, names, points, pages.events());
  await request(service, 'DELETE', `/browsers/${session}`);
  await Promise.all([pages.stop(), rm(folder, { recursive: true })]);
}

/** Uploads the last of these extensions, and waits until all of them have written their names into the page. */
async function uploadExtension(root: string, session: string, names: readonly string[], pages: Pages): Promise<void> {
  const name = names.at(-1) ?? '';
  const folder = path.join(root, name);
  await mkdir(folder);
  await writeFile(
    path.join(folder, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name,
      version: '1',
      content_scripts: [{ matches: ['http://*/*'], js: ['tell.js'] }],
    }),
  );
  await writeFile(
    path.join(folder, 'tell.js'),
    `document.documentElement.dataset.changedBy = (document.documentElement.dataset.changedBy ?? '') + ' ${name}';`,
  );
  await writeFile(path.join(folder, 'noise.png'), randomBytes(NOISE));
  await command('uploadFolder', { folder, session, name, force: true });
  await pages.waitFor(({ type, by = '' }) => type === 'changed' && names.every((each) => by.split(' ').includes(each)));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The clicks of this upload, all at the same time, each at its own point: no other upload of any window clicks there.
 */
async function clickAll({ top, clicksPerUpload }: Wish, session: string, upload: number): Promise<Point[]> {
  const numbers = Array.from({ length: clicksPerUpload }, (_, click) => upload * clicksPerUpload + click);
  const points = numbers.map((number) => ({ x: 10 + (number % WIDTH), y: top + Math.floor(number / WIDTH) }));
  await Promise.all(points.map(({ x, y }) => command('click', { session, click: `${x}, ${y}` })));
  return points;
}

async function command(name: string, argument: object): Promise<void> {
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    patience = setTimeout(() => reject(new Error(`${name} ${JSON.stringify(argument)} did not end`)), PATIENCE);
  });
  try {
    await Promise.race([vscode.commands.executeCommand(`browserSessions.${name}`, argument), late]);
  } finally {
    clearTimeout(patience);
  }
}

function isClickAt({ type, x, y }: PageEvent, point: Point): boolean {
  return type === 'click' && x === point.x && y === point.y;
}

/** Counts what the pages of a session reported: the names that its last page shows, and the clicks at each point. */
function take(
  done: Done,
  session: string,
  names: readonly string[],
  points: readonly Point[],
  events: readonly PageEvent[],
): void {
  const shown = events.findLast(({ type }) => type === 'changed')?.by?.split(' ') ?? [];
  done.uploads.push(
    ...names.map((name) => ({
      path: `${session}/extensions`,
      name,
      told: shown.filter((each) => each === name).length,
    })),
  );
  done.clicks.push(
    ...points.map((point) => ({
      path: `${session}/computer/click_mouse`,
      ...point,
      told: events.filter((event) => isClickAt(event, point)).length,
    })),
  );
  done.loads += events.filter(({ type }) => type === 'load').length;
  done.clicksTold += events.filter(({ type }) => type === 'click').length;
}

/**
 * Connections to the proxy when nothing happens any more: connections that are kept for a next request close after a
 * while.
 */
async function connectionsLeft(port: number): Promise<number> {
  const end = Date.now() + 15_000;
  while (connectionsTo(port) > 0 && Date.now() < end) await once(AbortSignal.timeout(100), 'abort');
  return connectionsTo(port);
}
