import assert from 'node:assert/strict';
import { INSIDE, useInputStage } from './input-stage';
import { nightly } from '../../nightly';

/** 10 characters; 1,000 of them are the longest text. */
function numbered(_: unknown, index: number): string {
  return `${String(index).padStart(9, '.')}\n`;
}

describe('the keyboard in a session', () => {
  const stage = useInputStage('/input');

  async function typed(value: string): Promise<void> {
    await stage.pages.waitFor((event) => event.type === 'input' && event.value === value);
  }

  describe('type', () => {
    it('types text as keys: capitals, signs, lines, and characters that no key has', async () => {
      await stage.focus();
      const text = 'Hello, Wörld!\n~ (2+2) 日本 👍🏽 "q" <b>';
      await stage.send('type', { text });
      await stage.released('>');
      assert.equal(stage.text(), text);
      const downs = stage.eventsOf('keydown');
      assert.deepEqual(
        downs.slice(0, 5).map(({ key, code, shift }) => [key, code, shift]),
        [
          ['H', 'KeyH', true],
          ['e', 'KeyE', false],
          ['l', 'KeyL', false],
          ['l', 'KeyL', false],
          ['o', 'KeyO', false],
        ],
      );
      assert.deepEqual(
        downs.filter(({ key }) => key === 'Enter' || key === '+' || key === 'ö').map(({ key, code }) => [key, code]),
        [
          ['ö', ''],
          ['Enter', 'Enter'],
          ['+', 'Equal'],
        ],
      );
      assert.equal(stage.eventsOf('keyup').length, downs.length);
    });

    nightly('types the longest text, in order', async () => {
      await stage.show('/long');
      await stage.send('click_mouse', INSIDE);
      const text = Array.from({ length: 1000 }, numbered).join('');
      await stage.send('type', { text });
      await stage.send('click_mouse', { x: 700, y: 700 });
      const { value } = await stage.pages.waitFor(({ type }) => type === 'change');
      assert.equal(value, text);
    });

    it('moves on with Tab', async () => {
      await stage.focus();
      await stage.send('type', { text: 'a\tb' });
      await stage.released('b');
      assert.deepEqual(
        stage.eventsOf('input').map(({ value }) => value),
        ['a', 'b'],
      );
    });
  });

  describe('press_key', () => {
    it('presses keys one after another', async () => {
      await stage.focus();
      await stage.send('press_key', { keys: ['a', 'Return', 'b', 'BackSpace', 'plus', 'Left', 'C', 'Home', 'space'] });
      await stage.released(' ');
      assert.equal(stage.text(), 'a\n C+');
      assert.deepEqual(
        stage.eventsOf('keydown', 'keyup').map(({ type, key }) => `${type} ${key}`),
        ['a', 'Enter', 'b', 'Backspace', '+', 'ArrowLeft', 'C', 'Home', ' '].flatMap((key) => [
          `keydown ${key}`,
          `keyup ${key}`,
        ]),
      );
    });

    it('presses combinations: the text is selected, and replaced', async () => {
      await stage.focus();
      await stage.send('type', { text: 'one two' });
      await typed('one two');
      await stage.send('press_key', { keys: ['ctrl+a', 'x'] });
      await stage.released('x');
      assert.equal(stage.text(), 'x');
      stage.pages.clear();
      await stage.send('press_key', { keys: ['Ctrl+Shift+Left'] });
      await stage.released('Control');
      assert.deepEqual(
        stage.eventsOf('keydown', 'keyup').map(({ type, key, control, shift }) => [type, key, control, shift]),
        [
          ['keydown', 'Control', true, false],
          ['keydown', 'Shift', true, true],
          ['keydown', 'ArrowLeft', true, true],
          ['keyup', 'ArrowLeft', true, true],
          ['keyup', 'Shift', true, false],
          ['keyup', 'Control', false, false],
        ],
      );
    });

    it('holds keys over all of them, and types a capital with Shift', async () => {
      await stage.focus();
      await stage.send('press_key', { keys: ['a', '1', 'shift+b'], hold_keys: ['shift'] });
      await typed('A!B');
    });

    it('presses a modifier alone', async () => {
      await stage.send('press_key', { keys: ['Alt_L'] });
      await stage.released('Alt');
    });

    const names: Record<string, string> = {
      Tab: 'Tab',
      Escape: 'Escape',
      Delete: 'Delete',
      Right: 'ArrowRight',
      Up: 'ArrowUp',
      Down: 'ArrowDown',
      End: 'End',
      Page_Up: 'PageUp',
      Prior: 'PageUp',
      Page_Down: 'PageDown',
      Next: 'PageDown',
      F1: 'F1',
      F12: 'F12',
      KP_Enter: 'Enter',
      '+': '+',
      é: 'é',
    };
    it('knows the usual names', async () => {
      await stage.send('press_key', { keys: Object.keys(names) });
      await stage.released('é');
      assert.deepEqual(
        stage.eventsOf('keydown').map(({ key }) => key),
        Object.values(names),
      );
    });
  });
});
