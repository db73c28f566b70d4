import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commandLines, descendantsOf, processesOf } from '../../support/processes';
import { until } from '../../support/until';
import { StartFixture } from './start-fixture';

const SECRETS = { BROWSER_SESSIONS_TOKEN: 'of-the-person-1', KERNEL_API_KEY: 'of-the-person-2' };

/** The environments that processes were started with; a page of Chromium overwrites its own with its title. */
function environments(pids: number[]): string[] {
  return pids.flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/environ`, 'utf8')];
    } catch {
      return []; // it has ended
    }
  });
}

describe('The secrets around the local service', () => {
  const fixture = new StartFixture();

  it('stay where they are: the tokens of the person reach neither the service nor its browsers, and its own stands nowhere', async () => {
    const starter = fixture.startBy([], {}, { ...SECRETS, NODE_OPTIONS: '--no-deprecation' });
    const { service } = await starter.said;
    assert.ok(service);
    const pid = await fixture.pid(starter.pid);
    let pids: number[] = [];
    await until('all processes run', () => {
      pids = [...new Set([pid, ...descendantsOf(pid), ...processesOf(pid)])];
      return pids.length > 8;
    });
    const seen = environments(pids);
    // At least the service and its two browsers, so that the checks below apply to something.
    assert.ok(seen.filter((text) => /(^|\0)PATH=/.test(text)).length >= 3);
    for (const text of seen)
      for (const secret of [...Object.values(SECRETS), ...Object.keys(SECRETS), service.token, 'NODE_OPTIONS'])
        assert.ok(!text.includes(secret), secret);
    assert.ok(
      environments([starter.pid]).every((text) => text.includes('of-the-person-1') && !text.includes(service.token)),
    );
    const lines = commandLines();
    assert.ok(
      lines.some((line) => line.includes('--remote-debugging-pipe')) &&
        lines.some((line) => line.includes('local-service.mjs')),
    );
    assert.deepEqual(
      lines.filter((line) => line.includes(service.token)),
      [],
    );
    await starter.end();
  });
});
