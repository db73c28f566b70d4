import assert from 'node:assert/strict';
import { once } from 'node:events';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { UserError } from '../../../../src/core/errors';
import { message } from '../../../../src/core/message';
import { findExtensionFolders, inspectExtension, packExtension } from '../../../../src/packaging';
import { receivedError, sentError } from '../../../../src/packaging/thread/messages';
import { ThreadPool } from '../../../../src/packaging/thread/thread-pool';
import { folderForEachTest, inspect, signal } from '../zip/folder';
import { writeFiles } from '../../../support/files';

describe('What comes back from a thread', () => {
  const root = folderForEachTest();

  it('is an error for the person as it was thrown, to be translated, with its help', async () => {
    await assert.rejects(inspectExtension(path.join(root(), 'gone'), {}, signal), (error) => {
      assert.ok(error instanceof UserError);
      assert.deepEqual(error.text, message('Folder not found: {0}.', path.join(root(), 'gone')));
      return true;
    });
    const helpful = receivedError(sentError(new UserError(message('{0}', 'words'), 'showLog')));
    assert.ok(helpful instanceof UserError && helpful.recovery === 'showLog');
  });

  it('is what nobody expected with the stack of its thread', async () => {
    const threads = new ThreadPool(path.resolve('out/packaging-thread.cjs'));
    const files = [
      {
        path: 'a.js',
        source: path.join(root(), 'manifest.json'),
        get bytes() {
          return 1;
        },
      },
    ];
    Reflect.set(files[0] ?? {}, 'path', 7);
    await assert.rejects(threads.run('findSecrets', [files, 'salt']), (error) => {
      assert.ok(error instanceof Error && !(error instanceof UserError));
      assert.match(error.stack ?? '', /packaging-thread\.cjs/);
      return true;
    });
  });

  it('is Cancelled, without a thread, where the signal was aborted before', () =>
    assert.rejects(inspectExtension(root(), {}, AbortSignal.abort()), { name: 'Cancelled' }));

  it('is dates as dates, and what is undefined as it was', async () => {
    writeFiles(root(), {
      'dist/manifest.json': '{"manifest_version": 3, "name": "built", "version": "1"}',
      'package.json': '{}',
    });
    const [built] = (await findExtensionFolders(root(), signal)).filter(({ kind }) => kind === 'build');
    assert.ok(built?.builtAt instanceof Date);
    assert.ok('tool' in built && built.tool === undefined);
  });

  it('is a zip that nobody else holds, as a Buffer', async () => {
    const { zip } = await packExtension(await inspect(root()), signal);
    assert.ok(Buffer.isBuffer(zip) && zip.buffer.byteLength === zip.length);
  });

  it('is an error of who is told of the progress, and no more progress', async () => {
    writeFiles(root(), { 'a.js': 'a' });
    let told = 0;
    await assert.rejects(
      packExtension(await inspect(root()), signal, () => {
        told += 1;
        throw new Error('of the caller');
      }),
      /of the caller/,
    );
    assert.equal(told, 1);
  });
});

const ended = (worker: Worker | undefined): Promise<unknown> => once(worker ?? process, 'exit');

describe('A thread without a job', () => {
  const root = folderForEachTest();
  /** Milliseconds. */
  const IDLE = 20;
  const started: Worker[] = [];
  const note = (worker: Worker): void => void started.push(worker);
  beforeEach(() => {
    started.length = 0;
    process.on('worker', note);
  });
  afterEach(() => process.off('worker', note));

  const newPool = (): ThreadPool => new ThreadPool(path.resolve('out/packaging-thread.cjs'), undefined, IDLE);
  const work = (threads: ThreadPool): Promise<unknown> => threads.run('findExtensionAbove', [root(), root()]);

  it('ends after a while, unless one is kept ready', async () => {
    const kept = newPool();
    const end = kept.keepReady();
    await work(kept);
    const other = newPool();
    await work(other);
    assert.equal(started.length, 2);
    await ended(started[1]);
    await work(kept);
    assert.equal(started.length, 2);
    end();
    await ended(started[0]);
    await work(kept);
    assert.equal(started.length, 3);
  });

  it('has started before the first job, where it is kept ready', async () => {
    const threads = newPool();
    const end = threads.keepReady();
    await once(process, 'worker');
    await work(threads);
    assert.equal(started.length, 1);
    end();
    end();
    await ended(started[0]);
  });

  it('is kept as long as one of several needs it, and then only one', async () => {
    const threads = newPool();
    const ends = [threads.keepReady(), threads.keepReady()];
    await Promise.all([work(threads), work(threads)]);
    assert.equal(started.length, 2);
    ends[0]?.();
    const first = await Promise.race(started.map(async (worker) => (await ended(worker), worker)));
    await work(threads);
    assert.equal(started.length, 2);
    ends[1]?.();
    await ended(started.find((worker) => worker !== first));
  });
});
