import assert from 'node:assert/strict';
import { MessageSplitter } from '../../../src/chromium/pipe';

const MIB = 1024 * 1024;

describe('Messages of a browser', () => {
  it('are cut at their zero bytes, wherever the chunks end', () => {
    const splitter = new MessageSplitter();
    assert.deepEqual(
      ['a', 'b\0c', '\0\0', 'd'].map((chunk) => splitter.push(Buffer.from(chunk))),
      [[], ['ab'], ['c', ''], []],
    );
  });

  it('may be long once the first has come, and not before', () => {
    const chunk = Buffer.alloc(MIB, 'x');
    const fresh = new MessageSplitter();
    fresh.push(chunk);
    assert.throws(() => fresh.push(chunk), /more than 1048576 bytes/);
    const started = new MessageSplitter();
    started.push(Buffer.from('{}\0'));
    for (let count = 0; count < 128; count++) started.push(chunk);
    assert.throws(() => started.push(chunk), /more than 134217728 bytes/);
  });
});
