import type { Client } from '../../api';
import { Cancelled, UserError } from '../../core/errors';
import { isSameSize, type Size } from '../../core/screen/geometry';

/** Milliseconds for which the size is not asked for again, and that the answer may take. */
const VALID = 1000;
const TIMEOUT = 2000;

export interface SizeSource {
  /** The size of the newest picture. */
  readonly newest: () => Size | undefined;
  /** Takes over a picture that was needed to know the size. */
  readonly show: (png: Buffer) => void;
}

/**
 * The size of a display that is not streamed. The size that a session is said to have may not be that of its pictures,
 * so only a new picture disproves one.
 */
export class SizeByService {
  private askedAt = 0;
  /** What the service says of the size, where its pictures disprove it. */
  private disproved: Size | undefined;

  constructor(
    private readonly client: Pick<Client, 'getSession' | 'screenshot'>,
    private readonly sessionId: string,
    private readonly source: SizeSource,
  ) {}

  /** @param isExact whether the service is asked each time: of a wheel that turns, it would be asked too often. */
  async now(isExact: boolean, signal: AbortSignal): Promise<Size | undefined> {
    const { newest, show } = this.source;
    if (!isExact && Date.now() - this.askedAt < VALID) return newest();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const session = await ifAnswered(this.client.getSession(this.sessionId, limited), signal);
    this.askedAt = Date.now();
    const said = session?.viewport;
    if (!said || this.agrees(said)) return newest();
    const png = await ifAnswered(this.client.screenshot(this.sessionId, limited), signal);
    if (png) {
      show(png);
      if (!this.agrees(said)) this.disproved = said;
    }
    return newest();
  }

  private agrees(said: Size): boolean {
    const shown = this.source.newest();
    return !shown || isSameSize(said, shown) || (this.disproved !== undefined && isSameSize(said, this.disproved));
  }
}

/** What is wrong is told by the operation that follows. */
async function ifAnswered<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (signal.aborted || !(error instanceof UserError || error instanceof Cancelled)) throw error;
    return undefined;
  }
}
