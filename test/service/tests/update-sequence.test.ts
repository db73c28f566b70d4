import assert from 'node:assert/strict';
import { updateSequence, type StoredAreas } from '../../../src/app/compare/update-sequence';
import { writeFiles } from '../../support/files';
import { startLocalService, type LocalService } from '../../support/local-service';
import { errors, outcomes, TestRunner } from '../../support/test-runner';

const MANIFEST = {
  manifest_version: 3,
  name: 'Updated',
  version: '1.0',
  permissions: ['storage'],
  background: { service_worker: 'worker.js' },
};
/** It expects that each who has settings has a theme. */
const MIGRATION = `chrome.storage.local.get('settings').then(({ settings }) => {
  if (settings) chrome.storage.local.set({ theme: settings.theme.toUpperCase() });
});`;

describe('The test of an update', () => {
  let service: LocalService;
  let runner: TestRunner;
  before(async () => {
    service = await startLocalService();
    runner = new TestRunner(service);
  });
  beforeEach(() => {
    runner.clear();
    writeFiles(runner.folder, {
      'old/manifest.json': MANIFEST,
      'old/worker.js': '',
      'new/manifest.json': { ...MANIFEST, version: '2.0' },
      'new/worker.js': MIGRATION,
    });
  });
  after(async () => {
    runner.leave();
    await service.stop();
  });

  function write(name: string, stored: StoredAreas): void {
    writeFiles(runner.folder, { [`${name}.sequence.json`]: updateSequence('./old', './new', stored) });
  }

  it('begins with what the old build has stored, and fails if the new one can’t read that', async () => {
    write('new-user', {});
    write('with-theme', { local: { settings: { theme: 'dark' } }, sync: {} });
    write('without', { local: { settings: { size: 3 } } });
    const run = await runner.run({ workers: 1 });
    assert.deepEqual(outcomes(run), { 'new-user': 'passed', 'with-theme': 'passed', without: 'failed' });
    assert.match(errors(run)['without'] ?? '', /toUpperCase/);
  });

  it('names a zip in a step, because a test begins with a folder', () => {
    assert.deepEqual(JSON.parse(updateSequence('./old.zip', './new', { local: { a: 1 }, sync: {} })), {
      extension: './new',
      steps: [
        { upload: './old.zip' },
        { storage: { local: { a: 1 } } },
        { upload: './new' },
        { wait: 1000 },
        { expect: { noErrors: true } },
      ],
    });
    assert.throws(() => updateSequence('./old', './new', { local: { a: 'x'.repeat(1_100_000) } }), /at most/);
  });
});
