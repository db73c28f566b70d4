import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutTokens } from '../../core/environment';
import { Cancelled, UserError } from '../../core/errors';
import { MEGABYTE } from '../../core/format';
import { message } from '../../core/message';
import { withTimeLimit } from '../../core/time-limit';

/** Bytes of the list of files, and of all files together. */
const MAX_LIST = 16 * MEGABYTE;
const MAX_TOTAL = 200 * MEGABYTE;
const MAX_FILES = 10_000;
/** Milliseconds. */
const PATIENCE = 60_000;
/** A tag, branch or commit; what begins with a dash would be an option. */
const REF = /^(?!-)[^\p{Cc}\s:]{1,250}$/u;
/** A regular file, executable or not; links and submodules are left out, as in a zip. */
const ENTRY = /^100\d{3} blob ([0-9a-f]{40,64}) +(\d+)\t([^]+)$/;

/**
 * The commit that a name stands for in the repository of a folder.
 * @returns undefined if there is none, no repository, or no git.
 */
export async function commitOf(folder: string, ref: string, signal: AbortSignal): Promise<string | undefined> {
  if (!REF.test(ref)) return undefined;
  const asked = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const answer = await git(folder, asked, MAX_LIST, signal).catch((error: unknown) => {
    if (error instanceof Cancelled) throw error;
    return undefined;
  });
  return /^[0-9a-f]{40,64}$/.exec(answer?.toString().trim() ?? '')?.[0];
}

/**
 * Writes what the folder had at a commit. The objects are read as they are: no filter, hook or attribute of the
 * repository runs.
 * @param target an empty folder.
 * @throws UserError if the folder has no files there, or too many.
 */
export async function writeCommitted(
  folder: string,
  { commit, ref }: { readonly commit: string; readonly ref: string },
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const list = await git(folder, ['ls-tree', '-r', '-l', '-z', commit], MAX_LIST, signal);
  const files = list
    .toString()
    .split('\0')
    .flatMap((entry) => {
      const [, id, bytes, file] = ENTRY.exec(entry) ?? [];
      return id !== undefined && file !== undefined && isPlain(file) ? [{ id, file, bytes: Number(bytes) }] : [];
    });
  if (files.length === 0)
    throw new UserError(
      message(
        '“{0}” has no files in git at {1}. Use a folder or a zip with the old version, or “git worktree” to build it.',
        path.basename(folder),
        ref,
      ),
    );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (files.length > MAX_FILES || total > MAX_TOTAL)
    throw new UserError(message('“{0}” is too large at {1}.', path.basename(folder), ref));
  const input = files.map(({ id }) => `${id}\n`).join('');
  // Each object has a line before it, and a line break after it.
  const objects = await git(folder, ['cat-file', '--batch'], total + files.length * 200, signal, input);
  let at = 0;
  for (const { file, bytes } of files) {
    at = objects.indexOf('\n', at) + 1;
    const written = path.join(target, ...file.split('/'));
    await mkdir(path.dirname(written), { recursive: true });
    await writeFile(written, objects.subarray(at, at + bytes), { flag: 'wx' });
    at += bytes + 1;
  }
}

/** A path in a tree that was made by hand may lead anywhere. */
function isPlain(file: string): boolean {
  return file.split('/').every((part) => !/^(?:\.{0,2}|\.git)$/i.test(part) && !/[\\:\p{Cc}]/u.test(part));
}

/** @throws UserError if git is not there, fails, takes too long or answers more than `limit` bytes; Cancelled. */
async function git(
  folder: string,
  args: readonly string[],
  limit: number,
  signal: AbortSignal,
  input = '',
): Promise<Buffer> {
  const program = await findGit();
  if (program === undefined)
    throw new UserError(message('Git isn’t installed. Use a folder or a zip with the old version.'));
  const limited = withTimeLimit(signal, PATIENCE);
  return new Promise((resolve, reject) => {
    // What is missing in a partial clone is not fetched, and no monitor is started.
    const child = spawn(program, ['-c', 'core.fsmonitor=false', ...args], {
      cwd: folder,
      env: { ...withoutTokens(process.env), GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
      signal: limited,
    });
    const failed = (): void =>
      reject(signal.aborted ? new Cancelled() : new UserError(message('Git couldn’t read the old version.')));
    const parts: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > limit) child.kill();
    });
    child.on('error', failed);
    child.on('close', (code) => (code === 0 && length <= limit ? resolve(Buffer.concat(parts)) : failed()));
    // It may end before it has read all.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Only absolute folders of PATH: elsewhere the open folder may have a program of this name. */
async function findGit(): Promise<string | undefined> {
  const names = process.platform === 'win32' ? ['git.exe'] : ['git'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const program of folders.flatMap((folder) => names.map((name) => path.join(folder, name)))) {
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  return undefined;
}
