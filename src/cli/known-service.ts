import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { NOT_PROVED } from '../api';
import { parseAddress } from '../core/address';
import { asCount, asText, parseJson, readerOf } from '../core/json';
import { PROOF_PATH, proofOf } from '../core/service-proof';

/** A local service that `browser-sessions service` has started, with the token that it made. */
export interface KnownService {
  readonly address: string;
  readonly token: string;
  /** The process that ends it. */
  readonly pid: number;
}

const readKnown = readerOf<KnownService>({ address: asText, token: asText, pid: asCount }, {});

const NAME = 'local-service.json';

/** Milliseconds that a service has to prove itself, and characters of its proof. */
const PROOF_TIME = 10_000;
const MAX_PROOF = 64;

/**
 * The local service that runs for this user; undefined if there is none. One that was killed leaves its file, and
 * anybody on this machine may listen at its port since: the token is for a service that proves that it has it.
 * @param folder of the user's state.
 */
export async function knownService(folder: string): Promise<KnownService | undefined> {
  const service = read(folder);
  return (
    service &&
    requireProof(service).then(
      () => service,
      () => undefined,
    )
  );
}

/** Tells the other commands of this user of a local service. Nobody else may read the file. @returns its path. */
export function tellOfService(folder: string, service: KnownService): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, NAME);
  // Written anew, and then moved: a file that is there already may be readable to others.
  const beside = `${file}.${process.pid}`;
  rmSync(beside, { force: true });
  writeFileSync(beside, JSON.stringify(service), { mode: 0o600, flag: 'wx' });
  renameSync(beside, file);
  return file;
}

/** A service has ended. Another one may have been started since. */
export function forgetService(folder: string, { pid }: Pick<KnownService, 'pid'>): void {
  if (read(folder)?.pid === pid) rmSync(path.join(folder, NAME), { force: true });
}

function read(folder: string): KnownService | undefined {
  let text: string;
  try {
    text = readFileSync(path.join(folder, NAME), 'utf8');
  } catch {
    return undefined;
  }
  const service = readKnown(parseJson(text));
  return service && service.pid > 0 && 'address' in parseAddress(service.address) ? service : undefined;
}

/** Rejects, as `NetworkSettings.prove` does, if a service does not prove that it has its token. */
export async function requireProof({ address, token }: KnownService): Promise<void> {
  const nonce = randomBytes(32).toString('base64url');
  const answer = await answerTo(`${address}${PROOF_PATH}?nonce=${nonce}`);
  if (answer !== (await proofOf(token, address, nonce))) throw notProved();
}

function notProved(): Error {
  return Object.assign(new Error('no proof'), { code: NOT_PROVED });
}

/** The body of an answer; undefined if it is longer than a proof. Rejects if nobody answers. */
async function answerTo(url: string): Promise<string | undefined> {
  const request = get(url, { agent: false, signal: AbortSignal.timeout(PROOF_TIME) });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
    // All that Node tells of an answer that switches to another protocol.
    request.once('close', () => reject(notProved()));
  });
  let text = '';
  for await (const part of response.setEncoding('latin1')) {
    text += String(part);
    if (text.length > MAX_PROOF) return undefined;
  }
  return text;
}
