import assert from 'node:assert/strict';
import { jsonText } from '../../../src/core/json';

const HOSTILE = {
  'key\u009B31m\u202E': '\u007F\u0085\u009F\u2028\u2029\u200E\u200F\u061C\u202A\u202E\u2066\u2069\u{E0041}\uFEFF',
  command: [
    '#\u3164#vso[x]',
    '#\u034F#vso[x]',
    '##vso[task.setvariable variable=a]b',
    '##[group]',
    '#\uFE0F#\uFE0Fteamcity[x]',
    '###',
  ],
  usual: ['a\n\t"\\', '😀 אב é', 'a # b', 3, null, true, { '': [] }],
};

describe('JSON that is printed', () => {
  it('has no character that a terminal obeys, and none that is not seen', () => {
    for (const text of [jsonText(HOSTILE), jsonText(HOSTILE, 2)])
      assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    assert.equal(jsonText('\u009B'), String.raw`"\u009b"`);
  });

  it('gives no command to the runner of a CI job', () => {
    assert.doesNotMatch(jsonText(HOSTILE).replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''), /##/);
  });

  it('is the same when it is read', () => {
    assert.deepEqual(JSON.parse(jsonText(HOSTILE)), HOSTILE);
    assert.deepEqual(JSON.parse(jsonText(HOSTILE, 2)), HOSTILE);
    assert.equal(jsonText(HOSTILE.usual, 2), JSON.stringify(HOSTILE.usual, undefined, 2));
  });
});
