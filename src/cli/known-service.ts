import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseAddress } from '../core/address';
import { codeOf } from '../core/errors';
import { asCount, asRecord, asText, parseJson } from '../core/json';

/** A local service that `browser-sessions service` has started, with the token that it made. */
export interface KnownService {
  readonly address: string;
  readonly token: string;
  /** The process that ends it. */
  readonly pid: number;
}

const NAME = 'local-service.json';

/**
 * The local service that runs for this user; undefined if there is none.
 * @param folder of the user's state.
 */
export function knownService(folder: string): KnownService | undefined {
  const service = read(folder);
  return service && isRunning(service.pid) ? service : undefined;
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
  const fields = asRecord(parseJson(text));
  const [address, token, pid] = [asText(fields['address']), asText(fields['token']), asCount(fields['pid'])];
  if (address === undefined || token === undefined || !pid || !('address' in parseAddress(address))) return undefined;
  return { address, token, pid };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
