import assert from 'node:assert/strict';
import { english, message } from '../../../src/core/message';
import { asTags, formatTags, hasTags, MAX_TAGS, parseSearch, parseTags, tagsProblem } from '../../../src/core/tags';

const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'value']));

const problemOf = (text: string): string => english(tagsProblem(text, { team: 'web' }) ?? message('none'));

describe('Tags', () => {
  it('are read as they are written', () => {
    assert.deepEqual(parseTags(' team=web,env = a=b c ,'), { team: 'web', env: 'a=b c' });
    assert.deepEqual(parseTags(' '), {});
    const tags = { team: 'web', env: 'test' };
    assert.equal(formatTags(tags), 'team=web, env=test');
    assert.deepEqual(parseTags(formatTags(tags)), tags);
    assert.equal(formatTags(undefined), '');
  });

  for (const [text, why] of [
    ['team', /key=value/],
    ['team=', /key=value/],
    ['=web', /key=value/],
    ['team=web env', undefined],
    ['team=web, team=api', /“team” is there twice/],
    [`team=${'x'.repeat(256)}`, /at most 255/],
    ['team=\u0000', /visible/],
    [formatTags(many(MAX_TAGS)), undefined],
    [formatTags(many(MAX_TAGS + 1)), /at most 50 tags \(51 now\)/],
    ['', undefined],
  ] as const)
    it(`say what is wrong with ${JSON.stringify(text.slice(0, 40))}`, () => {
      const problem = tagsProblem(text);
      if (why) assert.match(problem ? english(problem) : '', why);
      else assert.equal(problem, undefined);
    });

  it('of the connection count too, and keep their values', () => {
    assert.match(problemOf('team=api'), /“team” is “web” for all sessions/);
    assert.equal(tagsProblem('team=web, env=test', { team: 'web' }), undefined);
    assert.match(problemOf(formatTags(many(MAX_TAGS))), /51 now/);
  });

  it('from outside are pairs of short texts without a secret, or are left out', () => {
    const value = {
      team: 'web',
      count: 7,
      empty: '',
      long: 'x'.repeat(256),
      line: 'a\nb',
      nested: {},
      key: 'my-token',
    };
    assert.deepEqual(
      asTags(value, (text) => text.includes('my-token')),
      { team: 'web' },
    );
    assert.equal(Object.keys(asTags(many(60)) ?? {}).length, MAX_TAGS);
    for (const other of [undefined, null, 'team=web', ['web'], 7, {}]) assert.equal(asTags(other), undefined);
    const odd: unknown = JSON.parse('{"__proto__":"x","constructor":"y"}');
    assert.deepEqual(Object.entries(asTags(odd) ?? {}), [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it('match only with all pairs, none of which an object has by itself', () => {
    assert.equal(hasTags({ team: 'web', env: 'test' }, { team: 'web' }), true);
    assert.equal(hasTags({ team: 'web' }, { team: 'web', env: 'test' }), false);
    assert.equal(hasTags({ team: 'Web' }, { team: 'web' }), false);
    assert.equal(hasTags(undefined, { team: 'web' }), false);
    assert.equal(hasTags(undefined, {}), true);
  });

  for (const [typed, text, tags] of [
    ['checkout', 'checkout', {}],
    ['team=web', '', { team: 'web' }],
    ['check out team=web env="a b"', 'check out', { team: 'web', env: 'a b' }],
    ['team=web, env=test', '', { team: 'web', env: 'test' }],
    ['team=', '', {}],
    ['a "quoted" name', 'a "quoted" name', {}],
    ['', '', {}],
  ] as const)
    it(`are found in ${JSON.stringify(typed)}`, () => assert.deepEqual(parseSearch(typed), { text, tags }));
});
