import assert from 'node:assert/strict';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkWithChromium, type ChromiumVerdict } from '../../../src/app/check-with-chromium';
import { CHROMIUM_VARIABLE, findChromium } from '../../../src/chromium/find-chromium';
import { english } from '../../../src/core/message';
import { inspectExtension } from '../../../src/packaging';
import { nightly } from '../../support/nightly';
import { until } from '../../support/until';
import { change, lay, type Case } from '../../verdicts/case';
import { atOnce } from '../at-once';
import { processesOf } from '../../support/processes';
import { temporaryFolder } from '../../support/temporary-folder';

const { signal } = new AbortController();
const RULES = {
  permissions: ['declarativeNetRequest'],
  declarative_net_request: { rule_resources: [{ id: 'r', enabled: true, path: 'rules.json' }] },
};
const RULE = { id: 1, priority: 1, action: { type: 'block' }, condition: { urlFilter: 'ads' } };

function files(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`data/${index % 100}/${index}.txt`, `${index}`]),
  );
}

/** The folders and processes that this process has left over. */
async function left(): Promise<string[]> {
  const own = (await readdir(tmpdir())).filter((name) => name.startsWith(`browser-sessions-${process.pid}-`));
  return [...own, ...processesOf(process.pid).map(String)];
}

describe('Check with Chromium, on a real one', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));
  // A process that was killed may still be ending.
  afterEach('nothing is left of it', () => until('all is removed', async () => (await left()).length === 0));

  async function check(each: Case, executable?: string): Promise<ChromiumVerdict> {
    await lay(folder, each);
    const inspection = await inspectExtension(folder, {}, signal);
    return checkWithChromium({ folder, inspection, executable }, signal);
  }

  /** The file and the text at the place of the problem. */
  async function pointedAt({ problem }: ChromiumVerdict): Promise<[string | undefined, string | undefined]> {
    const { file, line = 1, column = 1, length } = problem ?? { file: '' };
    const text = (await readFile(path.join(folder, file), 'utf8')).split('\n')[line - 1] ?? '';
    return [problem?.file, text.slice(column - 1, length && column - 1 + length)];
  }

  it('tells the version, and that a good extension loads; what stays out of the zip is not asked about', async () => {
    const ruled = change('rules', RULES, { 'rules.json': [RULE], '__MACOSX/Chromium would refuse this': '' });
    const verdict = await check(ruled);
    assert.match(verdict.chromium, /^\d+(\.\d+){3}$/);
    assert.deepEqual([verdict.refused, verdict.problem], [undefined, undefined]);
    assert.ok(verdict.took > 0, `${verdict.took} ms`);
    // Chromium writes into what it loads, which is a copy.
    const laid = new Set(Object.keys(ruled.files).map((file) => file.replace(/\/.*/, '')));
    assert.deepEqual((await readdir(folder)).toSorted(), [...laid].toSorted());
  });

  // Which words lead to which place is tested without a browser: test/unit/packaging/chromium-errors.
  const refused: [Case, RegExp, [string, string]][] = [
    [
      change('a match pattern', {
        content_scripts: [{ matches: ['https://ok.com/*', 'nonsense'], js: ['content.js'] }],
      }),
      /content_scripts\[0\]\.matches\[1\]/,
      ['manifest.json', '"nonsense"'],
    ],
    [
      change(
        'broken messages',
        { default_locale: 'en' },
        { '_locales/en/messages.json': '{\n  "a": { "message": "x" },\n}' },
      ),
      /trailing comma/,
      ['_locales/en/messages.json', '}'],
    ],
    [change('a reserved name', {}, { '_private/x.js': '' }), /reserved/, ['_private/x.js', '']],
  ];
  for (const [each, words, place] of refused) {
    it(`points at what it refuses, in the folder as the person knows it: ${each.name}`, async () => {
      const verdict = await check(each);
      assert.match(verdict.refused ?? '', words);
      // And not the copy.
      assert.doesNotMatch(verdict.refused ?? '', new RegExp(tmpdir()));
      assert.deepEqual(await pointedAt(verdict), place);
      assert.deepEqual(
        [verdict.problem?.severity, verdict.problem?.code, verdict.problem?.source],
        ['error', 'chromium', `Chromium ${verdict.chromium.split('.')[0]}`],
      );
    });
  }

  it('tells of an extension that ends Chromium itself', async () => {
    const verdict = await check(
      change('an array of messages', { default_locale: 'en' }, { '_locales/en/messages.json': '[]' }),
    );
    // Chromium 150 crashes; a later version may report a message.
    assert.match(english(verdict.problem?.message ?? { template: '', args: [] }), /crashed|messages\.json/);
  });

  it('gives the browser no token', async () => {
    const seen = path.join(folder, 'environment');
    const browser = path.join(folder, 'browser.sh');
    await writeFile(browser, `#!/bin/sh\nenv > '${seen}'\nexec '${findChromium() ?? ''}' "$@"\n`);
    await chmod(browser, 0o755);
    const before = {
      BROWSER_SESSIONS_TOKEN: process.env['BROWSER_SESSIONS_TOKEN'],
      KERNEL_API_KEY: process.env['KERNEL_API_KEY'],
    };
    Object.assign(process.env, {
      BROWSER_SESSIONS_TOKEN: 'not-for-a-browser-1',
      KERNEL_API_KEY: 'not-for-a-browser-2',
    });
    try {
      await check(change('good', {}), browser);
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    const environment = await readFile(seen, 'utf8');
    assert.match(environment, /^PATH=/m);
    assert.doesNotMatch(environment, /not-for-a-browser/);
  });

  it('says what to do where the variable names no browser', async () => {
    const before = process.env[CHROMIUM_VARIABLE];
    process.env[CHROMIUM_VARIABLE] = '/nowhere/chromium';
    try {
      await assert.rejects(check(change('good', {})), /No browser at \/nowhere\/chromium\.$/);
    } finally {
      if (before === undefined) delete process.env[CHROMIUM_VARIABLE];
      else process.env[CHROMIUM_VARIABLE] = before;
    }
  });

  it('says what to do where a program is no browser', async () => {
    await assert.rejects(check(change('good', {}), '/bin/true'), {
      name: 'UserError',
      message: /\/bin\/true didn’t start as a browser.* Set browserSessions\.chromium/,
    });
  });

  nightly('bears a folder of 10,000 files', async () => {
    assert.equal((await check(change('many', {}, files(10_000)))).refused, undefined);
  });

  describe('cancelled', () => {
    const good = change('good', {});
    const moments: [string, Case, () => Promise<void>][] = [
      ['before it begins', good, async () => {}],
      [
        'while it copies',
        change('many', {}, files(1000)),
        () => until('a copy has begun', async () => (await left()).length > 0),
      ],
      ['while Chromium starts', good, () => until('a browser has started', () => processesOf(process.pid).length > 0)],
      [
        'while Chromium works',
        good,
        () => until('a page of the browser runs', () => processesOf(process.pid).length > 3),
      ],
    ];
    it('before it is asked: asks nothing', async () => {
      await lay(folder, good);
      const inspection = await inspectExtension(folder, {}, signal);
      await assert.rejects(checkWithChromium({ folder, inspection }, AbortSignal.abort()), { name: 'Cancelled' });
      assert.deepEqual(await left(), []);
    });

    for (const [when, each, moment] of moments) {
      it(`${when}: answers at once and leaves nothing`, async () => {
        await lay(folder, each);
        const inspection = await inspectExtension(folder, {}, signal);
        let came: string;
        // It may be done before the moment was seen.
        do {
          const controller = new AbortController();
          const checking = checkWithChromium({ folder, inspection }, controller.signal).then(
            () => 'done',
            (error: Error) => error.name,
          );
          await Promise.race([moment(), checking]);
          controller.abort();
          came = await atOnce(checking);
        } while (came === 'done');
        assert.equal(came, 'Cancelled');
      });
    }
  });

  nightly('may be asked twice at once: neither takes the folder of the other away', async () => {
    await lay(folder, change('several', {}, files(200)));
    const inspection = await inspectExtension(folder, {}, signal);
    const first = checkWithChromium({ folder, inspection }, signal);
    await until('the first has its folder', async () => (await left()).length > 0);
    const verdicts = await Promise.all([first, checkWithChromium({ folder, inspection }, signal)]);
    assert.deepEqual(
      verdicts.map(({ refused: words }) => words),
      [undefined, undefined],
    );
  });
});
