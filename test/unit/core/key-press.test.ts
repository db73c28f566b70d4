import assert from 'node:assert/strict';
import { strokeOf as translated, type KeyPress, type Stroke } from '../../../src/core/key-press';

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
