import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { request, servicePath, startLocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { browsersOf, processesOf } from '../../support/processes';
import { until } from '../../support/until';
import { temporaryFolder } from '../../support/temporary-folder';

describe('the process of the service', () => {
  let temporary: string;

  beforeEach(() => {
    temporary = temporaryFolder();
  });

  const folders = (): string[] => readdirSync(temporary).filter((name) => name.startsWith('browser-sessions-'));

  /** Runs the service until it ends, for example after a typing mistake in its arguments. */
  async function run(
    args: string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; said: string; output: string }> {
    const child = spawn(process.execPath, [servicePath(), ...args], {
      env: { ...process.env, TMPDIR: temporary, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [said, output] = ['', ''];
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    await once(child, 'close');
    return { code: child.exitCode, said, output };
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`leaves no process and no folder behind after ${signal}`, async () => {
      const service = await startLocalService({ env: { TMPDIR: temporary }, args: ['--pool-size', '2'] });
      assert.equal(browsersOf(service.pid).length, 3);
      process.kill(service.pid, signal);
      await service.stop();
      assert.deepEqual(folders(), []);
      await until('all its processes have ended', () => processesOf(service.pid).length === 0);
    });
  }

  it('takes its browsers along when it is killed; the next one removes its folder', async () => {
    const killed = await startLocalService({ env: { TMPDIR: temporary } });
    process.kill(killed.pid, 'SIGKILL');
    await killed.stop();
    await until('all its processes have ended', () => processesOf(killed.pid).length === 0);
    const [left] = folders();
    assert.ok(left);
    mkdirSync(path.join(temporary, 'browser-sessions-of-somebody-else'));
    const next = await startLocalService({ env: { TMPDIR: temporary } });
    assert.equal(existsSync(path.join(temporary, left)), false);
    assert.equal(existsSync(path.join(temporary, 'browser-sessions-of-somebody-else')), true);
    await next.stop();
  });

  nightly('runs beside another one, each with its own browsers', async () => {
    const [one, other] = await Promise.all([
      startLocalService({ env: { TMPDIR: temporary } }),
      startLocalService({ env: { TMPDIR: temporary } }),
    ]);
    assert.notEqual(one.url, other.url);
    assert.equal((await request(other, 'GET', `/browsers/${one.session}`)).status, 404);
    await one.stop();
    assert.equal(
      (await request(other, 'POST', `/browsers/${other.session}/computer/click_mouse`, { x: 1, y: 1 })).status,
      200,
    );
    assert.equal(folders().length, 1);
    await other.stop();
    assert.deepEqual(folders(), []);
  });

  it('ends with its standard input when it is asked to', async () => {
    const child = spawn(process.execPath, [servicePath(), '--json', '--end-with-stdin'], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.stdin.end();
    await once(child, 'exit');
    assert.deepEqual([child.exitCode, folders()], [0, []]);
  });

  it('can be reached from this machine only', async () => {
    const service = await startLocalService();
    assert.equal(new URL(service.url).hostname, '127.0.0.1');
    const elsewhere = Object.values(os.networkInterfaces())
      .flat()
      .find((address) => address && !address.internal && address.family === 'IPv4');
    if (elsewhere) await assert.rejects(fetch(service.url.replace('127.0.0.1', elsewhere.address)));
    await service.stop();
  });

  it('shows a person where it is and how it ends', async () => {
    const child = spawn(process.execPath, [servicePath()], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    assert.match(
      String(said),
      /address +http:\/\/127\.0\.0\.1:\d+\n +token +\S+\n +session +\w+\n +pool +local-pool\n\nCtrl\+C ends it/,
    );
    child.kill('SIGINT');
    await once(child, 'exit');
  });

  const mistakes: [string, string[], RegExp][] = [
    ['a flag that it does not know', ['--prot', '1'], /^Unknown option '--prot'/],
    ['a port that is none', ['--port', '70000'], /^--port takes a whole number from 0 to 65535, not "70000"\./],
    ['a pool that is too large', ['--pool-size', '9'], /^--pool-size takes a whole number from 0 to 8, not "9"\./],
    ['an address that is none', ['--start-url', 'file:///etc/passwd'], /^--start-url takes an address/],
  ];
  for (const [what, args, sentence] of mistakes) {
    it(`says what is wrong with ${what}, and exits with 2`, async () => {
      const { code, said } = await run(args);
      assert.equal(code, 2);
      assert.match(said, sentence);
      assert.match(said, /\n\nUsage: npm run service/);
    });
  }

  it('says which variable to set when the browser it names is missing, and exits with 1', async () => {
    const { code, said } = await run([], { BROWSER_SESSIONS_CHROMIUM: '/nowhere/chromium' });
    assert.equal(code, 1);
    assert.match(said, /^No browser at \/nowhere\/chromium\. Set BROWSER_SESSIONS_CHROMIUM to the path/);
  });

  it('tells a program why it did not start in one line of JSON, and a person no such thing', async () => {
    const env = { BROWSER_SESSIONS_CHROMIUM: '/nowhere/chromium' };
    const { code, output } = await run(['--json'], env);
    assert.deepEqual([code, output], [1, '{"failure":{"code":"browser-missing","browser":"/nowhere/chromium"}}\n']);
    assert.match(
      (await run(['--json', '--port', 'x'])).output,
      /^\{"failure":\{"code":"other","words":"--port takes .*"\}\}\n$/,
    );
    assert.equal((await run([], env)).output, '');
  });

  it('says so when the browser does not start, leaves nothing behind, and exits with 1', async () => {
    const { code, said } = await run([], { BROWSER_SESSIONS_CHROMIUM: process.execPath });
    assert.equal(code, 1);
    assert.match(said, /^The service could not start: Chromium did not start/);
    assert.deepEqual(folders(), []);
  });

  it('says that a port is in use, and exits with 1', async () => {
    const service = await startLocalService();
    const { code, said } = await run(['--port', new URL(service.url).port]);
    assert.equal(code, 1);
    assert.match(said, /^Port \d+ is in use\./);
    await service.stop();
  });
});
