import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { TOKEN_VARIABLE } from '../core/environment';
import { CommandLineError, readCommandLine, USAGE, type Options } from './command-line';
import { findChromium } from '../chromium/find-chromium';
import {
  browserMissing,
  noBrowser,
  NotReady,
  notStarted,
  announceAsJson,
  announceAsText,
  failureAsJson,
} from './start-message';
import { startService } from './service';
import { messageOf } from '../core/errors';

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const given = options.tokenFromStdin ? firstLine() : process.env[TOKEN_VARIABLE];
  const stop = untilStopped(options.endWithStdin);
  try {
    const service = await start(options, await given, stop);
    console.log(options.json ? announceAsJson(service) : announceAsText(service));
    if (!stop.aborted) await once(stop, 'abort');
    await service.close();
  } catch (error) {
    // An operation that is aborted fails in various ways; after a stop, that is expected.
    if (!stop.aborted) throw error;
  }
}

async function start(
  { port, poolSize, startUrl }: Options,
  given: string | undefined,
  stop: AbortSignal,
): ReturnType<typeof startService> {
  const executable = findChromium();
  if (!executable) throw noBrowser();
  if (!existsSync(executable)) throw browserMissing(executable);
  const token = given || randomBytes(24).toString('base64url');
  try {
    const options = { executable, token, provesToken: !given, port, poolSize };
    return await startService({ ...options, ...(startUrl !== undefined && { startUrl }) }, stop);
  } catch (error) {
    throw notStarted(executable, port, error);
  }
}

/** The first line of standard input, which goes on; empty if it ends before. */
function firstLine(): Promise<string> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin });
    lines.once('line', (line) => {
      resolve(line.trim());
      lines.close();
      process.stdin.resume();
    });
    lines.once('close', () => resolve(''));
  });
}

/**
 * Aborted at a signal, or at the end of standard input. Signals are handled from the start, so that none of them leaves
 * a folder behind.
 */
function untilStopped(endWithStdin: boolean): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  if (endWithStdin) process.stdin.resume().once('end', stop).once('close', stop).once('error', stop);
  return controller.signal;
}

/** With `--json`, a program gets one line of JSON; the sentence is for a person or a log. */
async function printError(error: unknown): Promise<void> {
  if (process.argv.includes('--json')) {
    const failure =
      error instanceof NotReady ? error.failure : { code: 'other' as const, words: messageOf(error).slice(0, 300) };
    await new Promise<void>((resolve) => process.stdout.write(`${failureAsJson(failure)}\n`, () => resolve()));
  }
  if (error instanceof CommandLineError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error instanceof NotReady ? error.message : error);
}

// The reader may have been killed: output is then lost, but the folders still have to be removed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await main();
  process.exit(0);
} catch (error) {
  await printError(error);
  process.exit(error instanceof CommandLineError ? 2 : 1);
}
