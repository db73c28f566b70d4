import assert from 'node:assert/strict';
import {
  keyEvents,
  keyNamed,
  keyNameOf,
  keyOfCharacter,
  keyWritten,
  modifierBits,
  NAMED_KEYS,
  readCombination,
  writtenCombination,
} from '../../../src/core/keys';

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

  it('all lead to the key that they name', () => {
    for (const { name, key } of NAMED_KEYS) {
      const named = keyNamed(name);
      assert.equal(named?.key, key);
      assert.ok(named.windowsVirtualKeyCode > 0, name);
    }
    for (let code = 32; code < 127; code++) {
      const character = String.fromCharCode(code);
      const named = keyNamed(keyNameOf(character) ?? '');
      assert.deepEqual([named?.text, named?.code !== ''], [character, true], character);
    }
  });

  it('may be those of a page, and in any case, where someone has written them', () => {
    const keys = ['enter', 'arrowdown', 'PAGE_UP', 'Space', 'question', 'a', 'A', '?'].map(
      (name) => keyWritten(name)?.key,
    );
    assert.deepEqual(keys, ['Enter', 'ArrowDown', 'PageUp', ' ', '?', 'a', 'A', '?']);
    for (const name of ['Entr', '', 'ab', 'constructor']) assert.equal(keyWritten(name), undefined, name);
    assert.equal(keyNamed('arrowdown'), undefined);
  });
});

const [ALT, CONTROL, SHIFT] = [1, 2, 8];

/** What a page hears when it is pressed: the key, its codes, what it types, and the bits of what is held. */
const heard = (written: string, held = 0): unknown[] => {
  const [{ key, code, windowsVirtualKeyCode, text, modifiers }] = keyEvents(keyOfCharacter(written), held);
  return [key, code, windowsVirtualKeyCode, text, modifiers];
};

/** The key of a combination, and what is held. */
const read = (text: string): unknown => {
  const { key, held = [] } = readCombination(text, keyNamed) ?? {};
  return [key?.key, ...held.map((each) => each.key)];
};

/** The key of a combination that someone has written, and the bits of what is held. */
const written = (text: string): unknown[] => {
  const { key, held = [] } = writtenCombination(text) ?? {};
  return [key?.key, modifierBits(held)];
};

describe('A key', () => {
  it('has the code of the key that a character is on, with Shift where it needs it', () => {
    assert.deepEqual(heard('/'), ['/', 'Slash', 191, '/', 0]);
    assert.deepEqual(heard('?'), ['?', 'Slash', 191, '?', SHIFT]);
    assert.deepEqual(heard('!'), ['!', 'Digit1', 49, '!', SHIFT]);
    assert.deepEqual(heard('A'), ['A', 'KeyA', 65, 'A', SHIFT]);
    assert.deepEqual(heard(' '), [' ', 'Space', 32, ' ', 0]);
    assert.deepEqual(heard('ö'), ['ö', '', 0, 'ö', 0]);
    assert.deepEqual(heard('\n'), ['Enter', 'Enter', 13, '\r', 0]);
    assert.deepEqual(heard('\t'), ['Tab', 'Tab', 9, undefined, 0]);
  });

  it('is another character with Shift, and types nothing with a key that makes it a command', () => {
    assert.deepEqual(heard('a', SHIFT), ['A', 'KeyA', 65, 'A', SHIFT]);
    assert.deepEqual(heard('/', SHIFT), ['?', 'Slash', 191, '?', SHIFT]);
    assert.deepEqual(heard('?', SHIFT), ['?', 'Slash', 191, '?', SHIFT]);
    assert.deepEqual(heard(' ', SHIFT), [' ', 'Space', 32, ' ', SHIFT]);
    assert.deepEqual(heard('\n', SHIFT), ['Enter', 'Enter', 13, '\r', SHIFT]);
    assert.deepEqual(heard('a', CONTROL), ['a', 'KeyA', 65, undefined, CONTROL]);
    assert.deepEqual(heard('a', ALT + SHIFT), ['A', 'KeyA', 65, undefined, ALT + SHIFT]);
  });

  it('stands last in a combination, after what is held', () => {
    assert.deepEqual(read('Ctrl+shift+Tab'), ['Tab', 'Control', 'Shift']);
    assert.deepEqual(read('+'), ['+']);
    assert.deepEqual(read('ctrl+Control_L'), [undefined, 'Control']);
    for (const text of ['', 'a+b', 'ctrl+', 'Hyper+a']) assert.equal(readCombination(text, keyNamed), undefined, text);
  });

  it('is that of the letter in what someone has written, with Shift only if it is named', () => {
    assert.deepEqual(written('Ctrl + A'), ['a', CONTROL]);
    assert.deepEqual(written('ctrl+shift+A'), ['a', CONTROL + SHIFT]);
    assert.deepEqual(written('alt+arrowleft'), ['ArrowLeft', ALT]);
    assert.deepEqual(written('ctrl+?'), ['?', CONTROL]);
    assert.deepEqual(
      [written('A'), written('shift+a')],
      [
        ['A', 0],
        ['a', SHIFT],
      ],
    );
    assert.equal(writtenCombination('Entr'), undefined);
  });
});
