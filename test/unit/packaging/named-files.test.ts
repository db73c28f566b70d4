import assert from 'node:assert/strict';
import { parseManifest } from '../../../src/packaging/manifest/manifest-text';
import { namedFiles } from '../../../src/packaging/manifest/named-files';

function named(manifest: object): readonly string[] {
  const parsed = parseManifest(Buffer.from(JSON.stringify(manifest)));
  assert.ok('root' in parsed);
  return namedFiles(parsed)
    .map(({ path }) => path)
    .toSorted();
}

describe('The files that a manifest names', () => {
  it('are found wherever it can name one', () => {
    assert.deepEqual(
      named({
        icons: { 16: 'a01' },
        action: { default_icon: { 16: 'a02' }, default_popup: 'a03' },
        browser_action: { default_icon: 'a04' },
        side_panel: { default_path: 'a05' },
        options_page: 'a06',
        options_ui: { page: 'a07' },
        devtools_page: 'a08',
        chrome_url_overrides: { newtab: 'a09' },
        background: { service_worker: 'a10', scripts: ['a11'], page: 'a12' },
        content_scripts: [{ js: ['a13'] }, { css: ['a14', 'a15'] }],
        declarative_net_request: { rule_resources: [{ path: 'a16' }] },
        storage: { managed_schema: 'a17' },
        theme: { images: { theme_frame: 'a18', theme_toolbar: { 100: 'a24' } } },
        sandbox: { pages: ['a19'] },
        web_accessible_resources: [{ resources: ['a20', 'a*'] }, 'a21'],
        file_handlers: [{ action: '/a22' }],
        input_components: [{ options_page: 'a23' }],
      }),
      Array.from({ length: 24 }, (_, index) => `a${String(index + 1).padStart(2, '0')}`),
    );
  });

  for (const [name, file] of [
    ['/a//b.html', 'a/b.html'],
    ['./a.html', 'a.html'],
    ['a/../b.html?c#d', 'b.html'],
    ['a%20b.html', 'a b.html'],
    ['a\\b.html', 'a/b.html'],
    [' a.html ', 'a.html'],
  ]) {
    it(`are read of a page as of an address: “${name}” is ${file}`, () =>
      assert.deepEqual(named({ options_page: name }), [file]));
  }

  for (const name of ['https://example.com/a.html', 'http:a.html', '//a.html', '', 'a/', '.a.html', 'con.html']) {
    it(`are none where a page is called “${name}”`, () => assert.deepEqual(named({ options_page: name }), []));
  }

  it('are read of a script as they stand', () => {
    const scripts = ['/a%20b.js', 'c#d.js', '../e.js', 'f\\g.js'];
    assert.deepEqual(named({ content_scripts: [{ js: scripts }] }), ['a%20b.js', 'c#d.js']);
    assert.deepEqual(named({ background: { scripts } }), ['a%20b.js', 'c#d.js']);
  });

  it('bear values of any type', () =>
    assert.deepEqual(
      named({
        icons: [1],
        action: 'a',
        content_scripts: { js: 'a' },
        background: null,
        theme: { images: { theme_frame: { 1: ['a'] } } },
      }),
      [],
    ));
});
