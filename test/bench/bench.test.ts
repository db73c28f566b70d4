import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type * as Parts from '../../scripts/bench/parts.mjs';

const root = process.env['BROWSER_SESSIONS_ROOT'] ?? process.cwd();
const { parts }: typeof Parts = await import(pathToFileURL(path.join(root, 'scripts/bench/parts.mjs')).href);

describe('The benchmark', () => {
  for (const name of Object.keys(parts))
    it(`${name} runs, in its quick form`, async () => {
      const child = spawn(process.execPath, ['scripts/bench.mjs', name, '--quick', '--built'], { cwd: root });
      const [said, wrong] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      if (child.exitCode !== 0) throw new Error(`It ended with ${child.exitCode}:\n${said}\n${wrong}`);
    });
});
