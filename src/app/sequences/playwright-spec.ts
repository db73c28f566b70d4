import type { Click, HoldKey } from '../../core/click';
import { EXTENSION_FRAME, type ElementName } from '../../core/element-name';
import { escaped, jsonText } from '../../core/json';
import type { Mock } from '../../core/mock';
import { MODIFIER_KEYS, writtenCombination } from '../../core/keys';
import type { Condition } from '../../core/conditions';
import type { EnvironmentText } from '../../core/step-values';
import type { SequenceHead } from '../../core/sequence';
import type { ResolvedStep } from '../../core/steps';
import { HELPERS, helpersFor, type Helper } from './playwright-helpers';

interface Exported extends Pick<SequenceHead, 'start' | 'timeout' | 'tags' | 'skip' | 'setup'> {
  /** Of the sequence; the title of the test. */
  readonly name: string;
  readonly steps: readonly ResolvedStep[];
  /** The folder of the extension, as seen from that of the test; with `/`. */
  readonly extension: string;
  /** What a path in the sequence is, seen from the folder of the test; with `/`. */
  readonly pathOf: (file: string) => string;
}

/**
 * A sequence as a test for Playwright, with the extension in a browser of its own. What Playwright cannot find by name
 * stays a click at its point; what it cannot do is a comment that says so.
 */
export function playwrightSpec(exported: Exported): string {
  const { name, steps, extension, start, timeout, tags = [], skip, setup } = exported;
  const body = steps.flatMap((step) => linesOf(step, exported));
  const helpers = helpersFor(body);
  const has = (helper: Helper): boolean => helpers.includes(helper);
  const details =
    tags.length > 0
      ? `{ tag: [${tags.map((tag) => quoted(tag.startsWith('@') ? tag : `@${tag}`)).join(', ')}] }, `
      : '';
  return [
    `import { ${importsOf(has).join(', ')} } from ${quoted(PLAYWRIGHT)};`,
    ...filesOf(has),
    "import path from 'node:path';",
    '',
    '/** The unpacked extension. */',
    `const EXTENSION = path.resolve(__dirname, ${quoted(extension)});`,
    '',
    `test(${quoted(name)}, ${details}async () => {`,
    ...(skip === undefined ? [] : [`  test.skip(true, ${quoted(skip)});`]),
    ...(timeout === undefined ? [] : [`  test.setTimeout(${timeout});`]),
    ...(setup === undefined ? [] : [`  ${notExported(`the sequence ${jsonText(setup)} runs before`)}`]),
    ...folderOf(has),
    "  const context = await chromium.launchPersistentContext('', {",
    "    channel: 'chromium',",
    '    args: [',
    '      `--disable-extensions-except=${folder}`,',
    '      `--load-extension=${folder}`,',
    ...(has('upload') ? ["      '--enable-unsafe-extension-debugging',"] : []),
    '    ],',
    '  });',
    ...(body.includes(NO_ERRORS) ? LISTENS : []),
    ...(body.some((line) => line.includes(REQUESTS)) ? WATCHES : []),
    '  try {',
    `    ${body.includes(NEW_PAGE) ? 'let' : 'const'} page: Page = context.pages()[0] ?? (await context.newPage());`,
    ...beginningOf(start, steps).map((line) => `    ${line}`),
    ...body.map((line) => `    ${line}`),
    '  } finally {',
    '    await context.close();',
    '  }',
    ...helpers.flatMap((each) => (HELPERS[each].inTest ? ['', ...HELPERS[each].lines.map((line) => `  ${line}`)] : [])),
    '});',
    ...helpers.flatMap((each) => (HELPERS[each].inTest ? [] : ['', ...HELPERS[each].lines])),
    '',
  ].join('\n');
}

/** Whether the page that a sequence begins on has to be written into its test. */
export function needsStart({ start, steps }: Pick<Exported, 'start' | 'steps'>): boolean {
  return start === undefined && steps[0]?.kind !== 'open';
}

function beginningOf(start: string | undefined, steps: readonly ResolvedStep[]): string[] {
  if (start !== undefined) return [`await page.goto(${quoted(start)});`];
  return needsStart({ start, steps })
    ? ["// Open the page that the steps begin on, such as: await page.goto('https://example.com/');"]
    : [];
}

function importsOf(has: (helper: Helper) => boolean): string[] {
  const types = [...(has('frameOf') ? ['Frame'] : []), ...(has('fill') ? ['Locator'] : []), 'Page'];
  return ['chromium', 'expect', 'test', ...types.map((type) => `type ${type}`)];
}

function filesOf(has: (helper: Helper) => boolean): string[] {
  const names = [
    ...(has('upload') ? ['cpSync', 'mkdtempSync'] : []),
    ...(has('pageOf') ? ['readFileSync'] : []),
    ...(has('upload') ? ['rmSync'] : []),
  ];
  return [
    ...(names.length > 0 ? [`import { ${names.join(', ')} } from 'node:fs';`] : []),
    ...(has('upload') ? ["import { tmpdir } from 'node:os';"] : []),
  ];
}

/** An update is written over a copy. */
function folderOf(has: (helper: Helper) => boolean): string[] {
  if (!has('upload')) return ['  const folder = EXTENSION;'];
  return [
    "  const folder = mkdtempSync(path.join(tmpdir(), 'extension-'));",
    '  cpSync(EXTENSION, folder, { recursive: true });',
  ];
}

const PLAYWRIGHT = '@playwright/test';
const NEW_PAGE = 'page = await context.newPage();';
const NO_ERRORS = 'expect(errors).toEqual([]);';
/** Errors that nobody caught, on pages. */
const LISTENS = [
  '  const errors: string[] = [];',
  "  context.on('weberror', (webError) => {",
  '    const { stack = String(webError.error()) } = webError.error();',
  "    if (stack.includes('chrome-extension://')) errors.push(stack);",
  '  });',
];

const REQUESTS = 'requests.filter(';
/** Those that are answered by the test count too. */
const WATCHES = [
  '  const requests: string[] = [];',
  "  context.on('request', (request) => requests.push(request.url()));",
];

function linesOf(step: ResolvedStep, { pathOf }: Exported): string[] {
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
        : [NEW_PAGE, `await page.goto(await pageOf(${quoted(step.page)}));`];
    case 'waitFor':
    case 'expect':
      return conditionLines(step.condition, step.timeout);
    case 'storage':
      return Object.entries(step.values).map(([area, keys]) =>
        keys === null
          ? `await storage((tab) => tab.evaluate(() => chrome.storage.${area}.clear()));`
          : `await storage((tab) => tab.evaluate((items) => chrome.storage.${area}.set(items), ${jsonText(keys)}));`,
      );
    case 'mock':
      return mockLines(step.mock);
    case 'screenshot':
      return [`await page.screenshot({ path: test.info().outputPath(${quoted(`${fileNameOf(step.name)}.png`)}) });`];
    case 'worker':
      return [`await setWorkerRunning(${step.action === 'start'});`];
    case 'upload':
      return /\.(?:zip|crx)$/i.test(step.file)
        ? [notExported(`${jsonText(step.file)} is uploaded here; unpack it, and call upload() with its folder`)]
        : [`await upload(${quoted(pathOf(step.file))});`];
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
        `  .poll(() => storage((tab) => tab.evaluate((keys) => chrome.storage.${area}.get(keys), ${jsonText(Object.keys(values))})), { timeout: ${timeout} })`,
        `  .toEqual(${jsonText(values)});`,
      ]);
    case 'request': {
      const count = `${REQUESTS}(url) => ${patternOf(condition.url)}.test(url)).length`;
      const wanted = condition.times === undefined ? 'toBeGreaterThan(0)' : `toBe(${condition.times})`;
      return [`await expect.poll(() => ${count}, { timeout: ${timeout} }).${wanted};`];
    }
    case 'noErrors':
      return [NO_ERRORS, notExported('errors of the worker, of which Playwright doesn’t tell')];
  }
}

/** What Playwright has nothing for. */
function notExported(what: string): string {
  return `// Not exported: ${what}.`;
}

/** Requests of the worker too: older versions of Playwright need PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS=1. */
function mockLines({ url, method, abort, status, headers, body, delay, times }: Mock): string[] {
  const does = [
    ...(method === undefined ? [] : [`if (route.request().method() !== ${quoted(method)}) return route.fallback();`]),
    ...(delay > 0 ? [`await new Promise((resolve) => setTimeout(resolve, ${delay}));`] : []),
    abort
      ? "await route.abort('internetdisconnected');"
      : `await route.fulfill({ status: ${status}, headers: ${jsonText(headers)}, body: ${jsonText(body)} });`,
  ];
  return [
    `await context.route(${patternOf(url)}, async (route) => {`,
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

function addressOf(address: string): string {
  return address.includes('*') ? patternOf(address) : quoted(address);
}

/** An address as a regular expression of literals, in which `*` stands for any characters. */
function patternOf(address: string): string {
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
