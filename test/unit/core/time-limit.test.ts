import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withTimeLimit } from '../../../src/core/time-limit';

const NEVER = new AbortController().signal;

describe('A signal with a time limit', () => {
  it('is aborted in time, though the garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const limited = withTimeLimit(withTimeLimit(NEVER, 100), 60_000);
    while (!limited.aborted) {
      collectGarbage();
      await pause(10);
    }
  });

  it('is aborted with the other signal', async () => {
    const stopping = new AbortController();
    const limited = withTimeLimit(stopping.signal, 60_000);
    assert.equal(limited.aborted, false);
    const aborted = once(limited, 'abort');
    stopping.abort();
    await aborted;
    assert.equal(withTimeLimit(stopping.signal, 60_000).aborted, true);
  });
});
