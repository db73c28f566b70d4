import { raceWithAbort, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { MAX_SHARED_PORTS, sharedAddress } from '../../core/shared-port';
import { PortForwarder, reloadPages, RequestWatch } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { beginLasting, inBrowser, orSay, type FailedWith } from '../in-browser';

interface SharedPortsListener {
  /** The words for a person, in a page of the session. */
  readonly localize: (text: Message) => string;
  /**
   * @param problem why requests were not answered, if any were not since the last page.
   * @param isDown whether nothing listens at one of the ports.
   */
  readonly onProblem: (problem: Message | undefined, isDown: boolean) => void;
  /** The session's browser can't be reached any more. */
  readonly onLost: () => void;
}

/** Ports of this machine that are shared with one session, from when the first one is added until it ends. */
export class SharedPorts {
  private readonly forwarder: PortForwarder;
  private readonly watch: RequestWatch;
  private readonly failed: FailedWith;
  private readonly ending = new AbortController();
  private readonly all: number[] = [];
  private readonly problems = new Map<number, { readonly text: Message; readonly isDown: boolean }>();
  private begun: Promise<void> | undefined;

  constructor(
    private readonly access: BrowserAccess,
    private readonly session: SessionRecord,
    private readonly listener: SharedPortsListener,
  ) {
    this.forwarder = new PortForwarder({
      localize: listener.localize,
      onAnswer: (port, isPage) => {
        if (isPage || this.problems.get(port)?.isDown === true) this.changeProblem(port, undefined);
      },
      onProblem: (port, text, isDown) => this.changeProblem(port, { text, isDown }),
    });
    this.watch = new RequestWatch(this.forwarder);
    this.failed = orSay(session, {
      notOffered: message('This service gives no access to its browsers, so no port can be shared.'),
      noAnswer: message('The browser of “{0}” couldn’t be reached.', labelOf(session)),
    });
  }

  /** In the order in which they were added. */
  get ports(): readonly number[] {
    return this.all;
  }

  /**
   * Shares a port, if it isn't. Resolves when all open pages can reach it.
   * @throws UserError, the client's errors, or Cancelled.
   */
  async add(port: number, signal: AbortSignal): Promise<void> {
    if (this.all.includes(port)) return;
    if (this.all.length >= MAX_SHARED_PORTS)
      throw new UserError(message('At most {0} ports can be shared with a session.', MAX_SHARED_PORTS));
    await raceWithAbort(this.watch.share(port), signal);
    this.begun ??= this.begin();
    await raceWithAbort(this.begun, signal);
    this.all.push(port);
  }

  /** Loads the pages anew of the ports at which nothing listened. @throws UserError, the client's errors, or Cancelled. */
  async tryAgain(signal: AbortSignal): Promise<void> {
    const down = new Set([...this.problems].flatMap(([port, { isDown }]) => (isDown ? [port] : [])));
    const isAtThem = ({ href }: URL): boolean => sharedAddress(href, down, 'http:') !== undefined;
    await inBrowser(this.access, this.session, { failed: this.failed }, signal, (open, limited) =>
      reloadPages(open, isAtThem, limited),
    );
  }

  /** Ends it. Open pages can reach nothing of this machine any more. */
  async end(): Promise<void> {
    await this.watch.endSharing();
    this.ending.abort();
    await this.begun?.catch(() => {});
  }

  private begin(): Promise<void> {
    const { access, session, watch, failed } = this;
    const begin: Parameters<typeof beginLasting>[4] = (open, signal) => watch.begin(open, signal);
    return beginLasting(access, session, failed, this.ending.signal, begin, this.listener.onLost);
  }

  private changeProblem(port: number, problem: { readonly text: Message; readonly isDown: boolean } | undefined): void {
    if (problem) this.problems.set(port, problem);
    else this.problems.delete(port);
    const all = [...this.problems.values()];
    const isDown = all.some((each) => each.isDown);
    this.listener.onProblem(all.at(-1)?.text, isDown);
  }
}
