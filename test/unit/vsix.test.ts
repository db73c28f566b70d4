import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { listFiles, PackageManager } from '@vscode/vsce';
import { openPromise, type Entry } from 'yauzl';
import { readMarkdown } from './markdown';

const VSIX = path.resolve('dist/browser-sessions.vsix');

describe('The packaged extension', () => {
  it('carries these files and no other', async () => {
    // vsce reads every file below the folder before it applies the allow-list.
    const files = await listFiles({ packageManager: PackageManager.None });
    assert.ok(files.some(isLoadedWhenNeeded));
    assert.ok(files.includes('docs/README.md'));
    assert.deepEqual(
      files
        .filter((file) => ![isLoadedWhenNeeded, isOfManual, isOfWalkthrough, isOfSamples].some((is) => is(file)))
        .toSorted(),
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'ThirdPartyNotices.txt',
        'dist/cli.mjs',
        'dist/extension.js',
        'dist/local-service.mjs',
        'dist/packaging-thread.cjs',
        'dist/screen/codicon.ttf',
        'dist/screen/screen.css',
        'dist/screen/screen.js',
        'l10n/bundle.l10n.json',
        'media/activity-bar.svg',
        'media/icon.png',
        'media/screen-dark.svg',
        'media/screen-light.svg',
        'package.json',
        'package.nls.json',
        'schemas/manifest.schema.json',
        'schemas/points.schema.json',
        'schemas/sequence.schema.json',
        'skills/browser-sessions/SKILL.md',
      ],
    );
  });

  it('has less than 1.7 MB without pictures and manual, and 5 MB with them, with the local service in it', async () => {
    const entries = await entriesOf(VSIX);
    assert.ok(entries.some(({ fileName }) => fileName === 'extension/dist/local-service.mjs'));
    const code = sizeOf(entries.filter(({ fileName }) => !/^extension\/(docs|media\/walkthrough)\//.test(fileName)));
    assert.ok(code < 1_700_000, `${code} bytes`);
    assert.ok(sizeOf(entries) < 5_000_000, `${sizeOf(entries)} bytes`);
  });

  // A marketplace shows the texts, but no file that they name.
  it('has in its README and its CHANGELOG only links and pictures of the web', async () => {
    for (const name of ['readme', 'changelog']) {
      const { links, pictures } = readMarkdown(await textIn(VSIX, `extension/${name}.md`));
      assert.equal(pictures.length > 0, name === 'readme');
      assert.deepEqual(
        [...links, ...pictures].filter((link) => !link.startsWith('https://') && !link.startsWith('#')),
        [],
      );
    }
  });

  it('names what its bundles contain of others, each with its license, and nothing else', async () => {
    const notices = await textIn(VSIX, 'extension/ThirdPartyNotices.txt');
    const [, ...blocks] = notices.split(/^={80}$/m);
    const named = blocks.map((block) => /^\n(\S+) \S+ \(\S+\)\n/.exec(block)?.[1] ?? block);
    assert.deepEqual(
      [...importedPackages(), '@vscode/codicons'].filter((name) => !named.includes(name)),
      [],
    );
    // A package of a package, and packages that only build and test.
    assert.ok(named.includes('readable-stream'));
    assert.deepEqual(
      ['esbuild', 'playwright-core', 'mocha', '@vscode/vsce'].filter((name) => named.includes(name)),
      [],
    );
    assert.deepEqual(
      blocks.filter((block) => !/copyright/i.test(block) && !/Blue Oak Model License|creative commons/i.test(block)),
      [],
    );
    assert.deepEqual(
      blocks.filter((block) => !/as[ -]is/i.test(block)),
      [],
    );
  });

  it('ships no source map, and no word of where it was built', async () => {
    const service = await readFile(path.resolve('dist/local-service.mjs'), 'utf8');
    assert.ok(!service.includes('sourceMappingURL'));
    assert.ok(!service.includes(process.cwd()));
  });
});

/** Whether the file is a part of the extension that is loaded lazily. */
function isLoadedWhenNeeded(file: string): boolean {
  return /^dist\/chunks\/[\w.-]+\.js$/.test(file);
}

function isOfManual(file: string): boolean {
  return /^docs\/([\w-]+\.md|pictures\/[\w-]+\.\w+)$/.test(file);
}

function isOfWalkthrough(file: string): boolean {
  return /^media\/walkthrough\/[\w-]+\.png$/.test(file);
}

/** All of them are small texts, and an icon. */
function isOfSamples(file: string): boolean {
  return /^samples\/(wxt|crxjs|plasmo|extension-js)\/([\w.-]+\/)*[\w.-]+$/.test(file);
}

async function entriesOf(zip: string): Promise<Entry[]> {
  const file = await openPromise(zip);
  const found: Entry[] = [];
  for await (const entry of file.eachEntry()) found.push(entry);
  return found;
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
}

async function textIn(zip: string, name: string): Promise<string> {
  const file = await openPromise(zip);
  for await (const entry of file.eachEntry())
    if (entry.fileName === name) return text(await file.openReadStreamPromise(entry));
  throw new Error(`${zip} has no ${name}.`);
}

/** The packages that a file of the source imports, apart from types and the editor. */
function importedPackages(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const imported = sources.flatMap((file) => {
    const source = readFileSync(path.join('src', file), 'utf8').replaceAll(/^import type [^;]*;/gm, '');
    return [...source.matchAll(/(?:from\s+|import\(\s*)'(@[^/']+\/[^/']+|[^.@/'][^/']*)/g)].map(
      ([, name]) => name ?? '',
    );
  });
  return [...new Set(imported)].filter(
    (name) => name !== 'vscode' && !name.includes(':') && !builtinModules.includes(name),
  );
}
