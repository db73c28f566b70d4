import assert from 'node:assert/strict';
import { INSIDE, useInputFixture } from './input-fixture';
import { nightly } from '../../support/nightly';

/** 10 characters; 1,000 of them are the longest text. */
function numbered(_: unknown, index: number): string {
  return `${String(index).padStart(9, '.')}\n`;
}

describe('the keyboard in a session', () => {
  const fixture = useInputFixture('/input');

  async function typed(value: string): Promise<void> {
    await fixture.pages.waitFor((event) => event.type === 'input' && event.value === value);
  }

  describe('type', () => {
    it('types text as keys: capitals, signs, lines, and characters that no key has', async () => {
      await fixture.focus();
      const text = 'Hello, Wörld!\n~ (2+2) 日本 👍🏽 "q" <b>';
      await fixture.send('type', { text });
      await fixture.released('>');
      assert.equal(fixture.text(), text);
      const downs = fixture.eventsOf('keydown');
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
      assert.equal(fixture.eventsOf('keyup').length, downs.length);
    });

    nightly('types the longest text, in order', async () => {
      await fixture.show('/long');
      await fixture.send('click_mouse', INSIDE);
      const text = Array.from({ length: 1000 }, numbered).join('');
      await fixture.send('type', { text });
      await fixture.send('click_mouse', { x: 700, y: 700 });
      const { value } = await fixture.pages.waitFor(({ type }) => type === 'change');
      assert.equal(value, text);
    });

    it('moves on with Tab', async () => {
      await fixture.focus();
      await fixture.send('type', { text: 'a\tb' });
      await fixture.released('b');
      assert.deepEqual(
        fixture.eventsOf('input').map(({ value }) => value),
        ['a', 'b'],
      );
    });
  });

  describe('press_key', () => {
    it('presses keys one after another', async () => {
      await fixture.focus();
      await fixture.send('press_key', {
        keys: ['a', 'Return', 'b', 'BackSpace', 'plus', 'Left', 'C', 'Home', 'space'],
      });
      await fixture.released(' ');
      assert.equal(fixture.text(), 'a\n C+');
      assert.deepEqual(
        fixture.eventsOf('keydown', 'keyup').map(({ type, key }) => `${type} ${key}`),
        ['a', 'Enter', 'b', 'Backspace', '+', 'ArrowLeft', 'C', 'Home', ' '].flatMap((key) => [
          `keydown ${key}`,
          `keyup ${key}`,
        ]),
      );
    });

    it('presses combinations: the text is selected, and replaced', async () => {
      await fixture.focus();
      await fixture.send('type', { text: 'one two' });
      await typed('one two');
      await fixture.send('press_key', { keys: ['ctrl+a', 'x'] });
      await fixture.released('x');
      assert.equal(fixture.text(), 'x');
      fixture.pages.clear();
      await fixture.send('press_key', { keys: ['Ctrl+Shift+Left'] });
      await fixture.released('Control');
      assert.deepEqual(
        fixture.eventsOf('keydown', 'keyup').map(({ type, key, control, shift }) => [type, key, control, shift]),
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
      await fixture.focus();
      await fixture.send('press_key', { keys: ['a', '1', 'shift+b'], hold_keys: ['shift'] });
      await typed('A!B');
    });

    it('presses a modifier alone', async () => {
      await fixture.send('press_key', { keys: ['Alt_L'] });
      await fixture.released('Alt');
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
      await fixture.send('press_key', { keys: Object.keys(names) });
      await fixture.released('é');
      assert.deepEqual(
        fixture.eventsOf('keydown').map(({ key }) => key),
        Object.values(names),
      );
    });
  });
});
