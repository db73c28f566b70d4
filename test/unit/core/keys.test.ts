import assert from 'node:assert/strict';
import { CHARACTER_NAMES, keyNameOf, NAMED_KEYS } from '../../../src/core/keys';
import { strokeNamed } from '../../../src/local-service/chromium/strokes';

describe('The names of keys', () => {
  it('are those of X11, for keys of a page', () => {
    const keys = ['Enter', 'Backspace', 'ArrowLeft', 'PageUp', 'PageDown', 'F12', ' ', '+', '~', 'a', 'Z', '7'];
    assert.deepEqual(keys.map(keyNameOf), [
      'Return',
      'BackSpace',
      'Left',
      'Page_Up',
      'Page_Down',
      'F12',
      'space',
      'plus',
      'asciitilde',
      'a',
      'Z',
      '7',
    ]);
  });

  it('are missing for modifiers, for what is no key, and for characters that are typed as text', () => {
    for (const key of ['Shift', 'Control', 'Dead', 'Unidentified', 'ö', '日', '', 'constructor', 'ab'])
      assert.equal(keyNameOf(key), undefined, key);
  });

  it('all lead the local service to the key that they name', () => {
    for (const { name, key } of NAMED_KEYS) {
      const stroke = strokeNamed(name);
      assert.equal(stroke?.key, key);
      assert.ok(stroke.windowsVirtualKeyCode > 0, name);
    }
    for (const [character, name] of CHARACTER_NAMES) assert.equal(strokeNamed(name)?.text, character);
    for (let code = 33; code < 127; code++) {
      const character = String.fromCharCode(code);
      const stroke = strokeNamed(keyNameOf(character) ?? '');
      assert.deepEqual([stroke?.text, stroke?.code !== ''], [character, true], character);
    }
  });
});
