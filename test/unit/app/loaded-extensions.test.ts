import assert from 'node:assert/strict';
import { loadedAs, LoadedExtensions, uploadsFolderOf } from '../../../src/app/loaded/loaded-extensions';
import { message } from '../../../src/core/message';
import type { LoadedExtension } from '../../../src/devtools';

const HERE = { name: 'a', address: 'http://a' };

function extension(id: string, more: Partial<LoadedExtension> = {}): LoadedExtension {
  return { id, name: id, version: '1', path: `/home/extensions/${id}`, enabled: true, ...more };
}

describe('What sessions have loaded', () => {
  let loaded: LoadedExtensions;
  let changes: number;
  beforeEach(() => {
    loaded = new LoadedExtensions();
    changes = 0;
    loaded.onDidChange(() => changes++);
  });

  it('is known for one session of one connection', () => {
    loaded.set(HERE, 's', { extensions: [extension('x')] });
    assert.deepEqual(loaded.get(HERE, 's')?.extensions, [extension('x')]);
    assert.equal(loaded.get(HERE, 't'), undefined);
    assert.equal(loaded.get({ ...HERE, name: 'b' }, 's'), undefined);
    assert.equal(loaded.get({ ...HERE, address: 'http://b' }, 's'), undefined);
  });

  it('keeps the version of the browser and what it cannot do, when only the extensions are news', () => {
    loaded.set(HERE, 's', { version: '156.0.1.2', isFixed: true, extensions: [extension('x')] });
    loaded.set(HERE, 's', { extensions: [] });
    const { version, isFixed, extensions, uploadsFolder } = loaded.get(HERE, 's') ?? {};
    assert.deepEqual(
      { version, isFixed, extensions, uploadsFolder },
      { version: '156.0.1.2', isFixed: true, extensions: [], uploadsFolder: '/home/extensions' },
    );
  });

  it('forgets what was loaded when the browser no longer tells, and the reason when it tells again', () => {
    loaded.set(HERE, 's', { extensions: [extension('x')] });
    loaded.set(HERE, 's', { whyUnknown: message('no') });
    assert.equal(loaded.get(HERE, 's')?.extensions, undefined);
    loaded.set(HERE, 's', { extensions: [] });
    assert.equal(loaded.get(HERE, 's')?.whyUnknown, undefined);
  });

  it('has the number of errors until the next reload', () => {
    loaded.set(HERE, 's', { extensions: [extension('x'), extension('y')] });
    loaded.setErrors(HERE, 's', 'x', 2);
    loaded.set(HERE, 's', { extensions: [extension('x', { enabled: false }), extension('y')] });
    assert.deepEqual(
      loaded.get(HERE, 's')?.extensions?.map(({ errors }) => errors),
      [2, undefined],
    );
    loaded.set(HERE, 's', { extensions: [extension('x', { errors: 0 })] });
    assert.equal(loaded.get(HERE, 's')?.extensions?.[0]?.errors, 0);
    loaded.setErrors(HERE, 's', 'unknown', 1);
    loaded.setErrors(HERE, 'unknown', 'x', 1);
    assert.equal(loaded.get(HERE, 'unknown'), undefined);
  });

  it('can be forgotten', () => {
    loaded.set(HERE, 's', { version: '156.0.1.2', extensions: [extension('x')] });
    loaded.forget(HERE, 's');
    loaded.forget(HERE, 's');
    assert.equal(loaded.get(HERE, 's'), undefined);
    assert.equal(changes, 2);
  });

  it('tells only of what has changed', () => {
    loaded.set(HERE, 's', { extensions: [extension('x')] });
    loaded.set(HERE, 's', { extensions: [extension('x')] });
    loaded.setErrors(HERE, 's', 'x', 0);
    assert.equal(changes, 1);
    loaded.setErrors(HERE, 's', 'x', 1);
    loaded.setErrors(HERE, 's', 'x', 1);
    assert.equal(changes, 2);
  });

  it('is bounded', () => {
    for (let index = 0; index < 300; index++) loaded.set(HERE, `s${index}`, { extensions: [] });
    assert.equal(loaded.get(HERE, 's0'), undefined);
    assert.ok(loaded.get(HERE, 's299'));
  });

  it('recognizes an upload by its folder, on each system', () => {
    const all = [
      extension('x', { path: '/home/kernel/extensions/shop' }),
      extension('y', { path: String.raw`C:\a\extensions\other` }),
      extension('z', { path: '/elsewhere/shop-2' }),
    ];
    assert.equal(loadedAs(all, 'shop')?.id, 'x');
    assert.equal(loadedAs(all, 'other')?.id, 'y');
    assert.equal(loadedAs(all, 'shop-2'), undefined);
    assert.equal(uploadsFolderOf(all), '/home/kernel/extensions');
    assert.equal(uploadsFolderOf([extension('z', { path: '/elsewhere/shop-2' })]), undefined);
  });
});
