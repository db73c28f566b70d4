import type { ElementName } from '../../core/element-name';
import type { Message } from '../../core/message';
import { MAX_STEPS } from '../../core/sequence';
import type { ResolvedStep } from '../../core/steps';

/** Agents that are remembered in a session, and texts that they typed where a secret belongs; the oldest go first. */
const MAX_CALLERS = 16;
const MAX_SECRETS = 200;

/** What an agent did in a session, as far as a sequence has a step for it. */
export interface DoneStep {
  /** Later than each answer before. */
  readonly mark: number;
  /** Undefined: a sequence has none for it. */
  readonly step: ResolvedStep | undefined;
  /** As a sentence. */
  readonly what: Message;
  /** Something was typed where a secret belongs: the step has not the text. */
  readonly isSecret?: boolean | undefined;
  /** Absolute path of the folder of the extension that it is about. */
  readonly extension?: string | undefined;
  /** The page that it was done on. */
  readonly page?: DonePage | undefined;
}

export interface DonePage {
  readonly address: string;
  readonly isPopup: boolean;
  /** Whether it was brought to the front for this, which no step does. */
  readonly isBrought: boolean;
}

/** What agents did in a session, each by itself, so that it can be done once more. What a person did is none of it. */
export class DoneSteps {
  private readonly known = new Map<string, DoneStep[]>();
  private readonly typed = new Set<string>();

  /** The last mark of all. */
  get lastMark(): number {
    return Math.max(0, ...[...this.known.values()].map((steps) => steps.at(-1)?.mark ?? 0));
  }

  /** What was typed where a secret belongs: a page may show it. */
  get secrets(): readonly string[] {
    return [...this.typed];
  }

  /** @param caller the ID of an agent. */
  of(caller: string): readonly DoneStep[] {
    return this.known.get(caller) ?? [];
  }

  add(caller: string, step: DoneStep): void {
    const steps = this.known.get(caller) ?? [];
    this.known.delete(caller);
    this.known.set(caller, steps);
    steps.push(step);
    steps.splice(0, steps.length - MAX_STEPS);
    dropFirst(this.known.keys(), this.known, MAX_CALLERS);
  }

  addSecret(text: string): void {
    this.typed.add(text);
    dropFirst(this.typed.keys(), this.typed, MAX_SECRETS);
  }
}

function dropFirst<Key>(
  keys: Iterator<Key>,
  all: { readonly size: number; delete: (key: Key) => boolean },
  max: number,
): void {
  const { value, done } = keys.next();
  if (all.size > max && done !== true) all.delete(value);
}

/** What a step is done to. */
export function targetOfStep(step: ResolvedStep | undefined): ElementName | undefined {
  if (step?.kind === 'named') return step.target;
  return step?.kind === 'type' ? step.into : undefined;
}
