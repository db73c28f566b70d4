import type { Turn } from '../../core/regular-yield';
import { isSecretName, REMOVED } from '../../core/secret-forms';

/** UTF-16 units that are redacted between two steps of a walk: in a few milliseconds. */
const STEP = 4096;
/** Levels of a value: a text that is JSON could have as many as would end the stack. */
const MAX_DEPTH = 200;
/** Characters of a text that names the secret beside it. */
const MAX_NAME = 40;

/** A header is often kept as `{ name: 'Cookie', value: 'a=b' }`. */
const VALUE_KEYS: readonly string[] = ['value', 'val'];

/**
 * A walk through a value of JSON, which redacts all its texts. What has a name such as `password` is removed. When
 * there is no room left, nothing further is read, and what is left out is not in the result.
 */
export class ValueWalk {
  /** Whether something was left out. */
  isCut = false;
  /** Whether something is not as it was. */
  isChanged = false;
  private sinceStep = 0;
  private depth = 0;

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
    const steps = this.steps(value);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** @throws what `turn` throws. */
  async inTurns(value: unknown, turn: Turn): Promise<unknown> {
    const steps = this.steps(value);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await turn();
    }
  }

  private *steps(value: unknown): Generator<undefined, unknown> {
    if (typeof value !== 'object' || value === null) {
      const redacted = typeof value === 'string' ? this.text(value) : value;
      yield* this.count(typeof redacted === 'string' ? redacted.length + 2 : 1);
      return redacted;
    }
    if (this.depth === MAX_DEPTH) return yield* this.secret(value);
    this.depth++;
    const redacted = yield* Array.isArray(value) ? this.list(value) : this.fields(value);
    this.depth--;
    return redacted;
  }

  private *list(values: readonly unknown[]): Generator<undefined, unknown[]> {
    const redacted: unknown[] = [];
    yield* this.count(2);
    // An entry of a map.
    const isPair = values.length === 2 && namesSecret(values[0]);
    for (const [index, each] of values.entries()) {
      if (this.isFull()) break;
      redacted.push(yield* isPair && index === 1 ? this.secret(each) : this.steps(each));
    }
    return redacted;
  }

  private *fields(value: object): Generator<undefined, object> {
    const redacted = new Map<string, unknown>();
    yield* this.count(2);
    const isPair = VALUE_KEYS.some((key) => Object.hasOwn(value, key)) && (yield* this.hasSecretName(value));
    for (const [key, each] of Object.entries(value)) {
      if (this.isFull()) break;
      const shown = this.text(key);
      yield* this.count(shown.length + 3);
      const isSecret = isSecretName(key) || (isPair && VALUE_KEYS.includes(key));
      redacted.set(shown, yield* isSecret ? this.secret(each) : this.steps(each));
    }
    return Object.fromEntries(redacted);
  }

  private *hasSecretName(value: object): Generator<undefined, boolean> {
    for (const each of Object.values(value)) {
      if (namesSecret(each)) return true;
      yield* this.step(8);
    }
    return false;
  }

  /** With all that is in it: its keys may be secrets too. */
  private *secret(value: unknown): Generator<undefined, unknown> {
    if (value === null || typeof value === 'boolean') return yield* this.steps(value);
    this.isChanged = true;
    yield* this.count(REMOVED.length + 2);
    return REMOVED;
  }

  private text(text: string): string {
    const redacted = this.redact(text);
    this.isChanged ||= redacted !== text;
    return redacted;
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

function namesSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_NAME && isSecretName(value);
}
