import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { servicePath } from '../../support/local-service';
import { descendantsOf } from '../../support/processes';
import { nightly } from '../../support/nightly';
import { temporaryFolder } from '../../support/temporary-folder';

describe('A program that is named as the browser', () => {
  let folder: string;
  let temporary: string;
  let child: ChildProcess | undefined;

  beforeEach(() => {
    folder = temporaryFolder();
    temporary = temporaryFolder();
  });
  /** Also ends what a failed test has left running. */
  afterEach(() => {
    if (child?.exitCode === null && child.pid !== undefined)
      for (const pid of [...descendantsOf(child.pid), child.pid]) process.kill(pid, 'SIGKILL');
  });

  /** Writes a program; it reads from pipe 3 and writes to pipe 4. */
  function write(source: string): string {
    const script = path.join(folder, 'program.mjs');
    writeFileSync(script, source);
    const program = path.join(folder, 'browser');
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`);
    chmodSync(program, 0o755);
    return program;
  }

  /** Runs the service with that program until it ends: its output, its exit code, and its peak memory in MiB. */
  async function run(program: string): Promise<{ output: string; code: number | null; memory: number }> {
    const started = spawn(process.execPath, [servicePath(), '--json'], {
      env: { ...process.env, TMPDIR: temporary, BROWSER_SESSIONS_CHROMIUM: program },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = started;
    let [output, memory] = ['', 0];
    started.stdout.on('data', (chunk) => (output += String(chunk)));
    const measuring = setInterval(() => (memory = Math.max(memory, peakOf(started.pid))), 20);
    await once(started, 'close');
    clearInterval(measuring);
    assert.deepEqual(readdirSync(temporary), []);
    return { output, code: started.exitCode, memory };
  }

  const programs: [string, string][] = [
    ['writes what is no JSON', `fs.writeSync(4, 'hello\\0'); stay();`],
    ['answers with nothing but zero bytes', `fs.writeSync(4, '\\0\\0\\0'); stay();`],
    ['writes JSON that is no object', `fs.writeSync(4, 'null\\0'); stay();`],
    [
      'announces pages of a wrong shape',
      `fs.writeSync(4, '{"id":1,"result":{"product":"x"}}\\0{"method":"Target.detachedFromTarget","params":7,"sessionId":{}}\\0{"method":"Target.attachedToTarget","params":null}\\0[1]\\0nothing\\0'); stay();`,
    ],
    [
      'writes without an end, and without a message',
      `for (const junk = Buffer.alloc(65_536, 'x'); ;) fs.writeSync(4, junk);`,
    ],
  ];
  for (const [what, source] of programs) {
    it(`and ${what}: the service says so in its first line, and ends`, async () => {
      const program = write(`import fs from 'node:fs'; const stay = () => setInterval(() => {}, 1000);\n${source}`);
      const { output, code, memory } = await run(program);
      assert.deepEqual(
        [output, code],
        [`${JSON.stringify({ failure: { code: 'no-devtools', browser: program } })}\n`, 1],
      );
      assert.ok(memory < 200, `${memory} MiB`);
    });
  }

  it('and exits at once, or closes its pipe and stays: the service says so in its first line, and ends', async () => {
    for (const source of [
      '',
      `import fs from 'node:fs'; fs.closeSync(3); fs.closeSync(4); setInterval(() => {}, 1000);`,
    ]) {
      const program = write(source);
      const { output, code } = await run(program);
      assert.deepEqual(
        [output, code],
        [`${JSON.stringify({ failure: { code: 'browser-failed', browser: program, words: '' } })}\n`, 1],
      );
    }
  });

  nightly('and says nothing, or all but an answer: the service waits half a minute and no longer', async () => {
    const program = write(`import fs from 'node:fs'; setInterval(() => fs.writeSync(4, '{"method":"x"}\\0'), 10);`);
    assert.equal((await run(program)).output, '{"failure":{"code":"browser-silent","seconds":30}}\n');
  });
});

/** The peak memory of a process so far, in MiB; 0 after it has ended. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
