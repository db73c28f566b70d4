import assert from 'node:assert/strict';
import { PictureSizes } from '../../../../src/app/screen/picture-sizes';

describe('The sizes of pictures', () => {
  it('are known however many pictures have followed', () => {
    const sizes = new PictureSizes();
    sizes.add(3, { width: 800, height: 600 });
    for (let id = 5; id < 10_000; id += 2) sizes.add(id, { width: 1280, height: 800 });
    assert.deepEqual(sizes.of(3), { width: 800, height: 600 });
    assert.deepEqual(sizes.of(5), { width: 1280, height: 800 });
    assert.deepEqual(sizes.of(9_999), { width: 1280, height: 800 });
  });

  it('are not made up for pictures that were never shown', () => {
    const sizes = new PictureSizes();
    assert.equal(sizes.of(1), undefined);
    sizes.add(3, { width: 800, height: 600 });
    assert.deepEqual([sizes.of(2), sizes.of(4)], [undefined, undefined]);
  });
});
