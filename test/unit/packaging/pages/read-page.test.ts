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

describe('A page that is made to keep us busy', () => {
  const PIECES = 1_000_000;
  // If the time grew with the square of the pieces, each of these would take minutes.
  const pages: [string, string, boolean][] = [
    ['/*a in a script', `<script>${'/*a'.repeat(PIECES)}</script>`, true],
    ['/**/ in a script', `<script>${'/**/'.repeat(PIECES)}</script>`, false],
    ['<!-- in a script', `<script>${'<!--'.repeat(PIECES)}</script>`, false],
    [
      'templates, and styles in them',
      `${'<template>'.repeat(PIECES)}${'<style></style>'.repeat(PIECES)}${'</svg>'.repeat(PIECES)}`,
      false,
    ],
    ['comments', '<!--'.repeat(PIECES), false],
  ];
  for (const [what, html, holdsScript] of pages) {
    it(`with ${PIECES} ${what} is read`, () => {
      assert.equal(readPage('popup.html', html).inlineScript !== undefined, holdsScript);
    });
  }
});
