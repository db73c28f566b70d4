import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { uploadInSteps } from '../../../../src/app/upload/upload-folders';
import { KEY, MANIFEST, useUploads } from './upload-stage';

describe('An upload asks about secrets', () => {
  const stage = useUploads();
  beforeEach(() => stage.put({ 'lib/config.js': `const key = '${KEY}';` }));
  const request = { session: 's', name: 'n' };

  it('and excludes the files that are not selected', async () => {
    await stage.upload(request, { secrets: async () => [] });
    assert.deepEqual(stage.asked, ['secrets']);
    assert.ok(stage.service.received[0]?.body.includes('lib/a.js'));
    assert.ok(!stage.service.received[0]?.body.includes('lib/config.js'));
    assert.match(readFileSync(path.join(stage.folder, '.extensionignore'), 'utf8'), /config\.js/);
  });

  it('once: what is let through is known from then on, until it is forgotten', async () => {
    await stage.upload(request);
    assert.ok(stage.service.received[0]?.body.includes('lib/config.js'));
    await stage.upload({ ...request, name: 'other', force: true });
    assert.deepEqual(stage.asked, ['secrets']);
    await stage.allowed.forget();
    await stage.upload({ ...request, name: 'third', force: true });
    assert.deepEqual(stage.asked, ['secrets', 'secrets']);
  });

  it('and stops where the extension requires a file that is not selected, with nothing changed', async () => {
    stage.put({ 'manifest.json': JSON.stringify({ ...MANIFEST, description: KEY }) });
    await assert.rejects(stage.upload(request, { secrets: async () => ['lib/config.js'] }), {
      name: 'FolderError',
      folder: stage.folder,
      message: /^Nothing was uploaded: the extension requires “manifest\.json”/,
    });
    assert.deepEqual([stage.service.received, [...stage.allowed.all()]], [[], []]);
    assert.throws(() => readFileSync(path.join(stage.folder, '.extensionignore')), { code: 'ENOENT' });
  });

  it('until nothing is new: the files may change while a question stands', async () => {
    const seen: string[][] = [];
    await stage.upload(request, {
      secrets: async ({ secrets }) => {
        const files = secrets.map(({ file }) => file);
        if (seen.push(files) === 1) stage.put({ 'lib/more.js': `const key = '${KEY.replace('Z7Q4', 'Y6P5')}';` });
        return files;
      },
    });
    assert.deepEqual(seen, [['lib/config.js'], ['lib/more.js']]);
    assert.ok(stage.service.received[0]?.body.includes('lib/more.js'));
  });

  it('with no question between the last check and the zip', async () => {
    await uploadInSteps(stage.parts(), { folders: [stage.folder] }, stage.answering(), async (step, work) => {
      stage.asked.push(`(${step.kind})`);
      return work(new AbortController().signal, () => {});
    });
    assert.equal(
      stage.asked.join(' '),
      '(checking) session (checking) (searching) secrets (checking) (searching) (zipping) (sending) (proving)',
    );
  });
});
