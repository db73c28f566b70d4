import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { DevToolsSessions, uploadFolders, type FoldersProgress, type UploadQuestions } from '../../../../src/app';
import { english } from '../../../../src/core/message';
import { refuse } from './upload-service';
import { MANIFEST, useUploads } from './upload-stage';
import { createClient, waitSilently } from '../../../../src/api';

describe('Uploading folders, without the editor', () => {
  const stage = useUploads();

  it('asks for what the request leaves out, and tells what was loaded where', async () => {
    const outcome = await stage.upload();
    assert.deepEqual(stage.asked, ['session', 'name']);
    assert.deepEqual(
      stage.service.received.map((request) => [request.path, request.authorization]),
      [['/browsers/asked-for/extensions', 'Bearer own']],
    );
    assert.ok(outcome.kind === 'uploaded');
    const [extension] = outcome.extensions;
    assert.deepEqual(
      { ...extension, bytes: 0 },
      {
        folder: stage.folder,
        name: 'name-1',
        title: 'Pack Me',
        version: '2.0',
        files: 2,
        bytes: 0,
        changes: undefined,
      },
    );
    assert.equal(stage.records.sessions.get('asked-for')?.uploads?.[0]?.name, 'name-1');
  });

  it('asks for nothing where the request has all of it', async () => {
    await stage.upload({ session: 'given', name: 'own-name' });
    assert.deepEqual(stage.asked, []);
    assert.match(stage.service.received[0]?.body ?? '', /own-name/);
  });

  it('asks for a name for each of several, in one request', async () => {
    const other = stage.otherFolder('Other');
    const names: unknown[] = [];
    await stage.upload(
      { folders: [stage.folder, other], session: 's', name: 'for-one-alone' },
      {
        name: async ({ title, besides, step }) => {
          names.push([title, besides, step]);
          return `of-${title.at(0)?.toLowerCase()}`;
        },
      },
    );
    assert.deepEqual(names, [
      ['Pack Me', [], { step: 1, of: 2 }],
      ['Other', ['of-p'], { step: 2, of: 2 }],
    ]);
    assert.equal(stage.service.received.length, 1);
  });

  it('asks at production once all else is known, and names what goes where', async () => {
    let question = '';
    const confirming: Partial<UploadQuestions> = {
      production: async ({ titles, session }) => void (question = `${english(titles)} into ${session.id}`),
    };
    await stage.upload({}, confirming, { production: true });
    assert.deepEqual(stage.asked, ['session', 'name', 'production']);
    assert.equal(question, '“Pack Me” into asked-for');
    assert.equal(stage.service.received.length, 1);
  });

  describe('where nothing has changed', () => {
    const request = { session: 's' };

    it('does not restart the browser, unless that is wanted', async () => {
      await stage.upload(request);
      const outcome = await stage.upload(request);
      assert.ok(outcome.kind === 'unchanged');
      assert.deepEqual(
        outcome.since.map(({ name }) => name),
        ['name-1'],
      );
      assert.equal(stage.service.received.length, 1);
      assert.deepEqual(stage.asked, ['name']);
      await stage.upload({ ...request, name: 'again', force: true });
      assert.equal(stage.service.received.length, 2);
    });

    it('sends the others alone, and counts what has changed in them', async () => {
      const other = stage.otherFolder('Other');
      await stage.upload({ ...request, folders: [stage.folder, other] });
      stage.put({ 'lib/a.js': 'other', 'lib/b.js': 'new' });
      const outcome = await stage.upload({ ...request, folders: [stage.folder, other], name: 'second' });
      assert.ok(outcome.kind === 'uploaded');
      assert.deepEqual(
        [outcome.unchanged, outcome.extensions.map(({ name, changes }) => [name, changes?.files, changes?.since.name])],
        [1, [['second', 2, 'name-1']]],
      );
    });
  });

  it('knows the line that a refusal of the service is about', async () => {
    stage.put({ 'manifest.json': JSON.stringify({ ...MANIFEST, description: 'x' }, null, 2) });
    stage.service.answer = refuse("invalid extension mine: Invalid value for 'description'.");
    await assert.rejects(stage.upload({ session: 's', name: 'mine' }), {
      name: 'ExtensionRefused',
      folder: stage.folder,
      message:
        /^The service rejected .*manifest\.json:5\. Nothing was loaded\. Details: “Invalid value for 'description'\.”$/,
    });
    assert.equal(stage.records.sessions.get('s')?.uploads, undefined);
  });

  for (const phase of ['sending', 'restarting'] as const) {
    it(`tells that it was cancelled in the phase “${phase}”`, async () => {
      stage.put({ 'data.bin': randomBytes(5_000_000) });
      stage.service.answer = () => {};
      const stop = new AbortController();
      const phases = new Set<FoldersProgress['phase']>();
      const onProgress = (progress: FoldersProgress): void => {
        phases.add(progress.phase);
        if (progress.phase === phase) stop.abort();
      };
      const request = { folders: [stage.folder], session: 's', name: 'n' };
      await assert.rejects(uploadFolders(stage.parts(), request, stage.answering(), stop.signal, onProgress), {
        name: 'Cancelled',
        phase,
        session: { id: 's' },
      });
      assert.deepEqual([...phases], ['zipping', 'sending', 'restarting'].slice(0, phase === 'sending' ? 2 : 3));
      assert.equal(stage.records.sessions.get('s')?.uploads, undefined);
    });
  }

  it('that is cancelled while a busy service is waited for was not done: the service said so', async () => {
    stage.service.answer = (response) => response.writeHead(429, { 'retry-after': '60' }).end();
    const stop = new AbortController();
    const client = createClient({
      baseUrl: stage.service.url,
      token: 'own',
      wait: async (waiting, signal) => {
        stop.abort();
        return waitSilently(waiting, signal);
      },
    });
    const parts = {
      ...stage.parts(),
      connect: async () => ({
        client,
        sessions: stage.records.sessions,
        production: false,
        devtools: new DevToolsSessions(),
      }),
    };
    const phases = new Set<FoldersProgress['phase']>();
    const request = { folders: [stage.folder], session: 's', name: 'n' };
    await assert.rejects(
      uploadFolders(parts, request, stage.answering(), stop.signal, ({ phase }) => phases.add(phase)),
      { name: 'Cancelled', phase: 'sending' },
    );
    assert.ok(phases.has('restarting'));
    client.close();
  });
});
