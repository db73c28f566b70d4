import assert from 'node:assert/strict';
import path from 'node:path';
import { createClient, type Client } from '../../../src/api';
import { Activities } from '../../../src/app/activities/activities';
import { wordsForStop } from '../../../src/app/activities/stop-reasons';
import { linesNeverRun } from '../../../src/app/coverage/coverage-text';
import { recordCoverage } from '../../../src/app/coverage/record-coverage';
import type { Coverage } from '../../../src/app/coverage/run-coverage';
import { DevToolsSessions } from '../../../src/app/devtools-sessions';
import { uploadFolders } from '../../../src/app/upload/upload-folders';
import { listLoaded, openTab } from '../../../src/devtools';
import { english } from '../../../src/core/message';
import { openRecords, type ConnectionRecords } from '../../../src/state';
import { manifest, writeFiles } from '../../support/files';
import { request, startLocalService, type LocalService } from '../../support/local-service';
import { storage } from '../../support/storage';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { NO_QUESTION, uploadSettings } from '../../support/uploads';

const { signal } = new AbortController();
const HERE = { name: 'here', address: 'https://here' };
const PAGE = `function opened() {
  return 'opened';
}
function never() {
  return 'never';
}
document.title = opened();
`;

describe('Coverage that a person records', () => {
  let service: LocalService;
  let client: Client;
  let records: ConnectionRecords;
  let activities: Activities;
  let folder: string;
  const devtools = new DevToolsSessions();

  before(async () => {
    service = await startLocalService();
    client = createClient({ baseUrl: service.url, token: service.token });
    records = openRecords(storage(), HERE, () => {});
    activities = new Activities(wordsForStop);
    folder = temporaryFolder();
    writeFiles(folder, {
      'manifest.json': manifest('Recorded'),
      'page.html': '<!doctype html><script src="page.js"></script>',
      'page.js': PAGE,
      'other.js': 'globalThis.loaded = 1;\n',
    });
    await uploadFolders(
      uploadSettings({ client, sessions: records.sessions, production: false, devtools }),
      { folders: [folder], session: service.session },
      NO_QUESTION,
      signal,
      () => {},
    );
  });
  after(async () => {
    devtools.close();
    client.close();
    await service.stop();
  });

  const record = (): Promise<{ readonly ended: Promise<Coverage> }> =>
    recordCoverage(
      { access: { client, sessions: records.sessions, devtools }, activities, topOf: () => folder },
      HERE,
      { id: service.session },
      signal,
    );

  /** Opens the page of the extension, and waits until it has run. */
  async function openPage(): Promise<void> {
    await devtools.of(client, service.session).use(async (open) => {
      const [extension] = (await listLoaded(open, signal)).filter(({ name }) => name === 'Recorded');
      const targetId = await openTab(open, `chrome-extension://${extension?.id}/page.html`, signal);
      await until('the page has run', async () => {
        const { targetInfo } = await open.send('Target.getTargetInfo', { targetId }, { signal });
        return targetInfo?.title === 'opened';
      });
    }, signal);
  }

  function never({ map }: Coverage): Readonly<Record<string, string>> {
    return Object.fromEntries(
      map.files().map((file) => [path.relative(folder, file), linesNeverRun(map.fileCoverageFor(file))]),
    );
  }

  it('is what ran of the uploads until it is stopped', async () => {
    const { ended } = await record();
    assert.deepEqual(
      activities.of('coverage').map(({ session }) => session.id),
      [service.session],
    );
    await assert.rejects(record(), /is already being recorded/);
    await openPage();
    activities.stopWhere(({ kind }) => kind === 'coverage', 'stopped');
    assert.deepEqual(never(await ended), { 'other.js': '1', 'page.js': '5' });
  });

  it('is kept when the session ends', async () => {
    const { ended } = await record();
    await openPage();
    await request(service, 'DELETE', `/browsers/${service.session}`);
    activities.stopWhere(({ kind }) => kind === 'coverage', 'sessionEnded');
    const coverage = await ended;
    assert.deepEqual(Object.keys(never(coverage)).toSorted(), ['other.js', 'page.js']);
    assert.deepEqual(coverage.notes.map(english), ['Coverage is incomplete: some of what ran couldn’t be counted.']);
  });
});
