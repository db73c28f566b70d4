import assert from 'node:assert/strict';
import { english } from '../../../../src/core/message';
import { inspectExtension } from '../../../../src/packaging/inspect';
import { accessProblems, questionsOf } from '../../../../src/packaging/update/access';
import { compareVersions, type Comparison, type Version } from '../../../../src/packaging/update/compare';
import { addedHosts } from '../../../../src/packaging/update/host-sets';
import { isCovered } from '../../../../src/packaging/verdict/manifest/match-pattern';
import { manifest, writeFiles, type FileContents } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

const { signal } = new AbortController();

async function version(files: FileContents): Promise<Version> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return { folder, files: (await inspectExtension(folder, {}, signal)).files };
}

async function compare(
  before: object,
  after: object,
  [old, now]: readonly [FileContents, FileContents] = [{}, {}],
): Promise<Comparison> {
  const [one, other] = await Promise.all([
    version({ 'manifest.json': manifest('Compared', before), ...old }),
    version({ 'manifest.json': manifest('Compared', { version: '2.0', ...after }), ...now }),
  ]);
  return compareVersions(one, other, signal);
}

/** `file:line code: words` of each problem. */
async function told(...args: Parameters<typeof compare>): Promise<string[]> {
  const { problems } = await compare(...args);
  return problems.map(({ file, line = 1, code, message }) => `${file}:${line} ${code}: ${english(message)}`);
}

function scripts(...matches: string[]): object {
  return { content_scripts: [{ matches, js: ['a.js'] }] };
}

function patterns(prefix: string): string[] {
  return Array.from({ length: 50_000 }, (_, index) => `https://${prefix}${index}.example.com/*`);
}

function large(prefix: string): object {
  return {
    host_permissions: patterns(prefix),
    content_scripts: [{ matches: patterns(prefix), js: ['a.js'] }],
    permissions: patterns(prefix),
    web_accessible_resources: [{ resources: patterns('*a*').map((each) => `${each}*b*`), matches: ['<all_urls>'] }],
  };
}

describe('A comparison with the old version', () => {
  it('says nothing of a new version that takes nothing and needs nothing', async () => {
    const same = { permissions: ['tabs'], host_permissions: ['https://a.com/*'] };
    const { problems, access } = await compare(same, { ...same, description: 'Better' });
    assert.deepEqual([problems, questionsOf(access)], [[], []]);
  });

  it('tells a version that is not higher, part by part as a number', async () => {
    assert.deepEqual(await told({ version: '1.9' }, { version: '1.10' }), []);
    assert.deepEqual(await told({ version: '1.0.0' }, { version: '1.0.0.1' }), []);
    assert.deepEqual(await told({ version: '1.10' }, { version: '1.9' }), [
      'manifest.json:4 update-version: Version 1.9 isn’t higher than 1.10, so nobody gets it as an update. Increase “version”.',
    ]);
    assert.equal((await told({ version: '1.0' }, { version: '1.0.0' })).length, 1);
  });

  it('tells another key, a newer Chrome, and a locale that is gone', async () => {
    const messages = { '_locales/en/messages.json': { a: { message: 'b' } } };
    const found = await told(
      { key: 'QUJD', default_locale: 'en', minimum_chrome_version: '120' },
      { key: 'QUJE', minimum_chrome_version: '130.1' },
      [messages, {}],
    );
    assert.deepEqual(
      found.map((each) => each.replace(/: .*/, '')),
      ['manifest.json:5 update-id', 'manifest.json:6 update-chromium', 'manifest.json:1 update-locale'],
    );
    assert.match(found[1] ?? '', /Users of Chrome 120 up to 130\.1 don’t get this update/);
  });

  it('tells of content scripts that go to fewer or other sites, as sets', async () => {
    const files = { 'a.js': '' };
    const words = (before: object, after: object): Promise<string[]> => told(before, after, [files, files]);
    assert.deepEqual(await words(scripts('https://a.com/*', 'http://a.com/*'), scripts('*://a.com/*')), []);
    assert.deepEqual(await words(scripts('https://x.a.com/*'), scripts('https://*.a.com/*')), []);
    assert.deepEqual(await words(scripts('https://a.com/*', 'https://b.com/*'), scripts('https://a.com/*')), [
      'manifest.json:5 update-sites: Content scripts no longer run on https://b.com/*. Add what is still needed.',
    ]);
    // What Chrome asks for is told as that.
    assert.deepEqual(await words(scripts('https://a.com/*'), scripts('https://a.com/*', 'https://b.com/*')), []);
    const all = { host_permissions: ['<all_urls>'] };
    assert.match(
      (await words({ ...all, ...scripts('https://a.com/*') }, { ...all, ...scripts('*://*/*') })).join(),
      /now also run on \*:\/\/\*\/\*/,
    );
  });

  it('tells of pages and of files for web pages that are gone', async () => {
    const old = { 'options.html': '', 'about.html': '', 'kept.html': '', 'img/a.png': 'a', 'img/b.png': 'b' };
    const now = { 'kept.html': '', 'settings.html': '', 'img/a.png': 'a' };
    const resources = { web_accessible_resources: [{ resources: ['img/*'], matches: ['<all_urls>'] }] };
    assert.deepEqual(
      await told(
        { ...resources, options_ui: { page: 'options.html' } },
        { ...resources, options_ui: { page: 'settings.html' } },
        [old, now],
      ),
      [
        'manifest.json:15 update-page: options.html is gone, which “options_ui.page” led to. Bookmarks and open tabs that lead there show an error. Keep a page that leads on.',
        'manifest.json:1 update-page: Pages are gone: about.html. Bookmarks and open tabs that lead there show an error. Keep a page that leads on.',
        'manifest.json:5 update-resource: Web pages can no longer load img/b.png. Pages that are open, and sites that use them, fail. Keep them in “web_accessible_resources” while they are used.',
      ],
    );
  });

  it('tells what grew, and hosts that the code did not name before', async () => {
    const words = await told({}, {}, [
      { 'a.js': 'fetch("https://api.a.com/1")' },
      {
        'a.js': `fetch("https://api.a.com/2");\nfetch("https://t.b.io/c");// http://www.w3.org/x\n`,
        'b.bin': 'x'.repeat(200_000),
      },
    ]);
    assert.equal(words.length, 2);
    assert.match(words[0] ?? '', /^b\.bin:1 update-size: The package grew from .* to .*, most by b\.bin \(\+/);
    assert.match(words[1] ?? '', /^a\.js:2 update-address: The code names hosts that it didn’t before: t\.b\.io\./);
  });

  it('asks a browser only about what is new, with nothing else of the extension', async () => {
    const { access } = await compare(
      { permissions: ['tabs'], background: { service_worker: 'a.js' } },
      { permissions: ['tabs', 'history'], host_permissions: ['https://a.com/*'] },
      [{ 'a.js': '' }, {}],
    );
    const [before, after, ...added] = questionsOf(access).map((question): Record<string, unknown> =>
      JSON.parse(question),
    );
    assert.deepEqual(before, {
      manifest_version: 3,
      name: 'Question',
      version: '1',
      permissions: ['tabs'],
      host_permissions: [],
    });
    assert.deepEqual(after?.['host_permissions'], ['https://a.com/*']);
    assert.deepEqual(added, [{ ...before, permissions: ['tabs', 'history'] }]);
    assert.deepEqual(
      accessProblems(access, undefined).map(({ severity, line }) => [severity, line]),
      [
        ['warning', 7],
        ['error', 10],
      ],
    );
  });

  it('compares manifests that are made to be slow in bounded time', async () => {
    const { problems, access } = await compare(large('a'), large('b'), [{ 'a.js': '' }, { 'a.js': '' }]);
    assert.ok(problems.length < 10 && questionsOf(access).length < 100);
    for (const question of questionsOf(access)) assert.ok(question.length < 1_000_000);
  });
});

describe('Hosts, as sets', () => {
  it('are added only if the old ones do not have them', () => {
    assert.deepEqual(addedHosts(['<all_urls>'], ['https://a.com/*']), []);
    assert.deepEqual(addedHosts(['*://*.a.com/*'], ['https://x.a.com/*', 'https://a.com/*', 'https://ba.com/*']), [
      'https://ba.com/*',
    ]);
    assert.deepEqual(addedHosts(['http://127.0.0.1/*'], ['http://127.0.0.2/*']), ['http://127.0.0.2/*']);
    assert.deepEqual(addedHosts(['http://localhost/*'], ['http://localhost:3000/*', 'nonsense']), []);
  });

  it('cover a pattern by scheme, host and path', () => {
    assert.ok(isCovered('https://a.com/x/*', ['https://a.com/*']));
    assert.ok(isCovered('*://a.com/*', ['http://a.com/*', 'https://*.a.com/*']));
    assert.ok(!isCovered('https://*.a.com/*', ['https://a.com/*']));
    assert.ok(!isCovered('https://ba.com/*', ['https://*.a.com/*']));
    assert.ok(!isCovered('https://a.com/*', ['https://a.com/x/*']));
    assert.ok(isCovered('file:///*', ['<all_urls>']));
  });
});
