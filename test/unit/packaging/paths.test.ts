import assert from 'node:assert/strict';
import path from 'node:path';
import { isWithin } from '../../../src/packaging/paths';

describe('Whether a path is within a folder', () => {
  for (const file of ['/a/b', '/a/b/c', '/a/b/..c', '/a/b/c/../d'])
    it(`is so for ${file}`, () => assert.equal(isWithin('/a/b', file, path.posix), true));
  for (const file of ['/a', '/a/bc', '/a/b/../c', '/etc/passwd'])
    it(`is not so for ${file}`, () => assert.equal(isWithin('/a/b', file, path.posix), false));
  it('is not so on another drive, or on a share of the network', () => {
    assert.equal(isWithin('C:\\a', 'C:\\a\\b.map', path.win32), true);
    for (const file of ['D:\\a\\b.map', '\\\\host\\share\\b.map', 'C:\\b.map'])
      assert.equal(isWithin('C:\\a', file, path.win32), false, file);
  });
});
