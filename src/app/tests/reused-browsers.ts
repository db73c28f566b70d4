import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { browserState, clearBrowser, listLoaded, loadUnpacked, type LoadedExtension } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { inBrowser, isNoAnswer, orSay } from '../in-browser';
import { loadedAs } from '../loaded/loaded-extensions';

/** Milliseconds in which a browser is cleared, on a busy machine too. */
const MAX_CLEAR = 30_000;

/** What is known of a browser that may be used again. */
interface Reused {
  /** As the browser was before its first test. */
  readonly state: string;
  /** The folder of the extension that was uploaded into it, and what its browser says of it. */
  readonly folder?: string | undefined;
  readonly extension?: Pick<LoadedExtension, 'id' | 'path'> | undefined;
}

/** Browsers that are cleared after a test and used for another one. */
export class ReusedBrowsers {
  private readonly known = new Map<string, Reused>();

  constructor(private readonly access: BrowserAccess) {}

  /** Whether a test can run in a browser: one extension can be taken out and put in again, but no other one for it. */
  fits({ id }: SessionRecord, folder: string | undefined): boolean {
    const has = this.known.get(id)?.folder;
    return has === undefined || folder === undefined || has === folder;
  }

  /**
   * Puts the extension in again that was taken out when the browser was cleared: its files are there.
   * @param before is waited for, if it is put in.
   * @returns false if it never was in this browser.
   * @throws UserError, or Cancelled.
   */
  async putIn(
    session: SessionRecord,
    folder: string,
    signal: AbortSignal,
    before?: () => Promise<void>,
  ): Promise<boolean> {
    const { folder: has, extension } = this.known.get(session.id) ?? {};
    if (has !== folder || !extension) return false;
    await before?.();
    const failed = orSay(session, {
      notOffered: noAccess(),
      noAnswer: message('The browser of “{0}” couldn’t be reached.', labelOf(session)),
    });
    await inBrowser(this.access, session, { failed }, signal, (open, limited) =>
      loadUnpacked(open, extension.path, limited),
    );
    await this.markUpload(session, false);
    return true;
  }

  /**
   * Notes how a browser is before a test that may not be its last.
   * @param folder of the extension that is in it.
   */
  async begin(session: SessionRecord, folder: string | undefined, signal: AbortSignal): Promise<void> {
    const known = this.known.get(session.id);
    if (known && (folder === undefined || known.folder === folder)) return;
    const upload = this.uploadOf(session);
    try {
      const found = await inBrowser(this.access, session, AS_IT_IS, signal, async (open, limited) => ({
        state: await browserState(open, limited),
        extension: upload && loadedAs(await listLoaded(open, limited), upload.name),
      }));
      this.known.set(session.id, { ...found, folder });
    } catch (error) {
      // It is used once.
      if (signal.aborted || !isNoAnswer(error)) throw error;
      this.known.delete(session.id);
    }
  }

  /** @throws UserError with why it can't be used again, or Cancelled. */
  async clear(session: SessionRecord, signal: AbortSignal): Promise<void> {
    const known = this.known.get(session.id);
    if (!known) throw new UserError(noAccess());
    const failed = orSay(session, { notOffered: noAccess(), noAnswer: message('It took too long.') });
    const { extension, state } = known;
    const now = await inBrowser(
      this.access,
      session,
      { failed, timeout: MAX_CLEAR },
      signal,
      async (open, limited): Promise<string> => {
        const loaded = extension && (await listLoaded(open, limited)).filter(({ id }) => id === extension.id);
        await clearBrowser(open, loaded?.map(({ id }) => id) ?? [], limited);
        return browserState(open, limited);
      },
    );
    if (now !== state) throw new UserError(message('It was started anew, or its window has changed.'));
    await this.markUpload(session, true);
  }

  private uploadOf({ id }: SessionRecord): { readonly name: string } | undefined {
    return this.access.sessions.get(id)?.uploads?.[0];
  }

  /** What was taken out is told as such in reports. */
  private async markUpload({ id }: SessionRecord, removed: boolean): Promise<void> {
    const { uploads } = this.access.sessions.get(id) ?? {};
    if (uploads) await this.access.sessions.remember({ id, uploads: uploads.map((each) => ({ ...each, removed })) });
  }
}

const AS_IT_IS = { failed: (error: unknown): unknown => error };

function noAccess(): Message {
  return message('This service gives no access to its browsers.');
}
