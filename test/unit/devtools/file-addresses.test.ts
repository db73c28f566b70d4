import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileAddresses } from '../../../src/devtools/debug/file-addresses';

const ID = 'abcdefghijklmnopabcdefghijklmnop';
const FOLDER = path.resolve('/work shop/für alle');
const ORIGIN = `chrome-extension://${ID}`;
const addresses = new FileAddresses(ID, FOLDER);
const fileUrl = (...names: string[]): string => pathToFileURL(path.join(FOLDER, ...names)).href;

describe('The addresses of an extension’s files', () => {
  it('lead from the browser to the file, and back', () => {
    for (const [address, file] of [
      [`${ORIGIN}/worker.js`, fileUrl('worker.js')],
      [`${ORIGIN}/js/my%20script.js`, fileUrl('js', 'my script.js')],
      [`${ORIGIN}/%C3%BC.js`, fileUrl('ü.js')],
      [`${ORIGIN}/chunk@1+2,[x]=(y)%25%23%3F.js`, fileUrl('chunk@1+2,[x]=(y)%#?.js')],
    ] as const) {
      assert.equal(addresses.toFile(address), file);
      assert.equal(addresses.toBrowser(file), address);
    }
  });

  it('stay as they are if they are of something else', () => {
    for (const address of [
      'https://example.com/worker.js',
      `chrome-extension://${ID.replace('a', 'p')}/worker.js`,
      `${ORIGIN}/`,
      `${ORIGIN}/..%2f..%2fetc/passwd`,
      'webpack://x/./y.ts',
      '',
    ])
      assert.equal(addresses.toFile(address), address);
    for (const address of [
      pathToFileURL(path.dirname(FOLDER)).href,
      pathToFileURL(FOLDER).href,
      `${pathToFileURL(FOLDER).href}/../other.js`,
      `${pathToFileURL(FOLDER).href}/a%2fb.js`,
      'file://host/share/worker.js',
      'file:',
      'https://example.com/',
    ])
      assert.equal(addresses.toBrowser(address), address);
  });

  it('stand in the stack of an error', () => {
    assert.equal(
      addresses.inStack(`Error: ${ORIGIN}/a\n    at run (${ORIGIN}/js/a.js:1:2)\n    at ${ORIGIN}/b.js:3:4`),
      `Error: ${ORIGIN}/a\n    at run (${fileUrl('js', 'a.js')}:1:2)\n    at ${fileUrl('b.js')}:3:4`,
    );
  });

  describe('for a breakpoint', () => {
    const FILES = ['worker.js', 'js/my script.js', 'js/worker.js'];

    function isFor(expression: string, address: string): boolean {
      return new RegExp(addresses.patternFor(expression, FILES)).test(address);
    }

    it('are those of the files that the expression matches', () => {
      for (const expression of [
        escaped(fileUrl('worker.js')),
        escaped(path.join(FOLDER, 'worker.js')),
        // As on a file system that ignores case.
        escaped(fileUrl('worker.js')).replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
      ]) {
        assert.ok(isFor(`${expression}($|\\?)`, `${ORIGIN}/worker.js`), expression);
        assert.ok(isFor(`${expression}($|\\?)`, `${ORIGIN}/worker.js?v=1`), expression);
        assert.ok(!isFor(`${expression}($|\\?)`, `${ORIGIN}/js/worker.js`), expression);
        assert.ok(!isFor(`${expression}($|\\?)`, `${ORIGIN}/worker.jsx`), expression);
        assert.ok(!isFor(`${expression}($|\\?)`, 'https://example.com/worker.js'), expression);
      }
      assert.ok(isFor(escaped(fileUrl('js', 'my script.js')), `${ORIGIN}/js/my%20script.js`));
    });

    it('are none where no file is matched, or the expression is not one', () => {
      for (const expression of ['nothing', '(', '']) {
        const pattern = addresses.patternFor(expression, expression === '' ? [] : FILES);
        assert.ok(!new RegExp(pattern).test(`${ORIGIN}/worker.js`), expression);
        assert.ok(!new RegExp(pattern).test(''), expression);
      }
    });
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
