import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULTS, MANUAL_PAGES, SECTION } from '../../src/ui/editor/contributed';
import { readMarkdown, type MarkdownPage } from './markdown';

const { posix } = path;
const MANUAL = readdirSync('docs').flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : []));
const SAMPLES = readdirSync('samples').map((name) => `samples/${name}/README.md`);
const PAGES = new Map(
  ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'SUPPORT.md', ...SAMPLES, ...MANUAL].map((file) => [
    file,
    readMarkdown(readFileSync(file, 'utf8')),
  ]),
);
const PICTURES = 'docs/pictures';

const isOutside = (link: string): boolean => /^[a-z][a-z+.-]*:/i.test(link);

/** The file of the repository that a relative link is about, and the place in it. */
function targetOf(page: string, link: string): { readonly file: string; readonly anchor: string } {
  const [file = '', anchor = ''] = link.split('#').map(decodeURIComponent);
  return { file: file === '' ? page : posix.join(posix.dirname(page), file), anchor };
}

/** What is wrong with a link of a page, or nothing. */
function mistakeIn(page: string, link: string): string[] {
  if (isOutside(link)) return link.startsWith('https://') ? [] : [`${page}: ${link} is no address of the web`];
  const { file, anchor } = targetOf(page, link);
  if (file.startsWith('..') || !existsSync(file)) return [`${page}: ${link} leads to no file`];
  const isThere = anchor === '' || PAGES.get(file)?.anchors.has(anchor) === true;
  return isThere ? [] : [`${page}: ${link} leads to no heading`];
}

function mistakes(of: (page: MarkdownPage) => readonly string[]): string[] {
  return [...PAGES].flatMap(([file, page]) => of(page).flatMap((link) => mistakeIn(file, link)));
}

describe('README, manual, CONTRIBUTING and CHANGELOG', () => {
  it('are read with their links, pictures and headings, in Markdown and in HTML', () => {
    const text = [
      '# A *first* heading\n## A first heading\n[one](a.md#b) ![two](c.png) `[three](d.md)`',
      '<a id="here" href="e.md"><picture><source srcset="f.png 2x, g.png"><img src="h.png"></picture></a>',
    ].join('\n\n');
    assert.deepEqual(readMarkdown(text), {
      links: ['a.md#b', 'e.md'],
      pictures: ['c.png', 'h.png', 'f.png', 'g.png'],
      anchors: new Set(['a-first-heading', 'a-first-heading-1', 'here']),
    });
  });

  it('lead to files and headings that exist', () => {
    assert.ok(PAGES.get('README.md')?.links.some((link) => link.startsWith('docs/')));
    assert.deepEqual(
      mistakes(({ links }) => links),
      [],
    );
  });

  it('show pictures that exist', () => {
    assert.ok(PAGES.get('README.md')?.pictures.length);
    assert.deepEqual(
      mistakes(({ pictures }) => pictures),
      [],
    );
  });

  // The package has the manual as it is, but neither CONTRIBUTING.md nor a README.md of this name; and the editor's
  // preview shows no picture that is outside the folder of its page.
  it('stay, in the manual, within its folder, as the installed extension shows it', () => {
    const outside = MANUAL.flatMap((file) => {
      const { links = [], pictures = [] } = PAGES.get(file) ?? {};
      return [...links, ...pictures]
        .filter((link) => !isOutside(link) && !targetOf(file, link).file.startsWith('docs/'))
        .map((link) => `${file}: ${link}`);
    });
    assert.deepEqual(outside, []);
  });

  it('have every page of the manual in its table of contents', () => {
    const listed = PAGES.get('docs/README.md')?.links.map((link) => targetOf('docs/README.md', link).file);
    assert.deepEqual(
      MANUAL.filter((file) => file !== 'docs/README.md' && !listed?.includes(file)),
      [],
    );
  });

  it('have the pages that the extension leads to', () => {
    assert.deepEqual(
      MANUAL_PAGES.filter((page) => !MANUAL.includes(`docs/${page}.md`)),
      [],
    );
  });

  it('show each of their pictures somewhere', () => {
    const shown = new Set(
      [...PAGES].flatMap(([file, { pictures }]) => pictures.map((each) => targetOf(file, each).file)),
    );
    const there = readdirSync(PICTURES).map((file) => `${PICTURES}/${file}`);
    assert.deepEqual(
      there.filter((file) => !shown.has(file)),
      [],
    );
  });
});

describe('The tables of the manual', () => {
  it('are what package.json says, and say what each command does', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/manual.mjs', '--check'], { encoding: 'utf8' });
    assert.deepEqual([stderr, status], ['', 0]);
  });

  it('have a row for each command that is found somewhere, and one for each setting', () => {
    const commands = readFileSync('docs/commands.md', 'utf8');
    assert.match(
      commands,
      /^\| Upload Again \| [^|]+ \| palette · Explorer · row of an upload \| `Ctrl\+Shift\+F9` \(macOS: `Cmd\+Shift\+F9`\) \|$/m,
    );
    assert.match(commands, /^\| Open Manual \| [^|]+ \| palette · `…` of every view \|/m);
    const settings = readFileSync('docs/settings.md', 'utf8');
    for (const name of Object.keys(DEFAULTS))
      assert.match(settings, new RegExp(`^\\| \`${SECTION}\\.${name}\` \\|`, 'm'));
  });
});
