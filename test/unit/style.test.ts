import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const src = path.resolve('src');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({
    file: file.replaceAll(path.sep, '/'),
    lines: readFileSync(path.join(src, file), 'utf8').split('\n'),
  }));

/** The lines of the source that match. */
function linesWith(pattern: RegExp): string[] {
  return sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** Rules that neither the types nor the linter check. */
describe('The style of the source', () => {
  it('has one way to write private members', () => {
    assert.deepEqual(linesWith(/^\s+(?:static |readonly |async |get |set |\*)*#\w|\bthis\.#\w/), []);
  });

  it('names limits MAX_ and MIN_', () => {
    assert.deepEqual(linesWith(/\bconst (?:MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|DEEPEST|HIGHEST)(?:_|\b)/), []);
  });

  it('tells what a function throws behind @throws', () => {
    const errors = linesWith(/^\s*(?:\/\*\*|\*).*\bThrows [A-Z]/);
    assert.deepEqual(
      errors.filter((line) => !line.startsWith('core/errors.ts')),
      [],
    );
  });
});
