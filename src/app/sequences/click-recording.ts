import { formatClick, parseClick, type Click } from '../../core/click';
import type { ElementName } from '../../core/element-name';
import { MAX_STEPS, recordedSteps, type RecordedClick, type RecordedStep } from '../../core/sequence';
import { type ResolvedStep } from '../../core/steps';
import { withTimeLimit } from '../../core/time-limit';
import { elementAt } from '../../devtools';
import { keyOf, type ClickAt, type ConnectionKey, type SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { onFront } from '../page/elements';

/** Milliseconds for which a click waits at most, so that its element is found. */
const MAX_LOOK = 500;

/** What is about to be clicked on the page that fills the display of a session; undefined if that is not known in time. */
export async function elementUnder(
  access: BrowserAccess,
  session: SessionRecord,
  click: Click,
): Promise<ElementName | undefined> {
  try {
    return await onFront(
      access,
      session,
      withTimeLimit(new AbortController().signal, MAX_LOOK),
      async (open, { page }, limited) => (page ? elementAt(open, page, click, limited) : undefined),
    );
  } catch {
    return undefined;
  }
}

/** The clicks in one session, with the time between them, from now on. */
export class ClickRecording {
  private readonly clicks: (RecordedClick | RecordedStep)[] = [];
  private ended: number | undefined;
  private missed = 0;

  constructor(
    readonly connection: ConnectionKey,
    readonly session: string,
  ) {}

  /** How many clicks were recorded. */
  get count(): number {
    return this.clicks.filter((each) => 'click' in each).length;
  }

  /** How many clicks were made after the recording was full. */
  get left(): number {
    return this.missed;
  }

  get steps(): readonly ResolvedStep[] {
    return recordedSteps(this.clicks);
  }

  /** Adds a step that is no click, such as what is expected. @returns false if the recording is full. */
  addStep(step: ResolvedStep): boolean {
    if (this.steps.length >= MAX_STEPS) return false;
    this.clicks.push({ step });
    return true;
  }

  /** Adds a click if it was made in this session. @returns whether it was. */
  add({ connection, session, text, element, began, ended, replaces }: ClickAt): boolean {
    if (session !== this.session || keyOf(connection) !== keyOf(this.connection)) return false;
    const read = parseClick(text);
    if ('problem' in read) return false;
    const last = this.clicks.at(-1);
    // A pause and a click are two steps.
    if (last && 'click' in last && replaces !== undefined && formatClick(last.click) === replaces)
      this.clicks.splice(-1, 1, { ...last, click: read.click });
    else if (this.steps.length + 2 > MAX_STEPS) this.missed++;
    else
      this.clicks.push({
        click: read.click,
        element,
        pause: this.ended === undefined ? 0 : Math.max(0, began - this.ended),
      });
    this.ended = ended;
    return true;
  }
}
