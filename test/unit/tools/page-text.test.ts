import assert from 'node:assert/strict';
import { changesBetween, type ShownLine } from '../../../src/tools/page-text';

/** Lines of parts, each a block of its own. */
function page(...lines: readonly (readonly string[])[]): ShownLine[] {
  return lines.map((parts, at) => ({ key: `${at}`, parts, text: parts.join(' '), isInView: true }));
}

function changes(before: readonly string[], after: readonly string[]): string[] {
  return changesBetween(page(before), page(after));
}

describe('What is told of a change of a page', () => {
  it('is an element as it is now, if only its state has changed', () => {
    assert.deepEqual(
      changes(
        ['[e1 textbox "Name" focused]', 'City', '[e2 textbox "City"]', '[e3 button "Order"]'],
        ['[e1 textbox "Name" value "Ann"]', 'City', '[e2 textbox "City" value "Rome"]', '[e3 button "Order" focused]'],
      ),
      ['[e1 textbox "Name" value "Ann"] [e2 textbox "City" value "Rome"]'],
    );
  });

  it('is before and after, if a name or a text has changed', () => {
    assert.deepEqual(changes(['[e1 button "Play"]'], ['[e1 button "Pause" focused]']), [
      '[e1 button "Play"] → [e1 button "Pause" focused]',
    ]);
    assert.deepEqual(changes(['Cart:', '0'], ['Cart:', '1']), ['Cart: 0 → 1']);
    assert.deepEqual(changes(['[e1 button "a \\" focused"]', 'x'], ['[e1 button "a \\" focused"]', 'y']), [
      '[e1 button "a \\" focused"] x → y',
    ]);
  });

  it('is where the focus is only if nothing else has changed', () => {
    assert.deepEqual(
      changes(['[e1 button "One" focused]', '[e2 button "Two"]'], ['[e1 button "One"]', '[e2 button "Two" focused]']),
      ['[e2 button "Two" focused]'],
    );
    assert.deepEqual(changesBetween(page(['[e1 button "One"]'], ['0']), page(['[e1 button "One" focused]'], ['1'])), [
      '0 → 1',
    ]);
    assert.deepEqual(changes(['[e1 button "One" focused]'], ['[e1 button "One" focused]']), []);
  });

  it('is what has come and gone, but not what was drawn anew', () => {
    const before = page(['[e1 button "One"]'], ['old']);
    const after = page(['[e9 button "One"]'], ['new']).map((line, at) => ({ ...line, key: `new ${at}` }));
    assert.deepEqual(changesBetween(before, after), ['- old', '+ new']);
  });
});
