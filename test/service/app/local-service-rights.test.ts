import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findChromium, isProgram } from '../../../src/chromium/find-chromium';
import { nightly } from '../../support/nightly';
import { commandLines, descendantsOf, processesOf } from '../../support/processes';
import { until } from '../../support/until';
import { hasNamespaces, StartFixture } from './start-fixture';

/** A user who is not root, but owns the files. */
const PERSON = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
/**
 * The same user where no sandbox is possible: the kernel grants no namespace, and the setuid helper does not belong to
 * root.
 */
const CONFINED = [
  ...PERSON,
  '--keep-caps',
  'sh',
  '-c',
  'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
  'sh',
];

/** Every browser that would be found, in order. */
function installed(): string[] {
  const there: string[] = [];
  findChromium({
    env: { PATH: process.env['PATH'] },
    exists: (program) => {
      if (isProgram(program)) there.push(program);
      return false;
    },
  });
  return there;
}

/** What the kernel tells of a process; empty if it has ended. */
function ofProcess(pid: number, what: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

describe('The local service of a person', () => {
  const fixture = new StartFixture();
  before(function onlyHere() {
    if (!hasNamespaces()) this.skip();
  });

  it('who is not root has the sandbox of the browser', async () => {
    const starter = fixture.startBy(PERSON);
    const { service, error } = await starter.said;
    assert.ok(service, error);
    const pid = await fixture.pid(starter.pid);
    assert.deepEqual(
      commandLines().filter((line) => line.includes(`browser-sessions-${pid}-`) && line.includes('--no-sandbox')),
      [],
    );
    // A page's process is made from another one, and becomes known and filtered a moment later.
    await until('each page is filtered', () => {
      const pages = processesOf(pid).filter((each) => ofProcess(each, 'cmdline').includes('--type=renderer'));
      // 2: the kernel filters its system calls.
      return pages.length > 0 && pages.every((page) => /^Seccomp:\s+2$/m.test(ofProcess(page, 'status')));
    });
    await starter.end();
  });

  const SENTENCE = / couldn’t create its sandbox on this machine\. Install .* set browserSessions\.chromium\.$/;

  it('who can have no sandbox does not start, and says what to do', async () => {
    const starter = fixture.startBy(CONFINED);
    const { error, recovery } = await starter.said;
    assert.match(error ?? '', SENTENCE);
    assert.equal(recovery, 'chooseChromium');
    await starter.end();
    assert.deepEqual(fixture.left(), []);
  });

  it('whose browser has no setuid helper says the same', async () => {
    const chromium = path.join(fixture.folder, 'without-helper');
    await writeFile(chromium, `#!/bin/sh\nexec '${findChromium() ?? ''}' --disable-setuid-sandbox "$@"\n`, {
      mode: 0o755,
    });
    const { error, recovery } = await fixture.startBy(CONFINED, { chromium }).said;
    assert.match(error ?? '', SENTENCE);
    assert.equal(recovery, 'chooseChromium');
  });

  it('who has no browser says what to install', async () => {
    // A device is mounted over each browser, so that the files exist but cannot be run.
    const hide = [
      ...installed().flatMap((program) => ['mount', '--bind', '/dev/null', program, '&&']),
      'exec "$@"',
    ].join(' ');
    const starter = fixture.startBy([
      '-u',
      'BROWSER_SESSIONS_CHROMIUM',
      'unshare',
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      hide,
      'sh',
    ]);
    const { error, recovery } = await starter.said;
    assert.match(
      error ?? '',
      /^No browser found on this machine\. Install Chromium, Chrome or Edge, or set the environment variable BROWSER_SESSIONS_CHROMIUM\.$/,
    );
    assert.equal(recovery, 'chooseChromium');
  });

  it('who may not use a port is told so', async function lowPort() {
    if (Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) <= 80) this.skip();
    const { error } = await fixture.startBy(PERSON, { port: 80 }).said;
    assert.match(error ?? '', /no permission to use port 80\. Choose 1024 or higher/);
  });

  nightly('ends all the same when its starter is killed', async () => {
    const starter = fixture.startBy(PERSON);
    await starter.said;
    assert.ok(descendantsOf(starter.pid).length > 3);
    await fixture.pid(starter.pid);
    process.kill(starter.pid, 'SIGKILL');
  });
});
