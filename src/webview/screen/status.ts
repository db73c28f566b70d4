import type { Remedy } from '../../core/screen/messages';
import { button, focusStage, hasFocus, page, send, text } from './page';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Milliseconds after which it is said how long a live picture has not changed. */
const UNCHANGED = 5 * SECOND;
/** Milliseconds up to which each second is counted. */
const EXACT = 10 * SECOND;
/** States in which the picture is not what is to be looked at: the reason stands over it. */
const STOPPED = ['waiting', 'lost', 'ended', 'unavailable'];

/** Whether the picture is current, how old it is, what came of the last action, and what can be done if there is none. */
export class Status {
  private state = 'connecting';
  private explanation = '';
  private at: number | undefined;
  private liveSince: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private remedies: readonly Remedy[] = [];

  constructor() {
    for (const [index, each] of [page.noticeRemedy, page.noticeOther].entries())
      each.addEventListener('click', () => {
        const remedy = this.remedies[index];
        if (remedy) send({ type: remedy });
      });
  }

  /** Whether nothing that is pointed at is current. */
  get isStopped(): boolean {
    return STOPPED.includes(this.state);
  }

  /**
   * @param explanation what is being done, or has happened; empty if the state says it all.
   * @param remedies what can be done, first what helps most.
   */
  setState(state: string, explanation: string, remedies: readonly Remedy[]): void {
    // The stream was current until now, even if its last frame is older.
    if (this.state === 'live' && state !== 'live' && this.at !== undefined) this.at = Date.now();
    if (state === 'live') this.liveSince ??= Date.now();
    else this.liveSince = undefined;
    const isChange = state !== this.state;
    this.state = state;
    this.explanation = explanation || text(`state.${state}`);
    this.remedies = remedies;
    page.stage.dataset['state'] = state;
    // Once for a change: a countdown has another explanation each second.
    if (isChange) page.spoken.textContent = this.explanation;
    this.showAge();
    this.show();
  }

  /** @param at when the picture was taken, in milliseconds since 1970. */
  setPicture(at: number): void {
    this.at = at;
    this.showAge();
    this.show();
  }

  /**
   * What came of an action; screen readers read it.
   * @param isFile whether it is a file that can be opened.
   */
  showResult(words: string, isError = false, isFile = false): void {
    page.result.textContent = words;
    // It may be cut.
    page.result.title = words;
    page.result.classList.toggle('error', isError);
    page.spoken.textContent = words;
    if (!isFile && hasFocus(button('openSaved'))) focusStage();
    button('openSaved').hidden = !isFile;
  }

  clearResult(): void {
    page.result.textContent = '';
    button('openSaved').hidden = true;
  }

  /** Each reason is told in one place: over the picture if that is not current, else below it. */
  private show(): void {
    const isEmpty = this.at === undefined;
    const isOver = isEmpty || this.isStopped;
    page.state.textContent = isOver ? (isEmpty ? '' : text('state.last')) : this.explanation;
    page.state.title = page.state.textContent;
    // The first frame of a stream is about to come.
    page.noticeText.textContent = isOver ? (this.state === 'live' ? text('state.connecting') : this.explanation) : '';
    this.offer(page.noticeRemedy, this.remedies[0]);
    this.offer(page.noticeOther, this.remedies[1]);
    button('notice-save').hidden = isEmpty || this.state !== 'ended';
    page.noticeButtons.hidden = this.remedies.length === 0;
    // A button that disappears gives the focus to nothing.
    if (!isOver && hasFocus(page.notice)) focusStage();
    page.notice.hidden = !isOver;
  }

  private offer(each: HTMLButtonElement, remedy: Remedy | undefined): void {
    if (!remedy && hasFocus(each)) focusStage();
    each.hidden = remedy === undefined;
    if (remedy) each.textContent = text(`remedy.${remedy}`);
  }

  private showAge(): void {
    clearTimeout(this.timer);
    if (this.at === undefined) return;
    const age = Math.max(0, Date.now() - Math.max(this.at, this.liveSince ?? 0));
    // A picture that is old must not look as if it were current.
    page.stage.classList.toggle('stale', this.liveSince === undefined && age >= MINUTE);
    page.age.textContent = this.liveSince === undefined ? ageOf(age) : unchangedFor(age);
    const step = stepOf(age);
    this.timer = setTimeout(() => this.showAge(), step - (age % step));
  }
}

/** A display that is frozen looks like one that is still. */
function unchangedFor(milliseconds: number): string {
  return milliseconds < UNCHANGED ? '' : duration('unchanged', milliseconds);
}

function ageOf(milliseconds: number): string {
  return milliseconds < 2 * SECOND ? text('age.now') : duration('age', milliseconds);
}

/** @returns the milliseconds for which the age stands: each change costs a drawing. */
function stepOf(age: number): number {
  if (age < EXACT) return SECOND;
  return age < MINUTE ? EXACT : MINUTE;
}

function duration(of: 'age' | 'unchanged', milliseconds: number): string {
  const step = stepOf(milliseconds);
  if (milliseconds < MINUTE) return text(`${of}.seconds`, (Math.floor(milliseconds / step) * step) / SECOND);
  if (milliseconds < HOUR) return text(`${of}.minutes`, Math.floor(milliseconds / MINUTE));
  return text(`${of}.hours`, Math.floor(milliseconds / HOUR));
}
