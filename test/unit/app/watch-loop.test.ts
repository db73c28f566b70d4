import assert from 'node:assert/strict';
import { SettledChanges, WatchLoop, type Builds } from '../../../src/app/watch-loop';
import { Emitter } from '../../../src/core/emitter';
import { until } from '../../support/until';

/** Works that were begun, each until `finish` is called. */
function looping(builds?: Builds): {
  changes: SettledChanges;
  loop: WatchLoop;
  begun: AbortSignal[];
  most: () => number;
  finish: () => void;
} {
  const changes = new SettledChanges(20);
  const begun: AbortSignal[] = [];
  const open: (() => void)[] = [];
  let most = 0;
  const loop = new WatchLoop(
    changes,
    (signal) => {
      begun.push(signal);
      return new Promise((resolve) => {
        open.push(resolve);
        most = Math.max(most, open.length);
      });
    },
    builds ? { builds } : {},
  );
  return { changes, loop, begun, most: () => most, finish: () => open.splice(0).forEach((end) => end()) };
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
    const { changes, begun, finish } = looping();
    for (let count = 0; count < 500; count++) changes.changed();
    await until('it has begun', () => begun.length > 0);
    finish();
    // What would follow comes after the work of a change that is made now.
    changes.changed();
    await until('the next has begun', () => begun.length > 1);
    finish();
    assert.equal(begun.length, 2);
  });

  it('a single save is uploaded sooner than a build, which changes more files', async () => {
    const begun: string[] = [];
    const watch = (name: string): SettledChanges => {
      const changes = new SettledChanges(500, 20);
      changes.onDidSettle(() => begun.push(name));
      return changes;
    };
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
    const changes = new SettledChanges(20);
    const loop = new WatchLoop(
      changes,
      async () => {
        begun.push(begun.length);
        return begun.length < 3 ? 'tryAgain' : undefined;
      },
      { retryPauses: [10, 10, 10] },
    );
    changes.changed();
    await until('it has succeeded', () => begun.length === 3);
    // Nothing more is tried: what begins next belongs to this change.
    changes.changed();
    await until('the next has begun', () => begun.length === 4);
    loop.stop();
  });

  it('changes during an upload are exactly one more, and never two at a time', async () => {
    const { changes, begun, most, finish } = looping();
    changes.changed();
    await until('it has begun', () => begun.length === 1);
    for (let count = 0; count < 500; count++) changes.changed();
    finish();
    await until('the next has begun', () => begun.length === 2);
    finish();
    changes.changed();
    await until('a third has begun, for a third change', () => begun.length === 3);
    finish();
    assert.deepEqual([begun.length, most()], [3, 1]);
  });

  it('what has settled during an upload is uploaded at once after it, and what has not is part of that', async () => {
    const { changes, begun, finish } = looping();
    changes.changed();
    await until('it has begun', () => begun.length === 1);
    changes.changed();
    changes.settle();
    finish();
    await until('the next has begun', () => begun.length === 2);
    assert.equal(changes.isPending, false, 'no further quiet moment was waited for');
    changes.changed();
    changes.settle();
    changes.changed();
    finish();
    await until('a third has begun', () => begun.length === 3);
    assert.equal(changes.isPending, false, 'it has not begun twice');
    finish();
  });

  it('nothing begins after it was stopped, and what was under way is told to end', async () => {
    const { changes, loop, begun, finish } = looping();
    changes.changed();
    await until('it has begun', () => begun.length === 1);
    changes.changed();
    loop.stop();
    changes.changed();
    assert.equal(begun[0]?.aborted, true);
    finish();
    const other = looping();
    other.changes.changed();
    await until('another one, begun later, has begun', () => other.begun.length === 1);
    other.finish();
    assert.equal(begun.length, 1);
  });

  it('waits for a build, and begins when it ends: once, for all that it changed', async () => {
    const builds = new RunningBuilds(1);
    const { changes, begun, finish } = looping(builds);
    changes.changed();
    // Another loop, with no build to wait for, shows when this one would have begun.
    const other = looping();
    other.changes.changed();
    await until('the other one has begun', () => other.begun.length === 1);
    other.finish();
    other.changes.changed();
    await until('the other one has begun again', () => other.begun.length === 2);
    other.finish();
    assert.equal(begun.length, 0);
    changes.changed();
    builds.end();
    assert.equal(begun.length, 1, 'not at once');
    finish();
    changes.changed();
    await until('the next has begun', () => begun.length === 2);
    finish();
  });

  it('of two builds, waits for both', async () => {
    const builds = new RunningBuilds(2);
    const { changes, begun, finish } = looping(builds);
    changes.changed();
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
