import { chmod, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** A user without rights. */
const NOBODY = 65_534;

/** Does work as a user whom modes stop: root can read and write everything. */
export async function asSomebody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (!isRoot) return work();
  // Other users cannot enter our temporary folder by default, but this user must.
  const { mode } = await stat(tmpdir());
  if ((mode & 0o001) === 0) await chmod(tmpdir(), mode | 0o011);
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
