import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createClient, waitSilently } from '../../../../src/api';
import { DevToolsSessions } from '../../../../src/app/devtools-sessions';
import type { FoldersProgress, UploadQuestions } from '../../../../src/app/upload/ports';
import { uploadFolders } from '../../../../src/app/upload/upload-folders';
import { english } from '../../../../src/core/message';
import { refuse } from './upload-service';
import { MANIFEST, useUploads } from './upload-fixture';

describe('Uploading folders, without the editor', () => {
  const fixture = useUploads();

  const namesIn = (session: string): unknown => fixture.records.sessions.get(session)?.uploads?.map(({ name }) => name);

  it('asks for the session that the request leaves out, and tells what was loaded where', async () => {
    const outcome = await fixture.upload();
    assert.deepEqual(fixture.asked, ['session']);
    assert.deepEqual(
      fixture.service.received.map((request) => [request.path, request.authorization]),
      [['/browsers/asked-for/extensions', 'Bearer own']],
    );
    assert.ok(outcome.kind === 'uploaded');
    const [extension] = outcome.extensions;
    assert.deepEqual(
      { ...extension, bytes: 0 },
      {
        folder: fixture.folder,
        name: 'pack-me',
        title: 'Pack Me',
        version: '2.0',
        files: 2,
        bytes: 0,
        changes: undefined,
      },
    );
    assert.equal(fixture.records.sessions.get('asked-for')?.uploads?.[0]?.name, 'pack-me');
  });

  it('asks for nothing where the request has all of it', async () => {
    await fixture.upload({ session: 'given', name: 'own-name' });
    assert.deepEqual(fixture.asked, []);
    assert.match(fixture.service.received[0]?.body ?? '', /own-name/);
  });

  it('sends several in one request, each with a name of its own', async () => {
    const other = fixture.otherFolder('Other');
    await fixture.upload({ folders: [fixture.folder, other], session: 's', name: 'for-one-alone' });
    assert.deepEqual(namesIn('s'), ['pack-me', 'other']);
    assert.deepEqual(fixture.asked, []);
    assert.equal(fixture.service.received.length, 1);
  });

  it('asks for a name only where something else has it: another folder, or another of the same upload', async () => {
    const other = fixture.otherFolder('Pack Me');
    const questions: unknown[] = [];
    const name: UploadQuestions['name'] = async ({ wanted, loaded, besides }) => {
      questions.push([wanted, loaded, besides]);
      return `other-${questions.length}`;
    };
    await fixture.upload({ folders: [fixture.folder, other], session: 'one' }, { name });
    await fixture.upload({ session: 'two' }, { name });
    await fixture.upload({ folders: [other], session: 'two' }, { name });
    assert.deepEqual(questions, [
      ['pack-me', [], ['pack-me']],
      ['pack-me', ['pack-me'], []],
    ]);
    assert.deepEqual(namesIn('one'), ['pack-me', 'other-1']);
    assert.deepEqual(namesIn('two'), ['other-2', 'pack-me']);
  });

  it('takes the place of another folder only where the session can do so; else nothing is changed', async () => {
    const other = fixture.otherFolder('Pack Me');
    await fixture.upload({ session: 's' });
    const name: UploadQuestions['name'] = async ({ wanted, replaceable }) => {
      assert.equal(replaceable?.folder, fixture.folder);
      return wanted;
    };
    await assert.rejects(fixture.upload({ folders: [other], session: 's' }, { name }), /“pack-me” can’t be replaced/);
    assert.deepEqual(namesIn('s'), ['pack-me']);
    assert.equal(fixture.service.received.length, 1);
  });

  it('asks for a name that the browser has already, though no upload of it is remembered', async () => {
    const path = '/tmp/extensions/pack-me';
    const extension = { id: 'a', name: 'Pack Me', version: '2.0', enabled: true, path };
    await fixture.upload({ session: 's' }, {}, { listed: [extension] });
    assert.deepEqual(fixture.asked, ['name']);
    assert.deepEqual(namesIn('s'), ['answered']);
  });

  it('gives a folder that comes again the next free name, and does not ask', async () => {
    await fixture.upload({ session: 's' });
    await fixture.upload({ session: 's', force: true });
    assert.deepEqual(fixture.asked, []);
    assert.deepEqual(namesIn('s'), ['pack-me-2', 'pack-me']);
  });

  it('asks at production once all else is known, and names what goes where', async () => {
    let question = '';
    const confirming: Partial<UploadQuestions> = {
      production: async ({ titles, session }) => void (question = `${english(titles)} into ${session.id}`),
    };
    await fixture.upload({}, confirming, { production: true });
    assert.deepEqual(fixture.asked, ['session', 'production']);
    assert.equal(question, '“Pack Me” into asked-for');
    assert.equal(fixture.service.received.length, 1);
  });

  describe('where nothing has changed', () => {
    const request = { session: 's' };

    it('does not restart the browser, unless that is wanted', async () => {
      await fixture.upload(request);
      const outcome = await fixture.upload(request);
      assert.ok(outcome.kind === 'unchanged');
      assert.deepEqual(
        outcome.since.map(({ name }) => name),
        ['pack-me'],
      );
      assert.equal(fixture.service.received.length, 1);
      assert.deepEqual(fixture.asked, []);
      await fixture.upload({ ...request, name: 'again', force: true });
      assert.equal(fixture.service.received.length, 2);
    });

    it('sends the others alone, and counts what has changed in them', async () => {
      const other = fixture.otherFolder('Other');
      await fixture.upload({ ...request, folders: [fixture.folder, other] });
      fixture.put({ 'lib/a.js': 'other', 'lib/b.js': 'new' });
      const outcome = await fixture.upload({ ...request, folders: [fixture.folder, other], name: 'second' });
      assert.ok(outcome.kind === 'uploaded');
      assert.deepEqual(
        [outcome.unchanged, outcome.extensions.map(({ name, changes }) => [name, changes?.files, changes?.since.name])],
        [1, [['second', 2, 'pack-me']]],
      );
    });
  });

  it('knows the line that a refusal of the service is about', async () => {
    fixture.put({ 'manifest.json': JSON.stringify({ ...MANIFEST, description: 'x' }, null, 2) });
    fixture.service.answer = refuse("invalid extension mine: Invalid value for 'description'.");
    await assert.rejects(fixture.upload({ session: 's', name: 'mine' }), {
      name: 'ExtensionRefused',
      folder: fixture.folder,
      message: /^Not uploaded: .*manifest\.json:5: “Invalid value for 'description'\.”$/,
    });
    assert.equal(fixture.records.sessions.get('s')?.uploads, undefined);
  });

  for (const phase of ['sending', 'loading'] as const) {
    it(`tells that it was cancelled in the phase “${phase}”`, async () => {
      fixture.put({ 'data.bin': randomBytes(5_000_000) });
      fixture.service.answer = () => {};
      const stop = new AbortController();
      const phases = new Set<FoldersProgress['phase']>();
      const onProgress = (progress: FoldersProgress): void => {
        phases.add(progress.phase);
        if (progress.phase === phase) stop.abort();
      };
      const request = { folders: [fixture.folder], session: 's', name: 'n' };
      await assert.rejects(uploadFolders(fixture.parts(), request, fixture.answering(), stop.signal, onProgress), {
        name: 'Cancelled',
        phase,
        session: { id: 's' },
      });
      assert.deepEqual([...phases], ['zipping', 'sending', 'loading'].slice(0, phase === 'sending' ? 2 : 3));
      assert.equal(fixture.records.sessions.get('s')?.uploads, undefined);
    });
  }

  it('that is cancelled while a busy service is waited for was not done: the service said so', async () => {
    fixture.service.answer = (response) => response.writeHead(429, { 'retry-after': '60' }).end();
    const stop = new AbortController();
    const client = createClient({
      baseUrl: fixture.service.url,
      token: 'own',
      wait: async (waiting, signal) => {
        stop.abort();
        return waitSilently(waiting, signal);
      },
    });
    const parts = {
      ...fixture.parts(),
      connect: async () => ({
        client,
        sessions: fixture.records.sessions,
        production: false,
        devtools: new DevToolsSessions(),
      }),
    };
    const phases = new Set<FoldersProgress['phase']>();
    const request = { folders: [fixture.folder], session: 's', name: 'n' };
    await assert.rejects(
      uploadFolders(parts, request, fixture.answering(), stop.signal, ({ phase }) => phases.add(phase)),
      { name: 'Cancelled', phase: 'sending' },
    );
    assert.ok(phases.has('loading'));
    client.close();
  });
});
