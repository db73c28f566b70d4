// Whole processes of the wire benchmark: how each is started, and how long it took.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const script = path.join(path.dirname(fileURLToPath(import.meta.url)), 'wire-process.mjs');
/** GNU time reports the peak memory of a single process, whatever program it is. */
const TIME = '/usr/bin/time';

export const has = (command, ...args) => spawnSync(command, args).status === 0;
export const canMeasureMemory = has(TIME, '-f', '%M', process.execPath, '--version');

/** A Node process that runs the operation once and ends. */
export const node = (who) => (token, url, operation, session, zip) => ({
  command: process.execPath,
  args: [script, who, url, operation, session, ...(zip ? [zip] : [])],
  env: { ...process.env, WIRE_TOKEN: token },
});

/** As a user would run it; the token is passed on standard input, so it is not in the list of processes. */
export function curl(token, url, operation, session, zip) {
  const place = { click: 'computer/click_mouse', upload: 'extensions' }[operation];
  const body = zip
    ? ['-F', 'extensions[0][name]=wire-curl', '-F', `extensions[0][zip_file]=@${zip}`]
    : ['--json', '{"x":10,"y":10}'];
  return {
    command: 'curl',
    args: ['-sS', '--fail', '-w', '%{time_total}', '-H', '@-', ...body, `${url}/browsers/${session}/${place}`],
    input: `Authorization: Bearer ${token}\n`,
  };
}

export const nothing = {
  node: () => ({ command: process.execPath, args: [script, 'nothing'] }),
  curl: () => ({ command: 'curl', args: ['--version'] }),
};

/** Milliseconds of a whole process, and its output. */
export function run({ command, args, env, input = '' }) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { env });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].on('data', (chunk) => {
        said[name] += chunk;
      });
    child.stdin.on('error', () => {}).end(input);
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve({ ms: performance.now() - start, ...said });
      else reject(new Error(`${command} ${args.join(' ')} failed (${code}): ${said.stderr}`));
    });
  });
}

/** The peak memory of a whole process, in bytes. */
export async function peak({ command, args, ...rest }) {
  const { stderr } = await run({ command: TIME, args: ['-f', '%M', command, ...args], ...rest });
  return Number(stderr.trim().split('\n').at(-1)) * 1024;
}

/** A Node process that stays alive and runs what it is told to. */
export async function startCaller(who, token, url) {
  const child = spawn(process.execPath, [script, who, url], {
    env: { ...process.env, WIRE_TOKEN: token },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await answer(child);
  return {
    ask: (what) => {
      child.send(what);
      return answer(child);
    },
    stop: () => child.kill(),
  };
}

/**
 * The same with curl: a new process each time. `byItself`: measured by curl, without starting and ending the process.
 */
export async function curlCaller(token, url) {
  return {
    ask: async ({ operation, session, zip }) => {
      const { ms, stdout } = await run(curl(token, url, operation, session, zip));
      return { ms, byItself: Number(stdout) * 1000 };
    },
    stop: () => {},
  };
}

export async function startPlainServer() {
  const child = spawn(process.execPath, [path.join(path.dirname(script), 'wire-server.mjs')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url } = await answer(child);
  return {
    url,
    token: 'any-token',
    openSession: async () => 'any',
    endSession: async () => {},
    stop: () => child.kill(),
  };
}

function answer(child) {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the bench ended too early'));
    child.once('exit', gone).once('message', (told) => {
      child.off('exit', gone);
      resolve(told);
    });
  });
}
