import assert from 'node:assert/strict';
import {
  CHARACTER_NAMES,
  keyNameOf,
  NAMED_KEYS,
  strokeOf as translated,
  type KeyPress,
  type Stroke,
} from '../../../src/core/keys';
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

/** In a session of the same system as the person's. */
const strokeOf = (pressed: KeyPress, isMac: boolean): Stroke | undefined => translated(pressed, isMac, isMac);

/** @param held what is held down with the key, as the modifiers of an event are called. */
function press(key: string, ...held: ('Control' | 'Alt' | 'Meta' | 'Shift' | 'AltGraph')[]): KeyPress {
  return {
    key,
    ctrlKey: held.includes('Control'),
    altKey: held.includes('Alt'),
    metaKey: held.includes('Meta'),
    shiftKey: held.includes('Shift'),
    getModifierState: (modifier) => held.some((each) => each === modifier),
  };
}

describe('What a key press sends to a session', () => {
  for (const isMac of [false, true]) {
    const where = isMac ? 'on macOS' : 'on other systems';

    it(`is the character that it types, ${where}`, () => {
      assert.deepEqual(strokeOf(press('a'), isMac), { text: 'a' });
      assert.deepEqual(strokeOf(press('A', 'Shift'), isMac), { text: 'A' });
      assert.deepEqual(strokeOf(press(' '), isMac), { text: ' ' });
      assert.deepEqual(strokeOf(press('@', 'Control', 'Alt', 'AltGraph'), isMac), { text: '@' });
    });

    it(`is the key with its modifiers for a shortcut and for a key that types nothing, ${where}`, () => {
      assert.deepEqual(strokeOf(press('A', 'Control', 'Shift'), isMac), { key: 'ctrl+shift+a' });
      assert.deepEqual(strokeOf(press('c', 'Meta'), isMac), { key: 'meta+c' });
      assert.deepEqual(strokeOf(press('v', 'Meta', 'Alt'), isMac), { key: 'alt+meta+v' });
      assert.deepEqual(strokeOf(press('b', 'Control', 'Alt'), isMac), { key: 'ctrl+alt+b' });
      assert.deepEqual(strokeOf(press('ArrowLeft', 'Alt'), isMac), { key: 'alt+Left' });
      assert.deepEqual(strokeOf(press('Enter'), isMac), { key: 'Return' });
    });

    it(`is nothing for a modifier, and for a key that only begins a character, ${where}`, () => {
      for (const key of ['Shift', 'Alt', 'Dead', 'Process'])
        assert.equal(strokeOf(press(key, 'Alt'), isMac), undefined);
    });
  }

  it('is the character that Option types on macOS, and a shortcut with Alt elsewhere', () => {
    assert.deepEqual(strokeOf(press('@', 'Alt'), true), { text: '@' });
    assert.deepEqual(strokeOf(press('\\', 'Alt', 'Shift'), true), { text: '\\' });
    assert.deepEqual(strokeOf(press('@', 'Alt'), false), { key: 'alt+at' });
    assert.deepEqual(strokeOf(press('f', 'Alt'), false), { key: 'alt+f' });
  });

  it('is the shortcut of the session’s system for that of the person’s', () => {
    const [fromMac, toMac] = [true, false].map(
      (isMac) =>
        (...pressed: Parameters<typeof press>) =>
          translated(press(...pressed), isMac, !isMac),
    );
    assert.ok(fromMac && toMac);
    assert.deepEqual(fromMac('c', 'Meta'), { key: 'ctrl+c' });
    assert.deepEqual(fromMac('Z', 'Meta', 'Shift'), { key: 'ctrl+shift+z' });
    assert.deepEqual(toMac('c', 'Control'), { key: 'meta+c' });
    // What is the other system's own stays as it is.
    assert.deepEqual(fromMac('c', 'Control'), { key: 'ctrl+c' });
    assert.deepEqual(toMac('c', 'Meta'), { key: 'meta+c' });
    assert.deepEqual(fromMac('c', 'Control', 'Meta'), { key: 'ctrl+meta+c' });
    assert.deepEqual(fromMac('ArrowLeft', 'Meta'), { key: 'meta+Left' });
  });
});
