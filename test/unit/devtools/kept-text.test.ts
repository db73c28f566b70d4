import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { plainText } from '../../../src/core/plain-text';
import type { ProtocolEvent } from '../../../src/devtools/connection';
import { FailedRequests, TargetLog, type LogEntry } from '../../../src/devtools/log/target-log';

const MB = 1024 * 1024;
const ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
const TIMES = 6;
/** What is kept may take this much; the texts that it was cut from have three times as much. */
const MAX_KEPT = 8 * MB;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

function memory(): number {
  assert.ok(typeof collect === 'function');
  collect();
  return process.memoryUsage().heapUsed;
}

/** An event of the browser, as it is read from the wire. */
function event(method: ProtocolEvent['method'], params: object): ProtocolEvent {
  return JSON.parse(JSON.stringify({ method, params }));
}

/** Bytes that are held by what `keep` returns each time. */
function held(keep: (index: number) => unknown): number {
  const before = memory();
  const kept = Array.from({ length: TIMES }, (_, index) => keep(index));
  const after = memory();
  assert.equal(kept.length, TIMES);
  return after - before;
}

describe('What is kept of long texts from a browser', () => {
  const stack = `\n    at f (${ORIGIN}/worker.js:3:5)${'\n    at other (https://example.com/x.js:1:1)'.repeat(100_000)}`;

  it('are errors without what follows their message', () => {
    const entries: LogEntry[] = [];
    const log = new TargetLog({
      origin: ORIGIN,
      source: () => ({ kind: 'worker' }),
      isOwn: true,
      onEntry: (entry) => entries.push(entry),
      after: 0,
    });
    const bytes = held((index) => {
      const description = `Error: number ${index} of those that have a very long stack${stack}`;
      const exception = { type: 'object', subtype: 'error', description };
      const thrown = { timestamp: index + 1, exceptionDetails: { text: 'Uncaught', exception } };
      log.receive(event('Runtime.exceptionThrown', thrown));
      log.receive(event('Log.entryAdded', { entry: { level: 'error', text: description, timestamp: 100 + index } }));
    });
    assert.equal(entries.length, 2 * TIMES);
    assert.equal(entries[0]?.text, 'Uncaught Error: number 0 of those that have a very long stack');
    assert.equal(entries[0]?.stack[0]?.name, 'f');
    assert.ok(bytes < MAX_KEPT, `${bytes} bytes`);
  });

  it('are requests without the stack that made them', () => {
    const requests = new FailedRequests(ORIGIN, true);
    const bytes = held((index) => {
      const callFrames = [{ functionName: 'f'.repeat(4 * MB), url: `${ORIGIN}/worker.js`, lineNumber: 2 }];
      const url = `https://example.com/${index}?${'x'.repeat(4 * MB)}`;
      const sent = { requestId: `${index}`, request: { method: 'GET', url }, initiator: { stack: { callFrames } } };
      requests.receive(event('Network.requestWillBeSent', sent));
    });
    const failed = requests.receive(event('Network.loadingFailed', { requestId: '0', errorText: 'net::ERR_FAILED' }));
    assert.ok(failed?.text.startsWith('GET https://example.com/0?xxx'));
    assert.equal(failed?.place?.line, 3);
    assert.ok(bytes < MAX_KEPT, `${bytes} bytes`);
  });

  it('are the plain texts that are shown', () => {
    const bytes = held((index) => plainText(`${index} ${'x'.repeat(4 * MB)}`, 300));
    assert.ok(bytes < MAX_KEPT, `${bytes} bytes`);
  });
});
