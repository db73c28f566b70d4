/** What an exported test calls, if it does: those with `inTest` see its variables, and each comes with what it calls. */
export const HELPERS = {
  worker: {
    inTest: true,
    needs: [],
    lines: [
      'async function worker() {',
      "  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));",
      '}',
    ],
  },
  pageOf: {
    inTest: true,
    needs: ['worker'],
    lines: [
      '/** The address of a page of the extension. */',
      'async function pageOf(page: string): Promise<string> {',
      "  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));",
      '  const named: Record<string, string | undefined> = {',
      '    popup: manifest.action?.default_popup,',
      '    options: manifest.options_ui?.page ?? manifest.options_page,',
      '    side_panel: manifest.side_panel?.default_path,',
      '  };',
      '  return new URL(named[page] ?? page, (await worker()).url()).href;',
      '}',
    ],
  },
  setWorkerRunning: {
    inTest: true,
    needs: ['pageOf'],
    lines: [
      '/** Stops the worker as Chromium does with an idle one, or starts it. */',
      'async function setWorkerRunning(isWanted: boolean): Promise<void> {',
      "  const address = await pageOf('manifest.json');",
      '  const tab = await context.newPage();',
      '  await tab.goto(address);',
      '  const session = await context.newCDPSession(tab);',
      '  const isThere = new Promise<void>((resolve) => {',
      "    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {",
      "      const wanted = isWanted ? 'running' : 'stopped';",
      '      if (versions.some(({ scriptURL, runningStatus }) => scriptURL.startsWith(new URL(address).protocol) && runningStatus === wanted)) resolve();',
      '    });',
      '  });',
      "  await session.send('ServiceWorker.enable');",
      "  if (isWanted) await session.send('ServiceWorker.startWorker', { scopeURL: new URL('/', address).href });",
      "  else await session.send('ServiceWorker.stopAllWorkers');",
      '  await isThere;',
      '  await tab.close();',
      '}',
    ],
  },
  storage: {
    inTest: true,
    needs: ['pageOf'],
    lines: [
      '/** The storage of the extension, by a page of it: a worker that is stopped stays so. */',
      'async function storage<Value>(use: (tab: Page) => Promise<Value>): Promise<Value> {',
      '  const tab = await context.newPage();',
      '  try {',
      "    await tab.goto(await pageOf('manifest.json'));",
      '    return await use(tab);',
      '  } finally {',
      '    await tab.close();',
      '  }',
      '}',
    ],
  },
  upload: {
    inTest: true,
    needs: ['worker'],
    lines: [
      '/** Another build over the one that is loaded, as an update: with its ID and all that it has stored. */',
      'async function upload(build: string): Promise<void> {',
      '  await worker();',
      '  rmSync(folder, { recursive: true });',
      '  cpSync(path.resolve(__dirname, build), folder, { recursive: true });',
      "  const started = context.waitForEvent('serviceworker');",
      '  const session = await context.browser()?.newBrowserCDPSession();',
      "  await session?.send('Extensions.loadUnpacked', { path: folder });",
      '  await started;',
      '}',
    ],
  },
  fill: {
    inTest: false,
    needs: [],
    lines: [
      'async function fill(field: Locator, text: string): Promise<void> {',
      "  if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(text);",
      '  else await field.fill(text);',
      '}',
    ],
  },
  fromEnvironment: {
    inTest: false,
    needs: [],
    lines: [
      'function fromEnvironment(name: string): string {',
      '  const text = process.env[name];',
      '  if (!text) throw new Error(`The environment variable ${name} is not set`);',
      '  return text;',
      '}',
    ],
  },
  frameOf: {
    inTest: false,
    needs: [],
    lines: [
      '/** The first frame in a page whose address begins so, once it is there. */',
      'async function frameOf(page: Page, start: string): Promise<Frame> {',
      '  const isMeant = (frame: Frame) => frame !== page.mainFrame() && frame.url().startsWith(start);',
      "  return page.frames().find(isMeant) ?? page.waitForEvent('framenavigated', isMeant);",
      '}',
    ],
  },
} as const satisfies Record<string, { inTest: boolean; needs: readonly string[]; lines: readonly string[] }>;

export type Helper = keyof typeof HELPERS;
const NAMES: readonly Helper[] = [
  'worker',
  'pageOf',
  'setWorkerRunning',
  'storage',
  'upload',
  'fill',
  'fromEnvironment',
  'frameOf',
];

/** Those that some lines call, and what these call. */
export function helpersFor(lines: readonly string[]): readonly Helper[] {
  const called = new Set(NAMES.filter((name) => lines.some((line) => calls(line, name))));
  // Each needs only those before it.
  for (const name of NAMES.toReversed())
    if (called.has(name)) for (const needed of NAMES) if (isNeeded(name, needed)) called.add(needed);
  return NAMES.filter((name) => called.has(name));
}

function isNeeded(name: Helper, needed: Helper): boolean {
  return HELPERS[name].needs.some((each) => each === needed);
}

function calls(line: string, name: Helper): boolean {
  return new RegExp(`(?<![.\\w])${name}\\(`).test(line);
}
