import { parseArgs } from 'node:util';
import { CHROMIUM_VARIABLE } from '../chromium/find-chromium';
import { MAX_POOL_SIZE } from './pools/pool';
import { isWebAddress } from './web-address';
import { messageOf } from '../core/errors';

export interface Options {
  /** 0: any free port. */
  port: number;
  /** 0: no pool. */
  poolSize: number;
  /** The first page of the session and of the pool's browsers. */
  startUrl?: string;
  json: boolean;
  endWithStdin: boolean;
  tokenFromStdin: boolean;
  help: boolean;
}

/** The command line is invalid; the message says why. */
export class CommandLineError extends Error {}

export const USAGE = `Usage: npm run service -- [flags]

  --port NUMBER        listens there; any free port without it
  --pool-size NUMBER   browsers in the pool, 1 to ${MAX_POOL_SIZE}; 1 without it; 0: no pool
  --start-url ADDRESS  the first page of the session and of the pool's browsers
  --json               first line: { url, token, session, pool } as JSON, or { failure }
  --end-with-stdin     ends when standard input does
  --token-from-stdin   the token is the first line of standard input

BROWSER_SESSIONS_TOKEN sets the token, ${CHROMIUM_VARIABLE} the path of the browser.`;

/** @throws CommandLineError */
export function readCommandLine(args: string[]): Options {
  const values = parse(args);
  return {
    port: readNumber('--port', values.port, 0, 65_535),
    poolSize: readNumber('--pool-size', values['pool-size'], 0, MAX_POOL_SIZE),
    ...(values['start-url'] !== undefined && { startUrl: readAddress(values['start-url']) }),
    json: values.json,
    endWithStdin: values['end-with-stdin'],
    tokenFromStdin: values['token-from-stdin'],
    help: values.help,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '0' },
        'pool-size': { type: 'string', default: '1' },
        'start-url': { type: 'string' },
        json: { type: 'boolean', default: false },
        'end-with-stdin': { type: 'boolean', default: false },
        'token-from-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new CommandLineError(messageOf(error));
  }
}

function readNumber(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new CommandLineError(`${flag} takes a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}

function readAddress(text: string): string {
  if (!isWebAddress(text))
    throw new CommandLineError(`--start-url takes an address that starts with http:// or https://, not "${text}".`);
  return text;
}
