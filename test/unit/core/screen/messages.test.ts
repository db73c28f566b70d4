import assert from 'node:assert/strict';
import { TAB_ACTIONS, readFromPage, readToPage, type FromPage } from '../../../../src/core/screen/messages';

describe('A message of the page with a screen', () => {
  const good: FromPage[] = [
    { type: 'ready' },
    { type: 'refresh' },
    { type: 'save' },
    { type: 'clickByName' },
    { type: 'drawn', id: 3, isDamaged: true },
    {
      type: 'click',
      picture: 1,
      click: { x: 0, y: 799, button: 'right', clicks: 2, holdKeys: ['shift'] },
      isSecond: true,
    },
    { type: 'scroll', picture: 1, scroll: { x: 1, y: 2, deltaX: 0, deltaY: -3 } },
    {
      type: 'drag',
      picture: 1,
      path: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    },
    { type: 'text', text: 'Hello' },
    { type: 'keys', keys: ['ctrl+a', 'Return'], isRepeat: true },
    { type: 'copy', x: 1, y: 2 },
    { type: 'interval', seconds: 5 },
    { type: 'open', text: 'example.com' },
    { type: 'showTab', tab: 'A1' },
    ...TAB_ACTIONS.map((type) => ({ type })),
  ];
  for (const message of good)
    it(`${message.type} is read as it is, and without what does not belong to it`, () =>
      assert.deepEqual(readFromPage({ ...message, command: 'evil' }), message));

  for (const [what, message] of Object.entries({
    'is not an object': 'click',
    'is null': null,
    'has an unknown type': { type: 'run', command: 'x' },
    'has a point that is not on any display': { type: 'click', picture: 1, click: { x: -1, y: 2 } },
    'has half a pixel': { type: 'click', picture: 1, click: { x: 1.5, y: 2 } },
    'has no picture': { type: 'click', click: { x: 1, y: 2 } },
    'clicks a million times': { type: 'click', picture: 1, click: { x: 1, y: 2, clicks: 1_000_000 } },
    'turns the wheel without end': { type: 'scroll', picture: 1, scroll: { x: 1, y: 2, deltaX: 0, deltaY: 1e9 } },
    'drags along one point': { type: 'drag', picture: 1, path: [{ x: 1, y: 2 }] },
    'has an interval of its own': { type: 'interval', seconds: 0.01 },
    'types nothing': { type: 'text', text: '' },
    'opens an address of a megabyte': { type: 'open', text: 'x'.repeat(1_000_000) },
    'shows no tab': { type: 'showTab', tab: 5 },
    'presses what is no key': { type: 'keys', keys: [{}, 5] },
  }))
    it(`that ${what} is none`, () => assert.equal(readFromPage(message), undefined));

  it('has bounds for text, keys and paths', () => {
    const text = readFromPage({ type: 'text', text: 'x'.repeat(1_000_000) });
    assert.ok(text?.type === 'text' && text.text.length === 10_000);
    const keys = readFromPage({ type: 'keys', keys: Array.from({ length: 500 }, () => 'a') });
    assert.ok(keys?.type === 'keys' && keys.keys.length === 20);
    const drag = readFromPage({ type: 'drag', picture: 1, path: Array.from({ length: 5000 }, () => ({ x: 1, y: 1 })) });
    assert.ok(drag?.type === 'drag' && drag.path.length === 1000);
  });

  it('of the editor is read on the page as strictly', () => {
    const picture = {
      type: 'picture',
      id: 1,
      bytes: new ArrayBuffer(4),
      mime: 'image/png',
      width: 2,
      height: 2,
      age: 5,
    };
    assert.deepEqual(readToPage(picture), picture);
    for (const wrong of [{ bytes: [1] }, { width: 0 }, { id: -1 }, { age: 'now' }])
      assert.equal(readToPage({ ...picture, ...wrong }), undefined);
    const odd = readToPage({ ...picture, mime: 'text/html' });
    assert.ok(odd?.type === 'picture' && odd.mime === 'image/png');
    assert.deepEqual(readToPage({ type: 'result', text: 'Sent', isError: 1, isDone: true }), {
      type: 'result',
      text: 'Sent',
      isError: false,
      isDone: true,
    });
    const tab = { id: 'A1', address: 'https://example.com/', title: 'Example' };
    const front = { ...tab, canGoBack: true, canGoForward: false };
    const tabs = { type: 'tabs', isOffered: true, tabs: [tab], front };
    assert.deepEqual(readToPage(tabs), tabs);
    assert.deepEqual(readToPage({ type: 'tabs', tabs: [tab, 5, { title: 'x' }], front: { address: 'x' } }), {
      type: 'tabs',
      isOffered: false,
      tabs: [tab],
      front: undefined,
    });
  });
});
