import type { Remedy } from '../../core/screen/messages';
import { focusStage, hasFocus, page, send, text } from './page';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Milliseconds after which it is said how long a live picture has not changed. */
const UNCHANGED = 5 * SECOND;
/** Milliseconds up to which each second is counted. */
const EXACT = 10 * SECOND;
/** States in which the picture is as it should be. */
const HEALTHY = ['live', 'pictures'];

/** The line below the picture: whether it is current, how old it is, and what came of the last action. */
export class Status {
  private state = 'connecting';
  private at: number | undefined;
  private liveSince: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private remedy: Remedy | undefined;

  constructor() {
    for (const each of [page.remedy, page.noticeRemedy])
      each.addEventListener('click', () => {
        if (this.remedy) send({ type: this.remedy });
      });
  }

  /**
   * @param explanation what is being done, or has happened; empty if the state says it all.
   * @param remedy what its button does.
   */
  setState(state: string, explanation: string, remedy: Remedy | undefined): void {
    // The stream was current until now, even if its last frame is older.
    if (this.state === 'live' && state !== 'live' && this.at !== undefined) this.at = Date.now();
    if (state === 'live') this.liveSince ??= Date.now();
    else this.liveSince = undefined;
    const isChange = state !== this.state;
    this.state = state;
    this.remedy = remedy;
    page.stage.dataset['state'] = state;
    page.state.textContent = explanation || text(`state.${state}`);
    page.state.title = page.state.textContent;
    // Once for a change: a countdown has another explanation each second.
    if (isChange) page.spoken.textContent = page.state.textContent;
    page.state.classList.toggle('warning', !HEALTHY.includes(state) && state !== 'connecting');
    this.showAge();
    this.showNotice();
  }

  /** @param at when the picture was taken, in milliseconds since 1970. */
  setPicture(at: number): void {
    this.at = at;
    this.showAge();
    this.showNotice();
  }

  /** What came of an action; screen readers read it. */
  showResult(words: string, isError: boolean): void {
    page.result.textContent = words;
    // It may be cut.
    page.result.title = words;
    page.result.classList.toggle('error', isError);
    page.spoken.textContent = words;
  }

  /** In place of a picture, or of one that will not come. */
  private showNotice(): void {
    const isEmpty = this.at === undefined;
    page.notice.hidden = !isEmpty;
    page.state.hidden = isEmpty;
    page.noticeText.textContent = isEmpty ? page.state.textContent : '';
    this.offer(page.noticeRemedy, isEmpty);
    this.offer(page.remedy, !isEmpty);
  }

  private offer(button: HTMLButtonElement, isHere: boolean): void {
    const isHidden = !isHere || this.remedy === undefined;
    // A button that disappears gives the focus to nothing.
    if (isHidden && hasFocus(button)) focusStage();
    button.hidden = isHidden;
    if (this.remedy) button.textContent = text(`remedy.${this.remedy}`);
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
