import assert from 'node:assert/strict';
import { readPage } from '../../../../src/packaging/manifest/page-files';

function loaded(html: string, page = 'popup.html'): readonly string[] {
  return readPage(page, html).files.map(({ kind, path }) => `${kind} ${path}`);
}

describe('The files that a page loads', () => {
  const found: Readonly<Record<string, readonly string[]>> = {
    '<script src="a.js"></script>': ['script a.js'],
    '<script type="module" src=./lib/a.mjs></script>': ['script lib/a.mjs'],
    '<SCRIPT SRC=\'/a.js\' DEFER></SCRIPT >': ['script a.js'],
    '<script\n  async\n  src = "a.js?v=1#b"\n></script>': ['script a.js'],
    '<script language="JavaScript" src="a.js"></script>': ['script a.js'],
    '<script src=" a%20b.js "></script>': ['script a b.js'],
    '<script src="a.js?x=1&amp;y=2&z=3"></script>': ['script a.js'],
    '<script src="a&amp;b.js"></script>': ['script a&b.js'],
    '<link rel=stylesheet href=a.css>': ['style a.css'],
    '<link rel="alternate StyleSheet" type="text/css" href="a.css"/>': ['style a.css'],
    '<link rel="modulepreload" href="a.js"><link rel="shortcut icon" href="a.ico">': ['module a.js', 'picture a.ico'],
    '<img alt="a > b" src="a.png">': ['picture a.png'],
    '<base href="/lib/"><base href="/other/"><script src="a.js"></script>': ['script lib/a.js'],
    '<script src="a.js" src="b.js"></script>': ['script a.js'],
    '<p>1 < 2</p><script>if (a</b/.test(c)) "<img src=x.png>"</script><img src="a.png">': ['picture a.png'],
    '<!----><img src="a.png"><!--><img src="b.png"><!-- a --!><img src="c.png">': ['picture a.png', 'picture b.png', 'picture c.png'],
    '<template><template></template><img src="x.png"></template></template><img src="a.png">': ['picture a.png'],
    '<svg><title/><image href="x.png"/></svg><svg/><img src="a.png">': ['picture a.png'],
    '<!doctype html><?xml a?></ a><img src="a.png">': ['picture a.png'],
  };
  for (const [html, files] of Object.entries(found)) it(`are ${files.join(', ')} in ${html}`, () => assert.deepEqual(loaded(html), files));

  const silent: readonly string[] = [
    '<!-- <script src="x.js"></script> -->',
    '<!--[if IE]><script src="x.js"></script><![endif]-->',
    '<!-- <img src="x.png">',
    '<!- <script src="x.js"> --',
    '<script type="application/json" src="x.json"></script>',
    '<script type="text/x-template" src="x.js"></script>',
    '<script type="text/babel" src="x.jsx"></script>',
    '<script nomodule src="x.js"></script>',
    '<script>"<script src=x.js>"</script>',
    '<script><!-- "<script src=x.js></script>" <img src=x.png> --></script><img src="x.png">',
    '<template><script src="x.js"></script></template>',
    '<noscript><img src="x.png"></noscript>',
    '<textarea><img src="x.png"></textarea><title><img src="x.png"></title><style>a { } <img src="x.png"></style>',
    '<svg><script src="x.js"></script></svg>',
    '<script src="https://example.com/x.js"></script>',
    '<script src="//example.com/x.js"></script>',
    '<script src="\\\\example.com/x.js"></script>',
    '<script src="https:x.js"></script>',
    '<script src="chrome-extension://a/x.js"></script>',
    '<img src="data:image/png;base64,AAAA"><img src="blob:a"><img src="">',
    '<img src="#a"><img src="?a"><img src="popup.html">',
    '<img src="{{ icon }}"><img src="%PUBLIC_URL%/x.png"><img src="<%= x %>.png"><img src="${x}.png">',
    '<img src="a&#46;png">',
    '<img data-src="x.png"><img xsrc="x.png">',
    '<link rel="preconnect" href="x"><link rel="stylesheet/less" href="x.less"><link rel="stylesheet" type="text/less" href="x.less"><link rel="stylesheet" disabled href="x.css"><link href="x.css">',
    '<base href="https://example.com/"><img src="x.png">',
    '<img src="x.png',
    '<img src="x.png>',
    '<img src=x.png',
    '<plaintext><img src="x.png">',
  ];
  for (const html of silent) it(`are none in ${html}`, () => assert.deepEqual(loaded(html), []));

  it('are looked for from the page on', () => {
    const html = '<script src="a.js"></script><script src="../b.js"></script><script src="/c.js"></script><script src="../../../d.js"></script>';
    assert.deepEqual(loaded(html, 'pages/sub page/popup.html'), ['script pages/sub page/a.js', 'script pages/b.js', 'script c.js', 'script d.js']);
  });

  it('stand at the place of the value, without its quotes', () => {
    const html = '<p>\n<script src="a.js"></script>';
    assert.deepEqual(readPage('popup.html', html).files, [{ path: 'a.js', name: 'a.js', offset: html.indexOf('a.js'), length: 4, kind: 'script', page: 'popup.html' }]);
  });

  it('are found in a page of a megabyte without delay', () => {
    const started = performance.now();
    for (const part of ['<p class="a">b</p>', '<script', '<!--', '<a b="', '<svg>', '<script></script>', '<', '="']) readPage('popup.html', part.repeat(1_048_576 / part.length));
    assert.ok(performance.now() - started < 5_000);
  });
});

describe('A script in a page', () => {
  for (const html of ['<script>start()</script>', '<SCRIPT type=module>import "./a.js"</SCRIPT>', '<script type="text/javascript">\n// Say so.\nstart();\n</script>']) {
    it(`is seen in ${html}`, () => assert.deepEqual(readPage('popup.html', `<p>${html}`).inlineScript, { offset: 3, length: '<script'.length }));
  }

  const silent = ['<script></script>', '<script> \n </script>', '<script>/* none */ // none</script>', '<script src="a.js">ignored()</script>', '<script type="application/json">{ "a": 1 }</script>', '<script type="text/template"><p></script>',
    '<script type="importmap">{}</script>', '<script type="speculationrules">{}</script>', '<script nomodule>a()</script>', '<!-- <script>a()</script> -->', '<template><script>a()</script></template>', '<svg><script>a()</script></svg>', '<script>a()'];
  for (const html of silent) it(`is not seen in ${html}`, () => assert.equal(readPage('popup.html', html).inlineScript, undefined));
});

describe('A script from the web', () => {
  for (const src of ['https://example.com/a.js', 'http://example.com/a.js', '//example.com/a.js', ' HTTPS://example.com/a.js']) {
    it(`is seen at ${src}`, () => assert.deepEqual(readPage('popup.html', `<script src="${src}"></script>`).remoteScript, { offset: '<script src="'.length, length: src.length }));
  }

  for (const src of ['http://localhost:5173/@vite/client', 'http://127.0.0.1/a.js', '/a.js', 'https://{{ host }}/a.js', 'data:text/javascript,a()']) {
    it(`is not seen at ${src}`, () => assert.equal(readPage('popup.html', `<script src="${src}"></script>`).remoteScript, undefined));
  }

  it('is not an image, a style sheet or data', () => {
    assert.equal(readPage('popup.html', '<img src="https://example.com/a.png"><link rel="stylesheet" href="https://example.com/a.css"><script type="application/json" src="https://example.com/a.json"></script>').remoteScript, undefined);
  });
});
