import { message } from '../../core/message';
import { UserError } from '../../core/errors';
import type { Mock } from '../../core/mock';
import { PortForwarder, RequestWatch, type SharingListener } from '../../devtools';
import type { SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { beginLasting } from '../in-browser';
import { noAccess } from './sequence-extension';

/** The requests of a session, from when a step first needs them until the signal is aborted. */
export class SessionRequests {
  private readonly watch: RequestWatch;
  private begun: Promise<void> | undefined;

  constructor(
    private readonly access: Pick<BrowserAccess, 'client' | 'devtools'>,
    private readonly session: SessionRecord,
    private readonly signal: AbortSignal,
    sharing?: SharingListener,
  ) {
    this.watch = new RequestWatch(sharing && new PortForwarder(sharing));
  }

  /** Watches from now on, if it has not begun. Resolves when it has. @throws UserError */
  begin(): Promise<void> {
    const { access, session, watch } = this;
    this.begun ??= beginLasting(access, session, noAccess(session), this.signal, (open, signal) =>
      watch.begin(open, signal),
    );
    return this.begun;
  }

  /**
   * Answers requests to ports of this machine from here, from now on, where no mock does.
   * @throws UserError
   */
  async share(ports: readonly number[]): Promise<void> {
    for (const port of ports) await this.watch.share(port);
    if (ports.length > 0) await this.begin();
  }

  /** Ends what is shared, also for the pages that are open. */
  async endSharing(): Promise<void> {
    await this.watch.endSharing();
  }

  /** Answers requests from now on. @throws UserError */
  async answer(mock: Mock): Promise<void> {
    await this.begin();
    await this.watch.answer(mock);
  }

  /** How many requests went to addresses of a pattern since the count began. @throws UserError */
  async count(pattern: string): Promise<number> {
    await this.begin();
    return this.watch.count(pattern);
  }

  /** Counts anew. */
  startCount(): void {
    this.watch.startCount();
  }

  /** Why nothing is certain of the requests of the session; undefined: all that it made are known. */
  get unwatched(): UserError | undefined {
    const { unwatched } = this.watch;
    return unwatched > 0
      ? new UserError(
          message('Too many pages and workers are open: requests of {0} weren’t seen or answered.', unwatched),
        )
      : undefined;
  }
}
