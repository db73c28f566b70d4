import { codeOf } from './errors';

/** What Windows answers while another program, such as a virus scanner, has a file open. */
const LOCKED: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Milliseconds. Each wait is twice as long as the one before: about two seconds in all. */
const [FIRST_WAIT, MAX_WAIT] = [16, 1024];

/** Does work with a file, again while Windows does not allow it because the file is open elsewhere. */
export async function whileLocked(work: () => Promise<void>): Promise<void> {
  for (let wait = FIRST_WAIT; ; wait *= 2) {
    try {
      return await work();
    } catch (error) {
      // Elsewhere these mean what they say.
      if (process.platform !== 'win32' || wait > MAX_WAIT || !LOCKED.has(codeOf(error))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
