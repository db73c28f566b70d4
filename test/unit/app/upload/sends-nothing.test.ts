import assert from 'node:assert/strict';
import { uploadFolders } from '../../../../src/app/upload/upload-folders';
import { Cancelled } from '../../../../src/core/errors';
import { useUploads } from './upload-fixture';

describe('An upload sends nothing', () => {
  const fixture = useUploads();
  afterEach(() => assert.deepEqual(fixture.service.received, []));

  it('where Chromium would refuse the extension, and asks nothing before', async () => {
    fixture.put({ 'manifest.json': '{\n"manifest_version": 2, "name": "Old", "version": "1"}' });
    await assert.rejects(fixture.upload(), (error: object) => {
      assert.ok('folder' in error && 'place' in error && error instanceof Error);
      assert.equal(error.folder, fixture.folder);
      assert.match(error.message, /^Not uploaded: Chromium no longer loads .*manifest\.json:2\)$/);
      return true;
    });
    assert.deepEqual(fixture.asked, []);
  });

  it('where there are more folders than the service takes, and looks at none', async () => {
    await assert.rejects(fixture.upload({ folders: ['/a', '/b', '/c'] }), { name: 'TooManyExtensions' });
  });

  it('where a zip is too large', async () => {
    await assert.rejects(fixture.upload({}, {}, { zipBytes: 10 }), { name: 'ZipTooLarge', folder: fixture.folder });
    assert.deepEqual(fixture.asked, ['session']);
  });

  for (const [what, name, words] of [
    ['is no name', 'a/b', /^Nothing was sent: the name “a\/b” can’t be used\./],
    ['the session has', 'taken', /“taken” already exists/],
  ] as const) {
    it(`under a name of a keybinding that ${what}`, async () => {
      await fixture.records.sessions.remember({
        id: 's',
        uploads: [{ name: 'taken', title: '', version: '', bytes: 1, sha256: '', at: 1, folder: '/somewhere' }],
      });
      await assert.rejects(fixture.upload({ session: 's', name }), { name: 'UserError', message: words });
    });
  }

  it('into a session that was released', async () => {
    await fixture.records.sessions.remember({ id: 's', released: true });
    await assert.rejects(fixture.upload({ session: 's' }), /was released/);
  });

  it('where a question is not answered', async () => {
    await rememberPackMe();
    for (const question of ['session', 'name'] as const)
      await assert.rejects(fixture.upload({}, { [question]: () => Promise.reject(new Cancelled()) }), {
        name: 'Cancelled',
      });
  });

  it('where it is cancelled while a question stands', async () => {
    await rememberPackMe();
    for (const question of ['session', 'name'] as const) {
      const stop = new AbortController();
      const answers = fixture.answering({
        [question]: async () => {
          stop.abort();
          return 'late';
        },
      });
      await assert.rejects(
        uploadFolders(fixture.parts(), { folders: [fixture.folder] }, answers, stop.signal, () => {}),
        { name: 'Cancelled' },
      );
    }
  });

  it('to production, unless that is confirmed', async () => {
    const refusing = { production: () => Promise.reject(new Cancelled()) };
    await assert.rejects(fixture.upload({}, refusing, { production: true }), { name: 'Cancelled' });
  });

  /** So that the name is asked for: another folder has it. */
  async function rememberPackMe(): Promise<void> {
    await fixture.records.sessions.remember({
      id: 'asked-for',
      uploads: [{ name: 'pack-me', title: '', version: '', bytes: 1, sha256: '', at: 1, folder: '/somewhere' }],
    });
  }
});
