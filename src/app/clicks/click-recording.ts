import { formatClick, parseClick } from '../../core/click';
import { MAX_STEPS, recordedSteps, type PlayedStep, type RecordedClick } from '../../core/sequence';
import { keyOf, type ClickAt, type ConnectionKey } from '../../state';

/** The clicks in one session, with the time between them, from now on. */
export class ClickRecording {
  private readonly clicks: RecordedClick[] = [];
  private ended: number | undefined;
  private missed = 0;

  constructor(
    readonly connection: ConnectionKey,
    readonly session: string,
  ) {}

  /** How many clicks were recorded. */
  get count(): number {
    return this.clicks.length;
  }

  /** How many clicks were made after the recording was full. */
  get left(): number {
    return this.missed;
  }

  get steps(): readonly PlayedStep[] {
    return recordedSteps(this.clicks);
  }

  /** Adds a click if it was made in this session. @returns whether it was. */
  add({ connection, session, text, began, ended, replaces }: ClickAt): boolean {
    if (session !== this.session || keyOf(connection) !== keyOf(this.connection)) return false;
    const read = parseClick(text);
    if ('problem' in read) return false;
    const last = this.clicks.at(-1);
    // A pause and a click are two steps.
    if (last && replaces !== undefined && formatClick(last.click) === replaces)
      this.clicks.splice(-1, 1, { click: read.click, pause: last.pause });
    else if (this.steps.length + 2 > MAX_STEPS) this.missed++;
    else this.clicks.push({ click: read.click, pause: this.ended === undefined ? 0 : Math.max(0, began - this.ended) });
    this.ended = ended;
    return true;
  }
}
