import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { announceAsJson, announceAsText } from './announcement';
import { type Options, readCommandLine, USAGE, UsageError } from './command-line';
import { CHROMIUM_VARIABLE, findChromium } from '../chromium/find-chromium';
import { startService } from './service';
import { codeOf, messageOf } from '../core/thrown';

const TOKEN_VARIABLE = 'BROWSER_SESSIONS_TOKEN';

/** Something on this machine has to change before the service can run; the message says what. */
class NotReady extends Error {}

async function main(): Promise<void> {
  const options = readCommandLine(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const told = untilTold(options.endWithStdin);
  const service = await start(options);
  console.log(options.json ? announceAsJson(service) : announceAsText(service));
  await told;
  await service.close();
}

async function start({ port, poolSize, startUrl }: Options): ReturnType<typeof startService> {
  const executable = findChromium();
  if (!executable) {
    throw new NotReady(`No Chromium or Chrome was found. Install one ("sudo apt install chromium"), or set ${CHROMIUM_VARIABLE} to the path of its program.`);
  }
  if (!existsSync(executable)) throw new NotReady(`There is no browser at ${executable}. Set ${CHROMIUM_VARIABLE} to the path of a Chromium or Chrome.`);
  const token = process.env[TOKEN_VARIABLE] || randomBytes(24).toString('base64url');
  try {
    return await startService({ executable, token, port, poolSize, ...(startUrl !== undefined && { startUrl }) });
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') throw new NotReady(`Port ${port} is in use. Leave --port out to get a free one.`);
    throw new NotReady(`The service could not start: ${messageOf(error)}`, { cause: error });
  }
}

/** Settles at a signal, or with the end of standard input. Signals are taken from the start, so that none leaves a folder behind. */
function untilTold(endWithStdin: boolean): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
    if (endWithStdin) process.stdin.resume().once('end', resolve).once('close', resolve);
  });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error instanceof NotReady ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
