import assert from 'node:assert/strict';
import { findNamed, frameName, isInFrame, type WantedElement } from '../../../src/core/element-name';

const PAY = 'https://pay.example';

/** The elements of a page: `button Save`, or `button Save @https://pay.example` for one in a frame. */
function found(page: readonly string[], wanted: WantedElement): ReturnType<typeof findNamed> {
  const all = page.map((each) => {
    const [, role = '', name = '', origin] = /^(\S+) (.*?)(?: @(\S+))?$/s.exec(each) ?? [];
    return { role, name, origin };
  });
  return findNamed(all, wanted);
}

function names(page: readonly string[], wanted: WantedElement): string[] {
  return found(page, wanted).elements.map(({ name }) => name);
}

describe('What somebody names', () => {
  it('is what has just that name, before what has it in another case, before what has it in it', () => {
    const page = ['button Save as…', 'button SAVE', 'button Save', 'button Cancel'];
    assert.deepEqual(names(page, { name: 'Save' }), ['Save']);
    assert.deepEqual(names(page, { name: 'save' }), ['SAVE', 'Save']);
    assert.deepEqual(names(page, { name: 'save a' }), ['Save as…']);
    assert.deepEqual(names(page, { name: 'Saved' }), []);
    assert.deepEqual(names(['button Save as…', 'button SAVE'], { name: 'Save' }), ['SAVE']);
    assert.deepEqual(names(['button Don’t save', 'button Save as…'], { name: 'Save' }), ['Don’t save', 'Save as…']);
  });

  it('is several if several fit best, however many fit less', () => {
    assert.deepEqual(names(['button Buy', 'button Buy', 'button Buy later'], { name: 'Buy' }), ['Buy', 'Buy']);
  });

  it('is told apart by whether it fits just so', () => {
    assert.equal(found(['button Save'], { name: 'Save' }).isExact, true);
    assert.equal(found(['button  Save \n now'], { name: 'Save now' }).isExact, true);
    for (const name of ['save', 'Sav', 'Open']) assert.equal(found(['button Save'], { name }).isExact, false, name);
  });

  it('has the role that is named, in any case; without a name it is all of that role', () => {
    const page = ['link Save', 'ToggleButton Save', 'button Save as…'];
    assert.deepEqual(names(page, { role: 'Button', name: 'Save' }), ['Save as…']);
    assert.deepEqual(names(page, { role: 'togglebutton', name: 'Save' }), ['Save']);
    assert.deepEqual(names(page, { role: 'link' }), ['Save']);
    assert.deepEqual(found(page, { role: 'tab' }), { elements: [], isExact: false, elsewhere: [] });
  });

  it('is nothing’s part if it is empty', () => {
    assert.deepEqual(names(['button ', 'button Save'], { name: ' ' }), ['']);
    assert.deepEqual(names(['button Save'], { name: '' }), []);
  });

  it('is the page’s own, however well something in a frame of another origin fits', () => {
    const page = [`textbox Password @${PAY}`, 'textbox Your password, please'];
    assert.deepEqual(names(page, { name: 'Password' }), ['Your password, please']);
    assert.deepEqual(names(page, { name: 'Password', frame: PAY }), ['Password']);
    assert.deepEqual(names(page, { name: 'please', frame: PAY }), []);
    assert.deepEqual(names(page, { name: 'Password', frame: 'https://pay.example.evil' }), []);
  });

  it('is told of where else it is, if it is not where it should be', () => {
    const page = [`textbox Password @${PAY}`, `textbox Old password @${PAY}`, 'button Sign in'];
    const { elements, elsewhere } = found(page, { name: 'Password' });
    assert.deepEqual(elements, []);
    assert.deepEqual(
      elsewhere.map(({ name, origin }) => [name, origin]),
      [['Password', PAY]],
    );
    assert.deepEqual(found(page, { name: 'Sign in' }).elsewhere, []);
    assert.deepEqual(found(page, { name: 'Sign in', frame: PAY }).elsewhere, []);
  });
});

describe('The frame that a step names', () => {
  it('is one of that origin, and the page itself if it names none', () => {
    const [page, other] = [undefined, 'https://pay.example'];
    assert.ok(isInFrame(page, undefined) && isInFrame(other, other) && isInFrame('sandboxed', 'sandboxed'));
    assert.ok(!isInFrame(other, undefined) && !isInFrame(page, other));
    for (const near of [
      'https://pay.example.evil',
      'http://pay.example',
      'https://pay.example:444',
      'https://PAY.example',
    ])
      assert.ok(!isInFrame(near, other));
  });

  it('is that of any extension, because their IDs differ from session to session', () => {
    for (const origin of ['chrome-extension://abc', 'sandboxed chrome-extension://abc']) {
      assert.equal(frameName(origin), 'extension');
      assert.ok(isInFrame(origin, 'extension') && !isInFrame(origin, undefined));
    }
    for (const origin of ['https://chrome-extension', 'data:', 'sandboxed https://chrome-extension://'])
      assert.ok(!isInFrame(origin, 'extension'));
    assert.ok(!isInFrame(undefined, 'extension'));
  });
});
