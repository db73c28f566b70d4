import assert from 'node:assert/strict';
import { parseSize, sizeProblem, startPageProblem } from '../../../src/core/new-session';

describe('What a person enters for a new session', () => {
  for (const text of ['1280x800', ' 1280 × 800 ', '1280X800', '1280*800', '1280,800'])
    it(`takes the size ${JSON.stringify(text)}`, () =>
      assert.deepEqual([parseSize(text), sizeProblem(text)], [{ width: 1280, height: 800 }, undefined]));

  for (const text of ['', '1280', '0x0', '199x800', '1280x8193', '1280x800x2', '-1x5', '1e3x800', 'axb'])
    it(`refuses the size ${JSON.stringify(text)}`, () => {
      assert.equal(parseSize(text), undefined);
      assert.ok(sizeProblem(text));
    });

  for (const text of ['', '  ', 'about:blank', 'https://example.com', 'http://localhost:3000/a?b#c'])
    it(`takes the first page ${JSON.stringify(text)}`, () => assert.equal(startPageProblem(text), undefined));

  for (const text of ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'file:///etc', 'about:config', '//x'])
    it(`refuses the first page ${JSON.stringify(text)}`, () => assert.ok(startPageProblem(text)));
});
