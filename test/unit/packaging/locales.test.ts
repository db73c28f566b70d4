import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { inspectExtension, type Problem } from '../../../src/packaging';
import { change, lay } from '../../verdicts/case';
import { temporaryFolder } from '../../support/temporary-folder';

const places = (problems: readonly Problem[]): unknown =>
  problems.map(({ code, severity, file, line, column, length }) => [code, severity, file, line, column, length]);

describe('The check of locales', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  async function check(
    manifest: Readonly<Record<string, unknown>>,
    files: Parameters<typeof change>[2],
  ): Promise<readonly Problem[]> {
    await lay(folder, change('locales', manifest, files));
    return (await inspectExtension(folder, {}, new AbortController().signal)).problems;
  }

  it('points into messages.json at every fault', async () => {
    const messages =
      '{\n  "a": { "message": "$who$" },\n  "b-c": { "message": "x" },\n  "d": { "message": 1 },\n  "e": { "message": "fine" }\n}';
    assert.deepEqual(places(await check({ default_locale: 'en' }, { '_locales/en/messages.json': messages })), [
      ['locale-message', 'error', '_locales/en/messages.json', 2, 21, 7],
      ['locale-message', 'error', '_locales/en/messages.json', 3, 3, 5],
      ['locale-message', 'error', '_locales/en/messages.json', 4, 21, 1],
    ]);
  });

  it('points at where messages.json stops being JSON', async () => {
    const [problem] = await check(
      { default_locale: 'en' },
      { '_locales/en/messages.json': '{\n  "a": { "message": "b" },\n}' },
    );
    assert.deepEqual(
      [problem?.code, problem?.file, problem?.line, problem?.column],
      ['file-not-json', '_locales/en/messages.json', 3, 1],
    );
  });

  // Chromium itself crashes on it.
  it('refuses messages that are a list', async () => {
    assert.deepEqual(
      (
        await check({ default_locale: 'en' }, { '_locales/en/messages.json': '{}', '_locales/de/messages.json': '[]' })
      ).map(({ code, file }) => [code, file]),
      [['locale-message', '_locales/de/messages.json']],
    );
  });

  it('keeps lines and columns where a text holds a line break', async () => {
    const problems = await check(
      { default_locale: 'en' },
      { '_locales/en/messages.json': '{ "a": { "message": "b\n // c" }, /* " */\n"d": 1 }' },
    );
    assert.deepEqual(places(problems), [['locale-message', 'error', '_locales/en/messages.json', 3, 6, 1]]);
  });

  it('offers to add default_locale, English first', async () => {
    const [problem] = await check(
      {},
      { '_locales/de/messages.json': '{}', '_locales/en/messages.json': '{}', '_locales/klingon/messages.json': '{}' },
    );
    assert.equal(problem?.code, 'locale-default');
    assert.deepEqual(
      problem?.fixes?.map(({ title }) => english(title)),
      ['Add "default_locale": "en"', 'Add "default_locale": "de"'],
    );
  });

  it('offers the locales that are there for one that is not, and to create it', async () => {
    const [problem] = await check({ default_locale: 'fr' }, { '_locales/de/messages.json': '{}' });
    assert.deepEqual([problem?.code, problem?.file, problem?.length], ['locale-default', 'manifest.json', 4]);
    assert.deepEqual(
      problem?.fixes?.map(({ title }) => english(title)),
      ['Use "de"', 'Create _locales/fr/messages.json'],
    );
  });

  it('offers to remove default_locale where there are no locales', async () => {
    const [problem] = await check({ default_locale: 'en' }, {});
    assert.deepEqual(
      problem?.fixes?.map(({ title }) => english(title)),
      ['Create _locales/en/messages.json', 'Remove "default_locale"'],
    );
  });

  it('points at the text that uses an undefined message', async () => {
    const problems = await check(
      { default_locale: 'en', description: 'about __MSG_none__' },
      { '_locales/en/messages.json': '{}' },
    );
    assert.deepEqual(
      problems.map(({ code, severity, length }) => [code, severity, length]),
      [['message-undefined', 'error', '"about __MSG_none__"'.length]],
    );
  });

  it('warns where the default locale lacks a message that English has', async () => {
    const problems = await check(
      { default_locale: 'de', name: '__MSG_a__' },
      { '_locales/de/messages.json': '{}', '_locales/en/messages.json': { a: { message: 'A' } } },
    );
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['message-undefined', 'warning']],
    );
  });

  it('warns of placeholders that nothing is put in for', async () => {
    assert.deepEqual(
      (await check({ name: '__MSG_name__', description: '__MSG_other__' }, {})).map(({ code, severity }) => [
        code,
        severity,
      ]),
      [['message-undefined', 'warning']],
    );
  });

  it('warns once of all the languages that Chromium does not know', async () => {
    const problems = await check(
      { default_locale: 'en' },
      { '_locales/en/messages.json': '{}', '_locales/klingon/messages.json': '', '_locales/elvish/messages.json': '{' },
    );
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['locale-unknown', 'warning']],
    );
    assert.match(
      english(problems.map(({ message }) => message).find(Boolean) ?? { template: '', args: [] }),
      /: elvish, klingon\./,
    );
  });

  it('creates messages that are missing, and has no more to say', async () => {
    const [problem] = await check(
      { default_locale: 'en' },
      { '_locales/en/messages.json': '{}', '_locales/de/a.txt': '' },
    );
    const [fix] = problem?.fixes ?? [];
    assert.ok(problem?.code === 'locale-missing' && fix?.kind === 'create');
    assert.deepEqual(await check({ default_locale: 'en' }, { [fix.file]: fix.content }), []);
  });
});
