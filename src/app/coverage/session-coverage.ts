import { message } from '../../core/message';
import type { ScriptCounts } from '../../core/script-counts';
import { withTimeLimit } from '../../core/time-limit';
import { CoverageWatch, installAgain, listLoaded, NoExtensionsPage, ProtocolError } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { beginLasting, inBrowser, orSay, type FailedWith } from '../in-browser';
import { loadedAs } from '../loaded/loaded-extensions';

/** Milliseconds in which an extension is taken out and put in again, and in which the last counts are taken. */
const MAX_INSTALL = 30_000;
const MAX_END = 10_000;

/** What was counted in a session. */
export interface SessionCounts {
  readonly scripts: readonly ScriptCounts[];
  /** Paths of scripts that are too large to be counted. */
  readonly tooLarge: readonly string[];
  /** Whether something is missing: the connection was lost, or the first run of a worker was over. */
  readonly isPart: boolean;
}

/** Counts what runs of extensions in a session, from when it begins until it ends. */
export class SessionCoverage {
  private readonly watch = new CoverageWatch();
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private begun: Promise<void> | undefined;
  private isPart = false;

  constructor(
    private readonly access: BrowserAccess,
    private readonly session: SessionRecord,
    signal: AbortSignal,
  ) {
    this.signal = AbortSignal.any([signal, this.ending.signal]);
  }

  /** Counts from now on, if it has not begun. Resolves when it has. @throws UserError, or Cancelled. */
  begin(): Promise<void> {
    const { access, session, watch } = this;
    this.begun ??= beginLasting(
      access,
      session,
      (error) => this.failed(error),
      this.signal,
      (open, signal) => watch.begin(open, signal),
      () => (this.isPart = true),
    );
    return this.begun;
  }

  /**
   * Takes out an extension that was just uploaded, and puts it in again: a service may start its browser anew with an
   * upload, and what runs first is over then before anybody can count it.
   * @param name of the upload.
   * @throws UserError, or Cancelled.
   */
  async installAgain(name: string): Promise<void> {
    await this.begin();
    const limits = {
      failed: (error: Failure) => (isRefusal(error) ? error : this.failed(error)),
      timeout: MAX_INSTALL,
    };
    try {
      await inBrowser(this.access, this.session, limits, this.signal, async (open, limited) => {
        const extension = loadedAs(await listLoaded(open, limited), name);
        if (extension) await installAgain(open, extension, limited);
        else this.isPart = true;
      });
    } catch (error) {
      // It is still there: such a browser can't take one out.
      if (!isRefusal(error)) throw error;
      this.isPart = true;
    }
  }

  /** Takes the counts: they end with their pages and workers. @throws Cancelled */
  async take(): Promise<void> {
    if (this.begun) await this.watch.take(this.signal);
  }

  /** Ends it, also after a failure. */
  async end(): Promise<SessionCounts> {
    try {
      await this.watch.take(withTimeLimit(this.signal, MAX_END)).catch(() => (this.isPart = true));
      const scripts = await this.watch.counts();
      return { scripts, tooLarge: this.watch.tooLarge, isPart: this.isPart };
    } finally {
      this.ending.abort();
      await this.begun?.catch(() => {});
    }
  }

  private failed(error: Failure): unknown {
    const { session } = this;
    return orSay(session, {
      notOffered: message('This service gives no access to its browsers, so coverage isn’t possible.'),
      noAnswer: message('The browser of “{0}” couldn’t be reached.', labelOf(session)),
    })(error);
  }
}

type Failure = Parameters<FailedWith>[0];

function isRefusal(error: unknown): boolean {
  return error instanceof ProtocolError || error instanceof NoExtensionsPage;
}
