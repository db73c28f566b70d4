import path from 'node:path';
import { asRecord } from '../../core/json';
import type { ElementName } from '../../core/element-name';
import { MAX_TEXT } from '../../core/step-values';
import { isSecretName, REMOVED } from '../../core/secret-forms';
import type { ResolvedStep } from '../../core/steps';
import { environmentTexts } from '../sequences/environment-texts';
import type { Redactor } from './redactor';
import { REPORT_LIMITS, type ReportPath } from './report';

/** The path with its texts redacted, because they too come from outside, and without what is typed where a secret belongs. */
export function redactedPath(
  { name, extension, steps, results, picture }: ReportPath,
  redactor: Redactor,
  hasPicture: boolean,
): ReportPath {
  const secret = secretSteps(steps);
  return {
    name: redactor.redact(name, REPORT_LIMITS.name),
    ...(extension !== undefined && { extension: redactor.redact(path.basename(extension), REPORT_LIMITS.name) }),
    steps: steps.map((step, index) => redactedStep(step, redactor, secret.has(index))),
    results: results.map(({ error, ...result }) => ({
      ...result,
      ...(error !== undefined && { error: redactor.redact(error, REPORT_LIMITS.text) }),
    })),
    ...(picture && hasPicture && { picture }),
  };
}

/** What steps type where a secret belongs, or from the environment: a page may show or log it. */
export function secretsTyped(steps: readonly ResolvedStep[]): readonly string[] {
  const typed: string[] = [...environmentTexts(steps)];
  let pressed = '';
  const secret = secretSteps(steps);
  for (const [index, step] of steps.entries()) {
    const isSecret = secret.has(index);
    if (isSecret && step.kind === 'press') pressed += step.key.replace(/^shift\+(?=.)/i, '');
    else {
      typed.push(pressed);
      pressed = '';
      if (isSecret && step.kind === 'type' && typeof step.text === 'string') typed.push(step.text);
    }
  }
  return [...typed, pressed].filter((text) => text !== '');
}

/**
 * Indexes of the steps that type into what is named like a secret. Where a step does not say into what, it is what was
 * clicked or typed into last; after a click at coordinates or the Tab key nobody knows, and the redactor has to find it.
 */
function secretSteps(steps: readonly ResolvedStep[]): ReadonlySet<number> {
  const found = new Set<number>();
  let isSecret = false;
  steps.forEach((step, index) => {
    if (step.kind === 'named') isSecret = isSecretName(step.target.name);
    else if (step.kind === 'type' && step.into) isSecret = isSecretName(step.into.name);
    else if (step.kind === 'click' || step.kind === 'open' || (step.kind === 'press' && /tab$/i.test(step.key)))
      isSecret = false;
    // What is pressed key by key is a part of it.
    if (isSecret && (step.kind === 'type' || (step.kind === 'press' && /^(?:shift\+)?.$/iu.test(step.key))))
      found.add(index);
  });
  return found;
}

function redactedStep(step: ResolvedStep, redactor: Redactor, isSecret: boolean): ResolvedStep {
  /** Always with the mark of what was removed, by which a reader knows that the step is not whole. */
  const redact = (text: string): string => {
    const redacted = redactor.redact(text, MAX_TEXT);
    return redacted === text || redacted.includes(REMOVED) ? redacted : REMOVED;
  };
  const target = ({ role, name, frame }: ElementName): ElementName => ({
    role: redact(role),
    name: redact(name),
    ...(frame !== undefined && { frame: redact(frame) }),
  });
  switch (step.kind) {
    case 'click':
    case 'wait':
    case 'scroll':
    case 'worker':
      return step;
    case 'named':
      return { ...step, target: target(step.target) };
    case 'type':
      return {
        ...step,
        into: step.into && target(step.into),
        // The name of a variable is no secret, also where its value is one.
        text: typeof step.text !== 'string' ? step.text : isSecret ? REMOVED : redact(step.text),
      };
    case 'press':
      return { ...step, key: isSecret ? REMOVED : redact(step.key) };
    case 'open':
      return { ...step, page: redact(step.page) };
    case 'upload':
      return { ...step, file: redact(step.file) };
    case 'screenshot':
      return { ...step, name: redact(step.name) };
    case 'mock': {
      const { mock } = step;
      return {
        ...step,
        mock: {
          ...mock,
          url: redact(mock.url),
          headers: withoutValues(mock.headers),
          body: mock.body && REMOVED,
        },
      };
    }
    case 'storage':
      return {
        ...step,
        values: mapValues(step.values, (keys) => keys && withoutValues(keys)),
      };
    case 'waitFor':
    case 'expect': {
      const { condition } = step;
      switch (condition.kind) {
        case 'text':
          return { ...step, condition: { ...condition, text: redact(condition.text) } };
        case 'visible':
          return { ...step, condition: { ...condition, target: target(condition.target) } };
        case 'address':
          return { ...step, condition: { ...condition, address: redact(condition.address) } };
        case 'storage':
          return {
            ...step,
            condition: {
              ...condition,
              values: mapValues(condition.values, (keys) => asRecord(redactor.redactValue(keys, MAX_TEXT))),
            },
          };
        case 'request':
          return { ...step, condition: { ...condition, url: redact(condition.url) } };
        case 'noErrors':
          return step;
      }
    }
  }
}

/** What a test makes up for an extension may be as real as what it gets: only the names are told. */
function withoutValues(keys: Readonly<Record<string, unknown>>): Record<string, string> {
  return mapValues(keys, () => REMOVED);
}

function mapValues<Value, Other>(
  values: Readonly<Record<string, Value>>,
  use: (value: Value) => Other,
): Record<string, Other> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, use(value)]));
}
