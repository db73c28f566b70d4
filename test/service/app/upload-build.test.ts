import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSequenceText } from '../../../src/app/sequences/sequence-text';
import { runSteps } from '../../../src/app/sequences/run-steps';
import { uploadBuilds } from '../../../src/app/sequences/upload-build';
import { KEY, manifest, writeFiles } from '../../support/files';
import { uploadSettings } from '../../support/uploads';
import { zipBytes } from '../../support/zip-bytes';
import { NamesFixture } from './names-fixture';

const { signal } = new AbortController();

/** Tells in its storage how it was installed. */
const WORKER = `chrome.runtime.onInstalled.addListener(({ reason, previousVersion }) =>
  chrome.storage.local.set({ installed: reason + ' ' + (previousVersion ?? 'new') }));`;

function build(version: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fields = { version, permissions: ['storage'], background: { service_worker: 'worker.js' } };
  return { 'manifest.json': JSON.stringify(manifest('Built', fields)), 'worker.js': WORKER, ...more };
}

const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  zipBytes(Object.entries(files).map(([name, content]) => ({ name, content })));

const installed = (words: string, more: object = {}): object => ({
  expect: { storage: { local: { installed: words, ...more } } },
});

describe('A step that uploads another build', () => {
  let fixture: NamesFixture;
  let top: string;
  const outside = realpathSync(mkdtempSync(path.join(tmpdir(), 'outside-')));

  before(async () => {
    fixture = await NamesFixture.open();
    top = realpathSync(mkdtempSync(path.join(tmpdir(), 'project-')));
    mkdirSync(path.join(top, 'tests'));
    for (const [name, files] of [
      ['one', build('1.0')],
      ['two', build('2.0')],
      ['secret', build('5.0', { 'key.js': `const key = '${KEY}';` })],
      ['refused', build('6.0', { 'manifest.json': '{ "manifest_version": 3, "name": "Built", "version": "x" }' })],
    ] as const)
      writeFiles(path.join(top, name), files);
    writeFiles(outside, build('9.0'));
    symlinkSync(outside, path.join(top, 'link'));
    writeFiles(top, {
      'three.zip': zipOf(build('3.0')),
      'leads-out.zip': zipBytes([{ name: '../worker.js', content: 'x' }]),
      'bomb.zip': zipBytes([{ name: 'worker.js', content: Buffer.alloc(300_000_000) }]),
      'broken.zip': 'PK but no zip',
    });
    await fixture.person.upload(path.join(top, 'one'), fixture.session, 'built');
  });
  after(async () => {
    await fixture.close();
    for (const folder of [top, outside]) rmSync(folder, { recursive: true });
  });

  async function run(...steps: readonly object[]): Promise<unknown> {
    const read = readSequenceText(JSON.stringify({ steps }), []);
    assert.ok('steps' in read, JSON.stringify(read));
    const { client, records, devtools } = fixture.person;
    const deps = uploadSettings({ client, sessions: records.sessions, production: false, devtools });
    const upload = uploadBuilds(deps, path.join(top, 'tests'), top);
    const [outcome] = await runSteps(
      fixture.parts,
      { sessionIds: [fixture.session], steps: read.steps, upload },
      signal,
    );
    return outcome?.error;
  }

  it('updates the one that runs, from a folder or a zip: with its ID, and what it has stored', async () => {
    const [before] = await fixture.person.loaded(fixture.session);
    const stored = { token: 'a1b2' };
    assert.equal(
      await run(
        installed('install new'),
        { storage: { local: stored } },
        { upload: '../two' },
        installed('update 1.0', stored),
        { upload: '../three.zip' },
        installed('update 2.0', stored),
      ),
      undefined,
    );
    const [after, ...others] = await fixture.person.loaded(fixture.session);
    assert.deepEqual([after?.id, after?.version, others], [before?.id, '3.0', []]);
  });

  for (const [file, words] of [
    ['../../outside', /File not found: \.\.\/\.\.\/outside\./],
    ['../nowhere', /File not found: \.\.\/nowhere\./],
    ['nul\0', /File not found: nul/],
    ['/etc', /“\/etc” is outside of the project\./],
    ['../link', /“\.\.\/link” is outside of the project\./],
    ['../leads-out.zip', /“\.\.\/leads-out\.zip” can’t be unpacked: “.*\.\.\/worker\.js/],
    ['../bomb.zip', /“\.\.\/bomb\.zip” can’t be unpacked: “/],
    ['../broken.zip', /“\.\.\/broken\.zip” can’t be unpacked: “/],
    ['../secret', /“key\.js” may contain a secret\. Nothing was sent\./],
    ['../refused', /version/],
  ] as const)
    it(`refuses ${JSON.stringify(file)} in words, and what runs goes on`, async () => {
      const [before] = await fixture.person.loaded(fixture.session);
      const error = await run({ upload: file });
      assert.match(error instanceof Error ? `${error.name} ${error.message}` : String(error), words);
      const [after] = await fixture.person.loaded(fixture.session);
      assert.deepEqual(after, before);
      assert.equal(await run({ worker: 'stop' }, { worker: 'start' }), undefined);
    });
});
