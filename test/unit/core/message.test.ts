import assert from 'node:assert/strict';
import { english, fill, listOf, message, sentences, textsOf } from '../../../src/core/message';

const translate = (template: string, ...args: (string | number)[]): string =>
  template.replace(/\{(\d+)\}/g, (_, index) => String(args[Number(index)]));
const shown = (text: ReturnType<typeof message>): string => fill(text, translate, (arg) => `<${arg}>`);

describe('A sentence', () => {
  it('has each text among its arguments made plain once, and nothing of its own words', () => {
    assert.equal(
      shown(message('$(check) {0}, {1} of {2}', 'a', 3, message('{0} (b)', 'c'))),
      '$(check) <a>, 3 of <c> (b)',
    );
    assert.equal(
      shown(sentences(message('One {0}.', '{1}'), undefined, message('Two {0}.', 'b'))),
      'One <{1}>. Two <b>.',
    );
  });

  it('lists names each as an argument of its own, and of many the first', () => {
    assert.equal(shown(listOf(['a', 'b'])), '<a>, <b>');
    assert.equal(
      english(listOf(Array.from({ length: 12 }, (_, index) => `${index}`))),
      '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, and 2 more',
    );
  });

  it('tells the texts in it', () =>
    assert.deepEqual(textsOf(message('{0}{1}{2}', 'a', 2, message('{0}', 'b'))), ['a', 'b']));

  it('has its arguments as they came where it is an error for a program', () =>
    assert.equal(english(message('{0}!', 'a\nb')), 'a\nb!'));
});
