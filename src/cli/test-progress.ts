import type { SequenceFile, Test } from '../app/tests/load-test';
import { formatWait } from '../core/format';
import { english, message } from '../core/message';
import { plain, type Terminal } from './terminal';
import { countsOf, type ShownTest } from './test-words';

/** Milliseconds between two looks at the clock. */
const INTERVAL = 1000;
/** Tests that are shown by their names. */
const MAX_SHOWN = 12;
/** Characters of a name: the last ones tell most. */
const MAX_NAME = 48;

/** A test that runs now. */
interface Current {
  readonly name: string;
  readonly began: number;
  readonly steps: number;
  /** Undefined: its extension is being uploaded, or its browser is asked something. */
  readonly done?: number;
}

/** What a person sees while tests run: how many are over, and which run, how far they are, and for how long. */
export class TestProgress {
  private readonly current = new Map<string, Current>();
  private readonly over: ShownTest[] = [];
  private readonly began = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly terminal: Terminal,
    private readonly total: number,
  ) {
    this.timer = setInterval(() => this.show(), INTERVAL).unref();
    this.show();
  }

  started({ id, sequence }: Test, repeat: number, attempt: number): void {
    const details = [...(repeat > 1 ? [`${repeat}`] : []), ...(attempt > 1 ? [`attempt ${attempt}`] : [])];
    const name = details.length === 0 ? id : `${id} (${details.join(', ')})`;
    this.current.set(keyOf(id, repeat), { name, began: performance.now(), steps: sequence.steps.length });
    this.show();
  }

  stepDone({ id }: Test, { steps }: SequenceFile, done: number, repeat: number): void {
    const key = keyOf(id, repeat);
    const current = this.current.get(key);
    if (current) this.current.set(key, { ...current, steps: steps.length, done });
    this.show();
  }

  ended(test: ShownTest): void {
    this.current.delete(keyOf(test.file, test.repeat));
    this.over.push(test);
  }

  /** Shows it below what was printed meanwhile. */
  show(): void {
    const rows = [...this.current.values()].map(({ name, began, steps, done }) => ({
      name: plain(name.length > MAX_NAME ? `…${name.slice(1 - MAX_NAME)}` : name),
      state: `${done === undefined ? 'starting' : `step ${Math.min(done + 1, steps)} of ${steps}`} · ${since(began)}`,
    }));
    const shown = rows.slice(0, MAX_SHOWN);
    const width = Math.max(0, ...shown.map(({ name }) => name.length));
    const more = rows.length - shown.length;
    this.terminal.live([
      this.headline(),
      ...shown.map(({ name, state }) => `  ${name.padEnd(width)}  ${state}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ]);
  }

  end(): void {
    clearInterval(this.timer);
    this.terminal.endProgress();
  }

  private headline(): string {
    const { length } = this.over;
    const counts = length === 0 ? '' : ` · ${countsOf(this.over)}`;
    const waiting = length === this.total ? ' · ending the browsers…' : ' · waiting for browsers…';
    const what = this.current.size === 0 ? waiting : '';
    return english(message('{0} of {1}', length, this.total)) + `${counts} · ${since(this.began)}${what}`;
  }
}

function since(began: number): string {
  return formatWait(performance.now() - began);
}

function keyOf(id: string, repeat: number): string {
  return `${repeat} ${id}`;
}
