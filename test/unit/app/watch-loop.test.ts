import assert from 'node:assert/strict';
import { WatchLoop, type Builds } from '../../../src/app/watch-loop';
import { Emitter } from '../../../src/core/emitter';
import { until } from '../../until';

/** Works that were begun, each until `finish` is called. */
function looping(builds?: Builds): { loop: WatchLoop; begun: AbortSignal[]; most: () => number; finish: () => void } {
  const begun: AbortSignal[] = [];
  const open: (() => void)[] = [];
  let most = 0;
  const loop = new WatchLoop(
    (signal) => {
      begun.push(signal);
      return new Promise((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
      });
    },
    { quiet: 20, ...(builds && { builds }) },
  );
  return { loop, begun, most: () => most, finish: () => open.splice(0).forEach((end) => end()) };
}

/** Builds that end one after another. */
class RunningBuilds implements Builds {
  private readonly ends = new Emitter();
  readonly onDidEnd = this.ends.event;

  constructor(private running: number) {}

  get isRunning(): boolean {
    return this.running > 0;
  }

  end(): void {
    this.running -= 1;
    this.ends.fire();
  }
}

describe('Watching a folder', () => {
  it('500 changes are one upload', async () => {
    const { loop, begun, finish } = looping();
    for (let count = 0; count < 500; count++) loop.changed();
    await until('it has begun', () => begun.length > 0);
    finish();
    // What would follow comes after the work of a change that is made now.
    loop.changed();
    await until('the next has begun', () => begun.length > 1);
    finish();
    assert.equal(begun.length, 2);
  });

  it('a single save is uploaded sooner than a build, which changes more files', async () => {
    const begun: string[] = [];
    const watch = (name: string): WatchLoop =>
      new WatchLoop(async () => void begun.push(name), { quiet: 500, quietSave: 20 });
    const [one, build, empty] = [watch('save'), watch('build'), watch('emptied')];
    build.changed('a.js');
    build.changed('b.js');
    build.changed('b.js');
    empty.changed();
    empty.changed('a.js');
    one.changed('a.js');
    one.changed('a.js');
    await until('all have begun', () => begun.length === 3);
    assert.deepEqual([begun[0], begun.slice(1).toSorted()], ['save', ['build', 'emptied']]);
  });

  it('what may succeed later is tried again, with no other change, until it succeeds', async () => {
    const begun: number[] = [];
    const loop = new WatchLoop(
      async () => {
        begun.push(begun.length);
        return begun.length < 3 ? 'tryAgain' : undefined;
      },
      { quiet: 20, retryPauses: [10, 10, 10] },
    );
    loop.changed();
    await until('it has succeeded', () => begun.length === 3);
    // Nothing more is tried: what begins next belongs to this change.
    loop.changed();
    await until('the next has begun', () => begun.length === 4);
    loop.stop();
  });

  it('changes during an upload are exactly one more, and never two at a time', async () => {
    const { loop, begun, most, finish } = looping();
    loop.changed();
    await until('it has begun', () => begun.length === 1);
    for (let count = 0; count < 500; count++) loop.changed();
    finish();
    await until('the next has begun', () => begun.length === 2);
    finish();
    loop.changed();
    await until('a third has begun, for a third change', () => begun.length === 3);
    finish();
    assert.deepEqual([begun.length, most()], [3, 1]);
  });

  it('nothing begins after it was stopped, and what was under way is told to end', async () => {
    const { loop, begun, finish } = looping();
    loop.changed();
    await until('it has begun', () => begun.length === 1);
    loop.changed();
    loop.stop();
    loop.changed();
    assert.equal(begun[0]?.aborted, true);
    finish();
    const other = looping();
    other.loop.changed();
    await until('another one, begun later, has begun', () => other.begun.length === 1);
    other.finish();
    assert.equal(begun.length, 1);
  });

  it('waits for a build, and begins when it ends: once, for all that it changed', async () => {
    const builds = new RunningBuilds(1);
    const { loop, begun, finish } = looping(builds);
    loop.changed();
    // Another loop, with no build to wait for, shows when this one would have begun.
    const other = looping();
    other.loop.changed();
    await until('the other one has begun', () => other.begun.length === 1);
    other.finish();
    other.loop.changed();
    await until('the other one has begun again', () => other.begun.length === 2);
    other.finish();
    assert.equal(begun.length, 0);
    loop.changed();
    builds.end();
    assert.equal(begun.length, 1, 'not at once');
    finish();
    loop.changed();
    await until('the next has begun', () => begun.length === 2);
    finish();
  });

  it('of two builds, waits for both', async () => {
    const builds = new RunningBuilds(2);
    const { loop, begun, finish } = looping(builds);
    loop.changed();
    builds.end();
    assert.equal(begun.length, 0);
    builds.end();
    assert.equal(begun.length, 1);
    finish();
  });

  it('a build that ends with nothing changed begins nothing', () => {
    const builds = new RunningBuilds(1);
    const { begun } = looping(builds);
    builds.end();
    assert.equal(begun.length, 0);
  });
});
