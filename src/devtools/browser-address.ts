import type { IncomingMessage } from 'node:http';
import { Cancelled, UserError } from '../core/errors';
import { asRecord, asText, parseJson } from '../core/json';
import { message } from '../core/message';
import { withTimeLimit } from '../core/time-limit';
import type { Network } from './connection';
import { lateAnswer, NotReachable } from './failures';

/** Milliseconds for the whole answer, and bytes of it. */
const PATIENCE = 10_000;
const MAX_ANSWER = 64 * 1024;
/** Where a browser with `--remote-debugging-port` tells the address of its WebSocket. */
const VERSION_PATH = '/json/version';
/** What Chrome answers to a request for a host by its name. */
const HOST_REFUSED = /Host header is specified and is not an IP address or localhost/;

/**
 * Asks a browser for the address of its DevTools. Only the path is taken from the answer: what is asked for decides the
 * host, which a container knows by another name and port.
 * @param asked with `http:` or `https:`; its query is kept.
 * @throws NotReachable; UserError if the answer is not that of a browser; Cancelled.
 */
export async function browserAddress(asked: URL, network: Network, signal: AbortSignal): Promise<URL> {
  const url = versionUrl(asked);
  const { status, text } = await answerTo(url, network, signal).catch(async (error: unknown) => {
    if (url.protocol === 'https:' && error instanceof NotReachable && (await network.trustExtra()))
      return answerTo(url, network, signal);
    throw error;
  });
  if (HOST_REFUSED.test(text))
    throw new UserError(
      message(
        'The browser at {0} accepts connections by IP address or “localhost” only. Use its IP address in place of the name.',
        asked.host,
      ),
      'changeAddress',
    );
  if (status !== 200) throw new NotReachable(undefined, status);
  const told = asText(asRecord(parseJson(text))['webSocketDebuggerUrl']);
  if (told === undefined || !URL.canParse(told))
    throw new UserError(
      message('{0} answers, but not as a browser with remote debugging. Check the address and the port.', asked.host),
      'changeAddress',
    );
  const address = new URL(asked);
  address.protocol = asked.protocol === 'https:' ? 'wss:' : 'ws:';
  const { pathname, searchParams } = new URL(told);
  address.pathname = pathname;
  for (const [name, value] of searchParams) if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  return address;
}

function versionUrl(asked: URL): URL {
  const url = new URL(asked);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(VERSION_PATH) ? path : path + VERSION_PATH;
  return url;
}

/** The status and the body of an answer, or its beginning. Nothing is sent on to where it redirects to. */
async function answerTo(
  url: URL,
  network: Network,
  cancelled: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> {
  const signal = withTimeLimit(cancelled, PATIENCE);
  try {
    const create = await network.requestFactoryFor(url);
    const request = create({ method: 'GET', signal });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
      // All that Node tells of an answer that switches to another protocol.
      request.once('close', () => reject(new Error('closed')));
      request.end();
    });
    let text = '';
    for await (const part of response.setEncoding('utf8')) {
      text += String(part);
      if (text.length > MAX_ANSWER) break;
    }
    return { status: response.statusCode ?? 0, text: text.slice(0, MAX_ANSWER) };
  } catch (error) {
    if (cancelled.aborted) throw new Cancelled();
    throw signal.aborted ? lateAnswer() : new NotReachable(error);
  }
}
