import type { Click, HoldKey } from '../../core/click';
import { EXTENSION_FRAME, type ElementName } from '../../core/element-name';
import { escaped, jsonText } from '../../core/json';
import type { Mock } from '../../core/mock';
import { MODIFIER_KEYS, writtenCombination } from '../../core/keys';
import type { Condition } from '../../core/conditions';
import type { EnvironmentText } from '../../core/step-values';
import type { ResolvedStep } from '../../core/steps';

interface Exported {
  /** Of the sequence; the title of the test. */
  readonly name: string;
  readonly steps: readonly ResolvedStep[];
  /** A web address that is opened first. */
  readonly start?: string | undefined;
  /** The folder of the extension, as seen from that of the test; with `/`. */
  readonly extension: string;
}

/**
 * A sequence as a test for Playwright, with the extension in a browser of its own. What Playwright cannot find by name
 * stays a click at its point.
 */
export function playwrightSpec({ name, steps, start, extension }: Exported): string {
  const body = steps.flatMap((step) => linesOf(step));
  const calls = (helper: keyof typeof HELPERS): boolean => body.some((line) => line.includes(`${helper}(`));
  const inTest = (['pageOf', 'worker'] as const).filter(
    (each) => calls(each) || (each === 'worker' && calls('pageOf')),
  );
  return [
    `import { ${importsOf(calls).join(', ')} } from ${quoted(PLAYWRIGHT)};`,
    ...(calls('pageOf') ? ["import { readFileSync } from 'node:fs';"] : []),
    "import path from 'node:path';",
    '',
    '/** The unpacked extension. */',
    `const EXTENSION = path.resolve(__dirname, ${quoted(extension)});`,
    '',
    `test(${quoted(name)}, async () => {`,
    "  const context = await chromium.launchPersistentContext('', {",
    "    channel: 'chromium',",
    '    args: [`--disable-extensions-except=${EXTENSION}`, `--load-extension=${EXTENSION}`],',
    '  });',
    ...(body.includes(NO_ERRORS) ? LISTENS : []),
    '  try {',
    `    ${calls('pageOf') ? 'let' : 'const'} page: Page = context.pages()[0] ?? (await context.newPage());`,
    ...(start !== undefined
      ? [`    await page.goto(${quoted(start)});`]
      : steps[0]?.kind === 'open'
        ? []
        : ["    // Open the page that the steps begin on, such as: await page.goto('https://example.com/');"]),
    ...body.map((line) => `    ${line}`),
    '  } finally {',
    '    await context.close();',
    '  }',
    ...inTest.flatMap((each) => ['', ...HELPERS[each].map((line) => `  ${line}`)]),
    '});',
    ...(['fill', 'fromEnvironment', 'frameOf'] as const).flatMap((each) => (calls(each) ? ['', ...HELPERS[each]] : [])),
    '',
  ].join('\n');
}

function importsOf(calls: (helper: keyof typeof HELPERS) => boolean): string[] {
  const types = [...(calls('frameOf') ? ['Frame'] : []), ...(calls('fill') ? ['Locator'] : []), 'Page'];
  return ['chromium', 'expect', 'test', ...types.map((type) => `type ${type}`)];
}

const PLAYWRIGHT = '@playwright/test';
const NO_ERRORS = 'expect(errors).toEqual([]);';
/** Errors that nobody caught, on pages. */
const LISTENS = [
  '  const errors: string[] = [];',
  "  context.on('weberror', (webError) => {",
  '    const { stack = String(webError.error()) } = webError.error();',
  "    if (stack.includes('chrome-extension://')) errors.push(stack);",
  '  });',
];

/** What the test calls, if it does. */
const HELPERS = {
  worker: [
    'async function worker() {',
    "  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));",
    '}',
  ],
  pageOf: [
    '/** The address of a page of the extension. */',
    'async function pageOf(page: string): Promise<string> {',
    "  const manifest = JSON.parse(readFileSync(path.join(EXTENSION, 'manifest.json'), 'utf8'));",
    '  const named: Record<string, string | undefined> = {',
    '    popup: manifest.action?.default_popup,',
    '    options: manifest.options_ui?.page ?? manifest.options_page,',
    '    side_panel: manifest.side_panel?.default_path,',
    '  };',
    '  return new URL(named[page] ?? page, (await worker()).url()).href;',
    '}',
  ],
  fill: [
    'async function fill(field: Locator, text: string): Promise<void> {',
    "  if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(text);",
    '  else await field.fill(text);',
    '}',
  ],
  fromEnvironment: [
    'function fromEnvironment(name: string): string {',
    '  const text = process.env[name];',
    '  if (!text) throw new Error(`The environment variable ${name} is not set`);',
    '  return text;',
    '}',
  ],
  frameOf: [
    '/** The first frame in a page whose address begins so, once it is there. */',
    'async function frameOf(page: Page, start: string): Promise<Frame> {',
    '  const isMeant = (frame: Frame) => frame !== page.mainFrame() && frame.url().startsWith(start);',
    "  return page.frames().find(isMeant) ?? page.waitForEvent('framenavigated', isMeant);",
    '}',
  ],
} as const;

function linesOf(step: ResolvedStep): string[] {
  switch (step.kind) {
    case 'wait':
      return [`await page.waitForTimeout(${step.milliseconds});`];
    case 'click':
      return clickLines(step.click);
    case 'named':
      return namedLines(step);
    case 'type':
      return step.into
        ? located(step.into, (locator) => `await fill(${locator}, ${typed(step.text)});`)
        : [`await page.keyboard.insertText(${typed(step.text)});`];
    case 'press':
      return [`await page.keyboard.press(${quoted(keyOf(step.key))});`];
    case 'scroll':
      return [
        ...(step.at ? [`await page.mouse.move(${step.at.x}, ${step.at.y});`] : []),
        `await page.mouse.wheel(0, ${step.by});`,
      ];
    case 'open':
      return /^https?:/i.test(step.page)
        ? [`await page.goto(${quoted(step.page)});`]
        : ['page = await context.newPage();', `await page.goto(await pageOf(${quoted(step.page)}));`];
    case 'waitFor':
    case 'expect':
      return conditionLines(step.condition, step.timeout);
    case 'storage':
      return Object.entries(step.values).map(([area, keys]) =>
        keys === null
          ? `await (await worker()).evaluate(() => chrome.storage.${area}.clear());`
          : `await (await worker()).evaluate((items) => chrome.storage.${area}.set(items), ${jsonText(keys)});`,
      );
    case 'mock':
      return mockLines(step.mock);
    case 'screenshot':
      return [`await page.screenshot({ path: test.info().outputPath(${quoted(`${fileNameOf(step.name)}.png`)}) });`];
    case 'worker':
      return [notExported(step.action === 'stop' ? 'the worker is stopped here' : 'the worker is started here')];
    case 'upload':
      return [notExported(`another build is uploaded here, ${jsonText(step.file)}`)];
  }
}

function typed(text: string | EnvironmentText): string {
  return typeof text === 'string' ? quoted(text) : `fromEnvironment(${quoted(text.env)})`;
}

function clickLines({ x, y, button, clickType = 'click', clicks, holdKeys = [] }: Click): string[] {
  const options = optionsOf({ ...(button && { button }), ...(clicks !== undefined && { clickCount: clicks }) });
  const press =
    clickType === 'click'
      ? [`await page.mouse.click(${x}, ${y}${options && `, ${options}`});`]
      : [`await page.mouse.move(${x}, ${y});`, `await page.mouse.${clickType}(${options});`];
  return [
    ...holdKeys.map((key) => `await page.keyboard.down(${quoted(modifierOf(key))});`),
    ...press,
    ...holdKeys.map((key) => `await page.keyboard.up(${quoted(modifierOf(key))});`),
  ];
}

function namedLines({ target, click, timeout }: Extract<ResolvedStep, { kind: 'named' }>): string[] {
  const { x, y, button, clicks, holdKeys } = click;
  // What only listens for clicks has no role that Playwright knows.
  const isKnown = ROLES[target.role] !== undefined || /^[a-z]+$/.test(target.role);
  if (!(isKnown && scopeOf(target)) && x !== undefined && y !== undefined) return clickLines({ ...click, x, y });
  const options = optionsOf({
    ...(button && { button }),
    ...(clicks !== undefined && { clickCount: clicks }),
    ...(holdKeys && { modifiers: holdKeys.map(modifierOf) }),
    timeout,
  });
  return located(target, (locator) => `await ${locator}.click(${options});`);
}

function conditionLines(condition: Condition, timeout: number): string[] {
  switch (condition.kind) {
    case 'text':
      return [`await expect(page.locator('body')).toContainText(${quoted(condition.text)}, { timeout: ${timeout} });`];
    case 'visible':
      return located(condition.target, (locator) => `await expect(${locator}).toBeVisible({ timeout: ${timeout} });`);
    case 'address':
      return [`await expect(page).toHaveURL(${addressOf(condition.address)}, { timeout: ${timeout} });`];
    case 'storage':
      return Object.entries(condition.values).flatMap(([area, values]) => [
        'await expect',
        `  .poll(async () => (await worker()).evaluate((keys) => chrome.storage.${area}.get(keys), ${jsonText(Object.keys(values))}), { timeout: ${timeout} })`,
        `  .toEqual(${jsonText(values)});`,
      ]);
    case 'request':
      return [notExported(`requests to ${jsonText(condition.url)} are counted here`)];
    case 'noErrors':
      return [NO_ERRORS];
  }
}

/** What Playwright has nothing for. */
function notExported(what: string): string {
  return `// Not exported: ${what}.`;
}

/** Requests of the worker too, if Playwright is told to: PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS=1. */
function mockLines({ url, method, abort, status, headers, body, delay, times }: Mock): string[] {
  const does = [
    ...(method === undefined ? [] : [`if (route.request().method() !== ${quoted(method)}) return route.fallback();`]),
    ...(delay > 0 ? [`await new Promise((resolve) => setTimeout(resolve, ${delay}));`] : []),
    abort
      ? "await route.abort('internetdisconnected');"
      : `await route.fulfill({ status: ${status}, headers: ${jsonText(headers)}, body: ${jsonText(body)} });`,
  ];
  return [
    `await context.route(${addressOf(url)}, async (route) => {`,
    ...does.map((line) => `  ${line}`),
    times === undefined ? '});' : `}, { times: ${times} });`,
  ];
}

/** A name without what would lead elsewhere. */
function fileNameOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} _-]/gu, '_');
}

/** Roles that Chromium names in its own way. */
const ROLES: Readonly<Record<string, string>> = {
  ComboBoxMenuButton: 'combobox',
  PopUpButton: 'button',
  ToggleButton: 'button',
  DisclosureTriangle: 'button',
};

/** A line about an element; for one that Playwright can't find, a comment. */
function located(target: ElementName, lineOf: (locator: string) => string): string[] {
  const { role, name } = target;
  const scope = scopeOf(target);
  if (scope === undefined) return [notExported('a sandboxed frame without an address can’t be found')];
  return [lineOf(`${scope}.getByRole(${quoted(ROLES[role] ?? role)}, { name: ${quoted(name)}, exact: true })`)];
}

/** Where an element is searched: on the page, or in a frame by the beginning of its address. */
function scopeOf({ frame }: ElementName): string | undefined {
  if (frame === undefined) return 'page';
  const start = startOf(frame);
  return start === undefined ? undefined : `(await frameOf(page, ${quoted(start)}))`;
}

function startOf(frame: string): string | undefined {
  if (frame === EXTENSION_FRAME) return 'chrome-extension://';
  const origin = frame.replace(/^sandboxed ?/, '');
  if (origin === '') return undefined;
  return origin.endsWith(':') ? origin : `${origin}/`;
}

/** A key with its modifiers as Playwright has it: `Control+a`. */
function keyOf(text: string): string {
  const { key, held = [] } = writtenCombination(text) ?? {};
  return key ? [...held, key].map((each) => each.key).join('+') : text;
}

function modifierOf(name: HoldKey): string {
  return MODIFIER_KEYS.get(name)?.key ?? name;
}

/** A pattern with `*` as a regular expression of literals. */
function addressOf(address: string): string {
  if (!address.includes('*')) return quoted(address);
  const pattern = address
    .split('*')
    .map((part) =>
      part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped),
    )
    .join('.*');
  return `/^${pattern}$/`;
}

function optionsOf(options: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(options).map(
    ([key, value]) =>
      `${key}: ${typeof value === 'string' ? quoted(value) : JSON.stringify(value).replaceAll('"', "'")}`,
  );
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
}

/** As a literal of TypeScript. Nothing in it ends it or hides a part of it. */
function quoted(text: string): string {
  const json = jsonText(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${json.replaceAll("'", String.raw`\'`)}'`;
}
