import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startLocalService, type LocalService } from '../../support/local-service';
import { Person } from './command-line';
import { nightly } from '../../support/nightly';

const VALUE = 'correct horse "battery" stäple';
const TOKEN_NAME = 'BROWSER_SESSIONS_TOKEN';

/** An extension that says what is typed wherever it can: in an error, its log, a title, a text and an address. */
const TELLING = {
  'manifest.json': {
    manifest_version: 3,
    name: 'Telling',
    version: '1.0',
    background: { service_worker: 'worker.js' },
    options_page: 'options.html',
  },
  'worker.js': '',
  'options.html': '<label>Password <input type="password"></label><h1></h1><script src="options.js"></script>',
  'options.js': `document.querySelector('input').oninput = ({ target: { value } }) => {
    if (value === '') return;
    console.log('typed ' + JSON.stringify({ value }), encodeURIComponent(value));
    document.title = document.querySelector('h1').textContent = value;
    history.pushState({}, '', '/' + encodeURIComponent(value));
    throw new Error('rejected ' + value);
  };`,
};
const password = { role: 'textbox', name: 'Password' };

function assertUntold(all: string): void {
  // Each word, as it is, in JSON, an address or markup.
  for (const part of [VALUE, 'correct horse', 'battery', 'st\u00E4ple', 'st%C3%A4ple', 'correct%20'])
    assert.ok(!all.includes(part), all.slice(Math.max(0, all.indexOf(part) - 200)).slice(0, 400));
}

function stepsOf(env: string): object[] {
  return [{ open: 'options' }, { type: { env }, into: password }];
}

describe('A text from the environment, in the command “test”', () => {
  let service: LocalService;
  let person: Person;

  before(async () => {
    service = await startLocalService();
    person = new Person({
      BROWSER_SESSIONS_ADDRESS: service.url,
      [TOKEN_NAME]: service.token,
      CHECKOUT_PASSWORD: VALUE,
      EMPTY: '',
    });
    person.write('dist', TELLING);
  });
  after(async () => {
    person.leave();
    await service.stop();
  });

  /** Runs a test in each form. @returns all that was told, with the test alone. */
  async function tell(
    name: string,
    files: Readonly<Record<string, object>>,
  ): Promise<{ all: string; outcome: string; text: string }> {
    person.write('.', files);
    const { out: json } = await person.run('test', `${name}.sequence.json`, '--json');
    const { out, err } = await person.run(
      'test',
      `${name}.sequence.json`,
      '--junit',
      `${name}/junit.xml`,
      '--report',
      name,
    );
    const folder = path.join(person.folder, name);
    const written = readdirSync(folder)
      .filter((file) => /\.(?:html|xml)$/.test(file))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'));
    assert.equal(written.length, 3);
    const [{ outcome, failure = { text: '' } }] = JSON.parse(json).tests;
    return { all: [json, out, err, ...written].join('\n'), outcome, text: failure.text };
  }

  it('is typed, and in nothing that is told, also where the extension repeats it', async () => {
    const { all, outcome, text } = await tell('told', {
      'told.sequence.json': {
        extension: 'dist',
        steps: [
          { open: 'options' },
          { type: { env: 'CHECKOUT_PASSWORD' }, into: password },
          { expect: { address: '*/welcome' }, timeout: 500 },
        ],
      },
    });
    assert.equal(outcome, 'failed');
    // What is wrong is told nevertheless.
    assert.match(text, /^Step 3, .*The address is chrome-extension:\/\/[a-p]{32}\/….*\.$/);
    assertUntold(all);
    assert.match(all, /typed \{"value":"…/);
    assert.ok(all.includes('CHECKOUT_PASSWORD'));
  });

  nightly('is in nothing that is told of what runs after it either', async () => {
    const { all, outcome } = await tell('later', {
      'login.sequence.json': {
        extension: 'dist',
        steps: [{ open: 'options' }, { type: { env: 'CHECKOUT_PASSWORD' }, into: password }],
      },
      'later.sequence.json': {
        setup: 'login.sequence.json',
        steps: [{ press: 'Tab' }, { expect: { address: '*/welcome' }, timeout: 500 }],
      },
    });
    assert.equal(outcome, 'failed');
    assertUntold(all);
  });

  it('fails by its name where a variable is not set, is empty, or is the token of a service', async () => {
    const names = ['NOT_SET', 'EMPTY', TOKEN_NAME];
    const files = names.map((env) => [`missing/${env}.sequence.json`, { extension: '../dist', steps: stepsOf(env) }]);
    person.write('.', Object.fromEntries(files));
    const { out, err } = await person.run('test', 'missing', '--json');
    assert.ok(!(out + err).includes(service.token));
    assert.deepEqual(
      JSON.parse(out)
        .tests.map(({ failure }: { failure: { text: string } }) => failure.text)
        .toSorted(),
      names
        .map(
          (env) =>
            `Step 2, Type into textbox “Password”: The environment variable “${env}” isn’t set. Nothing was typed.`,
        )
        .toSorted(),
    );
  });
});
