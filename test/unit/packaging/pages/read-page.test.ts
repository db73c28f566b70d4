import assert from 'node:assert/strict';
import { readPage } from '../../../../src/packaging/manifest/pages';
import { LOADING, LOADING_NOTHING } from '../../../support/page-texts';

function loaded(html: string, page = 'popup.html'): readonly string[] {
  return readPage(page, html).files.map(({ kind, path }) => `${kind} ${path}`);
}

describe('The files that a page loads', () => {
  for (const [html, files] of Object.entries(LOADING))
    it(`are ${files.join(', ')} in ${html}`, () => assert.deepEqual(loaded(html), files));

  for (const html of LOADING_NOTHING) it(`are none in ${html}`, () => assert.deepEqual(loaded(html), []));

  it('are looked for from the page on', () => {
    const html =
      '<script src="a.js"></script><script src="../b.js"></script><script src="/c.js"></script><script src="../../../d.js"></script>';
    assert.deepEqual(loaded(html, 'pages/sub page/popup.html'), [
      'script pages/sub page/a.js',
      'script pages/b.js',
      'script c.js',
      'script d.js',
    ]);
  });

  it('stand at the place of the value, without its quotes', () => {
    const html = '<p>\n<script src="a.js"></script>';
    assert.deepEqual(readPage('popup.html', html).files, [
      { path: 'a.js', name: 'a.js', offset: html.indexOf('a.js'), length: 4, kind: 'script', page: 'popup.html' },
    ]);
  });

  for (const written of ['"A&amp;\u{1f600}.png"', "'A&amp;\u{1f600}.png'", 'A&amp;\u{1f600}.png'])
    it(`are named as they are written: ${written}`, () => {
      const html = `\r\n\u{1f600}<img =a==b alt \r\n SRC\r\n= \r\n${written} >`;
      const [file] = readPage('popup.html', html).files;
      const name = written.replaceAll(/["']/g, '');
      assert.deepEqual(
        [file?.path, file?.name, file?.offset, file?.length],
        ['A&\u{1f600}.png', name, html.indexOf(name), name.length],
      );
    });
});

describe('A script in a page', () => {
  for (const html of [
    '<script>start()</script>',
    '<SCRIPT type=module>import "./a.js"</SCRIPT>',
    '<script type="text/javascript">\n// Say so.\nstart();\n</script>',
  ]) {
    it(`is seen in ${html}`, () =>
      assert.deepEqual(readPage('popup.html', `<p>${html}`).inlineScript, { offset: 3, length: '<script'.length }));
  }

  const silent = [
    '<script></script>',
    '<script> \n </script>',
    '<script>/* none */ // none</script>',
    '<script src="a.js">ignored()</script>',
    '<script type="application/json">{ "a": 1 }</script>',
    '<script type="text/template"><p></script>',
    '<script type="importmap">{}</script>',
    '<script type="speculationrules">{}</script>',
    '<script nomodule>a()</script>',
    '<!-- <script>a()</script> -->',
    '<template><script>a()</script></template>',
    '<svg><script>a()</script></svg>',
    '<script>a()',
  ];
  for (const html of silent)
    it(`is not seen in ${html}`, () => assert.equal(readPage('popup.html', html).inlineScript, undefined));
});

describe('A script from another address', () => {
  for (const src of [
    'https://example.com/a.js',
    'http://example.com/a.js',
    '//example.com/a.js',
    'http://localhost:5173/@vite/client',
    ' HTTPS://example.com/a.js',
  ]) {
    it(`is seen at ${src}`, () =>
      assert.deepEqual(readPage('popup.html', `<script src="${src}"></script>`).remoteScripts, [
        { offset: '<script src="'.length, length: src.length },
      ]));
  }

  for (const src of ['/a.js', 'https://{{ host }}/a.js', 'data:text/javascript,a()']) {
    it(`is not seen at ${src}`, () =>
      assert.deepEqual(readPage('popup.html', `<script src="${src}"></script>`).remoteScripts, []));
  }

  it('is not an image, a style sheet or data', () => {
    assert.deepEqual(
      readPage(
        'popup.html',
        '<img src="https://example.com/a.png"><link rel="stylesheet" href="https://example.com/a.css"><script type="application/json" src="https://example.com/a.json"></script>',
      ).remoteScripts,
      [],
    );
  });
});

type Page = (size: number) => string;

const filled =
  (piece: string): Page =>
  (size) =>
    piece.repeat(size / piece.length);
const within =
  (start: string, piece: string, end: string): Page =>
  (size) =>
    start + filled(piece)(size) + end;

function took(html: string): number {
  const start = performance.now();
  readPage('popup.html', html);
  return performance.now() - start;
}

describe('A page that is made to keep us busy', () => {
  /** The largest that is read. */
  const SIZE = 1024 * 1024;
  /** A page of eight times the size takes eight times as long, but 64 times if the time grew with the square. */
  const [EIGHTFOLD, LIMIT] = [8, 32];

  const pages: Readonly<Record<string, Page>> = {
    'elements that are closed in the wrong order': filled('<a><b><table><p></a>'),
    'open elements': filled('<font><i>'),
    // In the tree of such a page, each paragraph has all these elements again.
    'paragraphs with the elements of an earlier one': (size) =>
      `<p>${Array.from({ length: size / 32 }, (_, index) => `<b c=${index}>`).join('')}</p>${filled('<p>x</p>')(size / 2)}`,
    templates: filled('<template>'),
    'templates, and what closes none of them': (size) => filled('<template>')(size / 2) + filled('</math>')(size / 2),
    'pictures, and text in them': filled('<svg><title>'),
    'other attributes': (size) => `<img ${Array.from({ length: size / 8 }, (_, index) => `a${index}=b`).join(' ')}>`,
    'one attribute': within('<img ', 'a=b ', '>'),
    'equals signs': within('<img src=', '=', '>'),
    'images without an end': filled('<img src="'),
    'images without quotes': filled('<img src=a '),
    comments: filled('<!--'),
    'ends of comments': within('<!--', '--!', ''),
    '/*a in a script': within('<script>', '/*a', '</script>'),
    '/**/ in a script': within('<script>', '/**/', '</script>'),
    '<!-- in a script': within('<script>', '<!--', '</script>'),
    'scripts in a script': within('<script>', '<!--<script>', '</script>'),
    'scripts without an end': filled('<script>'),
    'half an end in a title': within('<title>', '</titl', ''),
    'character references': within('<img src="', '&amp;&#46&notin', '">'),
    'half of character references': within('<img src="', '&CounterClockwiseContourIntegra', '">'),
    'line breaks': filled('\r\n'),
    'pairs of surrogates': within('<img src="', '\u{1f600}', '">'),
    zeros: filled('\0'),
  };

  for (const [what, page] of Object.entries(pages)) {
    it(`is read in a time that grows with its size: ${what}`, () => {
      const growth: number[] = [];
      // A process may have to wait in one of the two.
      while (growth.length < 5 && !growth.some((times) => times < LIMIT)) {
        const small = took(page(SIZE / EIGHTFOLD));
        growth.push(took(page(SIZE)) / small);
      }
      assert.ok(
        growth.some((times) => times < LIMIT),
        `grows ${growth.join(', ')} times for ${EIGHTFOLD} times the size`,
      );
    });
  }

  it('holds a script, or none', () => {
    const holding = Object.entries(pages).filter(([, page]) => readPage('popup.html', page(SIZE)).inlineScript);
    assert.deepEqual(
      holding.map(([what]) => what),
      ['/*a in a script'],
    );
  });
});
