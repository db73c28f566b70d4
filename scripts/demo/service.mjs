import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/local-service.mjs');

/** The address, token, session and pool it tells in its first line. */
async function announced(child) {
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const { failure, ...service } = JSON.parse(line);
    if (!failure) return service;
    break; // said on standard error, which is ours
  }
  throw new Error('The local service ended before it was ready.');
}

/** Starts the local service. It ends with its standard input, and so with this process, however that ends. */
export function startService({ chromium, startUrl }) {
  // A token in the environment may be one for the real service: here the service makes one up.
  const { BROWSER_SESSIONS_TOKEN: _real, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [program, '--port', '0', '--pool-size', '1', '--start-url', startUrl, '--json', '--end-with-stdin'],
    { env: { ...env, BROWSER_SESSIONS_CHROMIUM: chromium }, stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  ); // Ctrl+C is ours to hear
  const gone = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  child.stdin.on('error', () => {}); // it is gone already
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
