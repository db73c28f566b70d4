import { WithoutToken } from '../../api';
import { withoutTokens } from '../../core/environment';
import { UserError } from '../../core/errors';
import { message, withTexts } from '../../core/message';
import type { EnvironmentText } from '../../core/step-values';
import type { ResolvedStep } from '../../core/steps';
import type { LogLine } from '../log/follow-log';

/**
 * What a step types. A file may be somebody else's, so that the tokens of services are of no environment here.
 * @throws UserError if its variable is not set.
 */
export function typedText(text: string | EnvironmentText): string {
  if (typeof text === 'string') return text;
  const value = valueOf(text);
  if (value !== '') return value;
  throw new UserError(message('The environment variable “{0}” isn’t set. Nothing was typed.', text.env));
}

/** The names of the variables that steps type, each once. */
export function variablesOf(steps: readonly ResolvedStep[]): readonly string[] {
  return [
    ...new Set(steps.flatMap((step) => (step.kind === 'type' && typeof step.text !== 'string' ? step.text.env : []))),
  ];
}

/** What steps type from the environment, each text once. */
export function environmentTexts(steps: readonly ResolvedStep[]): readonly string[] {
  return [...new Set(variablesOf(steps).map((env) => valueOf({ env })))].filter((value) => value !== '');
}

function valueOf({ env }: EnvironmentText): string {
  // Windows finds a variable in any case.
  return withoutTokens({ [env]: process.env[env] })[env] ?? '';
}

/** Takes what was typed from the environment out of what is told of a run: a page may show it, and an extension log it. */
export class WithoutEnvironment {
  private readonly parts: readonly WithoutToken[];

  /** @param steps all that have typed something in the session. */
  constructor(steps: readonly ResolvedStep[]) {
    this.parts = environmentTexts(steps).map((text) => new WithoutToken(text));
  }

  error(error: unknown): unknown {
    if (!(error instanceof UserError) || this.parts.length === 0) return error;
    let isChanged = false;
    const text = withTexts(error.text, (each) => {
      const redacted = this.redact(each);
      isChanged ||= redacted !== each;
      return redacted;
    });
    return isChanged ? new UserError(text, error.recovery, error.severity) : error;
  }

  lines(lines: readonly LogLine[]): readonly LogLine[] {
    if (this.parts.length === 0) return lines;
    return lines.map((line) => ({
      ...line,
      text: this.redact(line.text),
      stack: line.stack.map((frame) => ({ ...frame, name: this.redact(frame.name) })),
    }));
  }

  private redact(text: string): string {
    return this.parts.reduce((redacted, part) => part.redact(redacted), text);
  }
}
