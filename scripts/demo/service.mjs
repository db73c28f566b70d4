import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/local-service.mjs');

/** The URL, token, session and pool from its first line. */
async function announced(child) {
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const { failure, ...service } = JSON.parse(line);
    if (!failure) return service;
    break; // the error was written to standard error, which it shares with us
  }
  throw new Error('The local service ended before it was ready.');
}

/** Starts the local service. It ends when its standard input is closed, so it ends with this process in any case. */
export function startService({ chromium, startUrl }) {
  // A token in the environment may belong to the real service; here the service generates one.
  const { BROWSER_SESSIONS_TOKEN: _real, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [
      program,
      '--port',
      '0',
      '--pool-size',
      '1',
      ...(startUrl ? ['--start-url', startUrl] : []),
      '--json',
      '--end-with-stdin',
    ],
    {
      env: { ...env, BROWSER_SESSIONS_CHROMIUM: chromium },
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: process.platform !== 'win32',
    },
  ); // this process handles Ctrl+C; on Windows, detached would open a console window
  const gone = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  child.stdin.on('error', () => {}); // it has already ended
  return {
    ready: announced(child),
    gone,
    async stop() {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 8000);
      await gone;
      clearTimeout(late);
    },
  };
}
