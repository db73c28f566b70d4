import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadInSteps } from '../../../../src/app/upload/upload-folders';
import { KEY } from '../../../support/files';
import { MANIFEST, useUploads } from './upload-fixture';

describe('An upload asks about secrets', () => {
  const fixture = useUploads();
  beforeEach(() => fixture.put({ 'lib/config.js': `const key = '${KEY}';` }));
  const request = { session: 's', name: 'n' };

  it('and excludes the files that are not selected', async () => {
    await fixture.upload(request, { secrets: async () => [] });
    assert.deepEqual(fixture.asked, ['secrets']);
    assert.ok(fixture.service.received[0]?.body.includes('lib/a.js'));
    assert.ok(!fixture.service.received[0]?.body.includes('lib/config.js'));
    assert.match(readFileSync(path.join(fixture.folder, '.extensionignore'), 'utf8'), /config\.js/);
  });

  it('once: what is let through is known from then on, until it is forgotten', async () => {
    await fixture.upload(request);
    assert.ok(fixture.service.received[0]?.body.includes('lib/config.js'));
    await fixture.upload({ ...request, name: 'other', force: true });
    assert.deepEqual(fixture.asked, ['secrets']);
    await fixture.allowed.forget();
    await fixture.upload({ ...request, name: 'third', force: true });
    assert.deepEqual(fixture.asked, ['secrets', 'secrets']);
  });

  it('and stops where the extension requires a file that is not selected, with nothing changed', async () => {
    fixture.put({ 'manifest.json': JSON.stringify({ ...MANIFEST, description: KEY }) });
    await assert.rejects(fixture.upload(request, { secrets: async () => ['lib/config.js'] }), {
      name: 'FolderError',
      folder: fixture.folder,
      message: /^Nothing was uploaded: the extension requires “manifest\.json”/,
    });
    assert.deepEqual([fixture.service.received, [...fixture.allowed.all()]], [[], []]);
    assert.throws(() => readFileSync(path.join(fixture.folder, '.extensionignore')), { code: 'ENOENT' });
  });

  it('until nothing is new: the files may change while a question stands', async () => {
    const seen: string[][] = [];
    await fixture.upload(request, {
      secrets: async ({ secrets }) => {
        const files = secrets.map(({ file }) => file);
        if (seen.push(files) === 1) fixture.put({ 'lib/more.js': `const key = '${KEY.replace('Z7Q4', 'Y6P5')}';` });
        return files;
      },
    });
    assert.deepEqual(seen, [['lib/config.js'], ['lib/more.js']]);
    assert.ok(fixture.service.received[0]?.body.includes('lib/more.js'));
  });

  it('with no question between the last check and the zip', async () => {
    await uploadInSteps(fixture.parts(), { folders: [fixture.folder] }, fixture.answering(), async (step, work) => {
      fixture.asked.push(`(${step.kind})`);
      return work(new AbortController().signal, () => {});
    });
    assert.equal(
      fixture.asked.join(' '),
      '(checking) session (checking) (searching) secrets (checking) (searching) (zipping) (sending) (proving)',
    );
  });
});
