import type { Turn } from '../../core/regular-yield';
import { isSecretName, REMOVED } from '../../core/secret-forms';

/** UTF-16 units that are redacted between two steps of a walk: in a few milliseconds. */
const STEP = 4096;

/**
 * A walk through a value of JSON, which redacts all its texts. What has a name such as `password` is removed. When
 * there is no room left, nothing further is read, and what is left out is not in the result.
 */
export class ValueWalk {
  /** Whether something was left out. */
  isCut = false;
  private sinceStep = 0;

  /**
   * @param redact takes the secrets out of a text.
   * @param room UTF-16 units that the result may need as JSON; it may need a little more.
   */
  constructor(
    private readonly redact: (text: string) => string,
    private room = Infinity,
  ) {}

  /** The whole walk at once: for values that are small. */
  atOnce(value: unknown): unknown {
    const steps = this.steps(value, false);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** @throws what `turn` throws. */
  async inTurns(value: unknown, turn: Turn): Promise<unknown> {
    const steps = this.steps(value, false);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await turn();
    }
  }

  private *steps(value: unknown, isSecret: boolean): Generator<undefined, unknown> {
    if (Array.isArray(value)) return yield* this.list(value, isSecret);
    if (typeof value === 'object' && value !== null) return yield* this.fields(value, isSecret);
    const redacted = this.leaf(value, isSecret);
    yield* this.count(typeof redacted === 'string' ? redacted.length + 2 : 1);
    return redacted;
  }

  private *list(values: readonly unknown[], isSecret: boolean): Generator<undefined, unknown[]> {
    const redacted: unknown[] = [];
    yield* this.count(2);
    for (const each of values) {
      if (this.isFull()) break;
      redacted.push(yield* this.steps(each, isSecret));
    }
    return redacted;
  }

  private *fields(value: object, isSecret: boolean): Generator<undefined, object> {
    const redacted = new Map<string, unknown>();
    yield* this.count(2);
    const isPair = Object.hasOwn(value, 'value') && (yield* this.namesSecret(value));
    for (const [key, each] of Object.entries(value)) {
      if (this.isFull()) break;
      const shown = this.redact(key);
      yield* this.count(shown.length + 3);
      redacted.set(shown, yield* this.steps(each, isSecret || isSecretName(key) || (isPair && key === 'value')));
    }
    return Object.fromEntries(redacted);
  }

  /** A header is often kept as `{ name: 'Cookie', value: 'a=b' }`. */
  private *namesSecret(value: object): Generator<undefined, boolean> {
    for (const each of Object.values(value)) {
      if (typeof each === 'string' && each.length <= 40 && isSecretName(each)) return true;
      yield* this.step(8);
    }
    return false;
  }

  private leaf(value: unknown, isSecret: boolean): unknown {
    if (isSecret && (typeof value === 'string' || typeof value === 'number')) return REMOVED;
    return typeof value === 'string' ? this.redact(value) : value;
  }

  private isFull(): boolean {
    this.isCut ||= this.room <= 0;
    return this.isCut;
  }

  private *count(units: number): Generator<undefined, void> {
    this.room -= units;
    yield* this.step(units);
  }

  private *step(units: number): Generator<undefined, void> {
    this.sinceStep += units;
    if (this.sinceStep < STEP) return;
    this.sinceStep = 0;
    yield;
  }
}
