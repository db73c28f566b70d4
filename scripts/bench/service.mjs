// The local service with its Chromium, for the benchmarks: the real process, which can also report its memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureChromium } from '../chromium.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const bundle = path.resolve(here, '../../dist/local-service.mjs');
const memoryOnRequest = pathToFileURL(path.join(here, 'memory-on-request.mjs')).href;

/** `output` is what it wrote after its first line, which contains the token. */
export async function startRealService(env = {}) {
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--import',
      memoryOnRequest,
      bundle,
      '--port',
      '0',
      '--json',
      '--pool-size',
      '1',
      '--end-with-stdin',
    ],
    {
      env: { ...process.env, BROWSER_SESSIONS_CHROMIUM: await ensureChromium(), ...env },
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const exited = once(child, 'exit');
  while (!said.includes('\n'))
    await Promise.race([
      once(child.stdout, 'data'),
      exited.then(() => {
        throw new Error(`The local service did not start: ${said}`);
      }),
    ]);
  const { url, token, session } = JSON.parse(said.slice(0, said.indexOf('\n')));
  const ask = async (method, place, body) => {
    const answer = await fetch(`${url}${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  return {
    url,
    token,
    session,
    pid: child.pid,
    output: () => said.slice(said.indexOf('\n') + 1),
    /** Bytes, after a garbage collection. */
    memory: async () => {
      child.send('memory');
      return (await once(child, 'message'))[0];
    },
    ask,
    openSession: async (request = {}) => (await ask('POST', '/browsers', request)).session_id,
    endSession: (id) => ask('DELETE', `/browsers/${id}`),
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
