// The local service with its Chromium, for the wire bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from '../chromium.mjs';

const bundle = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../dist/local-service.mjs');

export async function startRealService() {
  const child = spawn(process.execPath, [bundle, '--port', '0', '--json', '--pool-size', '1'], { env: { ...process.env, BROWSER_SESSIONS_CHROMIUM: await ensureChromium() }, stdio: ['ignore', 'pipe', 'inherit'] });
  const { value, done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (done) throw new Error('The local service did not start.');
  const { url, token } = JSON.parse(value);
  const ask = async (method, place, body) => {
    const answer = await fetch(`${url}${place}`, { method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  return {
    url, token,
    openSession: async () => (await ask('POST', '/browsers', {})).session_id,
    endSession: (id) => ask('DELETE', `/browsers/${id}`),
    stop: async () => { child.kill(); await once(child, 'exit'); },
  };
}
