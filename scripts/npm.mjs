// Runs npm as a user would.
import { spawn } from 'node:child_process';
import path from 'node:path';

/** The environment without what an outer `npm run` adds: its package, its prefix, and the project's `json=true`. */
export function environmentOfItsOwn(env = process.env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(package|lifecycle|config_(local_)?prefix|config_json)/i.test(name)),
  );
}

/** Runs npm in a folder without output; if it fails, the error contains its output. */
export function npm(folder, ...args) {
  const outer = process.env.npm_execpath;
  const [command, first] = outer && path.basename(outer) === 'npm-cli.js' ? [process.execPath, [outer]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args, '--json=false', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      env: environmentOfItsOwn(),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    // Killed immediately: an npm that cleans up in the background would damage what the next one installs.
    const onExit = () => child.kill('SIGKILL');
    process.once('exit', onExit);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      process.removeListener('exit', onExit);
      if (code === 0) return resolve();
      const complaint = said.trim().split('\n').slice(0, 20).join('\n'); // the rest is npm's manual
      reject(new Error(`npm ${args.join(' ')} in ${folder} failed (${code}):\n${complaint}`));
    });
  });
}
