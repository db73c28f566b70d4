import path from 'node:path';
import { asRecord } from '../../core/json';
import { MAX_TEXT, type ElementName } from '../../core/page-steps';
import type { PlayedStep } from '../../core/sequence';
import { REPORT_LIMITS, type ReportPath } from './report';
import { isSecretName, REMOVED, type SecretsGate } from './secrets-gate';

/** The path with its texts passed, because they too come from outside, and without what is typed where a secret belongs. */
export function gatedPath(
  { name, extension, steps, results, picture }: ReportPath,
  gate: SecretsGate,
  hasPicture: boolean,
): ReportPath {
  const secret = secretSteps(steps);
  return {
    name: gate.pass(name, REPORT_LIMITS.name),
    ...(extension !== undefined && { extension: gate.pass(path.basename(extension), REPORT_LIMITS.name) }),
    steps: steps.map((step, index) => gatedStep(step, gate, secret.has(index))),
    results: results.map(({ error, ...result }) => ({
      ...result,
      ...(error !== undefined && { error: gate.pass(error, REPORT_LIMITS.text) }),
    })),
    ...(picture && hasPicture && { picture }),
  };
}

/** What steps type where a secret belongs: a page may show or log it. */
export function secretsTyped(steps: readonly PlayedStep[]): readonly string[] {
  return [...secretSteps(steps)].flatMap((index) => {
    const step = steps[index];
    return step?.kind === 'type' ? [step.text] : [];
  });
}

/**
 * Indexes of the steps that type into what is named like a secret. Where a step does not say into what, it is what was
 * clicked or typed into last; after a click at coordinates or the Tab key nobody knows, and the gate has to find it.
 */
function secretSteps(steps: readonly PlayedStep[]): ReadonlySet<number> {
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

function gatedStep(step: PlayedStep, gate: SecretsGate, isSecret: boolean): PlayedStep {
  /** Always with the mark of what was removed, by which a reader knows that the step is not whole. */
  const pass = (text: string): string => {
    const passed = gate.pass(text, MAX_TEXT);
    return passed === text || passed.includes(REMOVED) ? passed : REMOVED;
  };
  const target = ({ role, name, frame }: ElementName): ElementName => ({
    role: pass(role),
    name: pass(name),
    ...(frame !== undefined && { frame: pass(frame) }),
  });
  switch (step.kind) {
    case 'click':
    case 'pause':
    case 'scroll':
      return step;
    case 'named':
      return { ...step, target: target(step.target) };
    case 'type':
      return { ...step, into: step.into && target(step.into), text: isSecret ? REMOVED : pass(step.text) };
    case 'press':
      return { ...step, key: isSecret ? REMOVED : pass(step.key) };
    case 'open':
      return { ...step, page: pass(step.page) };
    case 'waitFor':
    case 'expect': {
      const { condition } = step;
      switch (condition.kind) {
        case 'text':
          return { ...step, condition: { ...condition, text: pass(condition.text) } };
        case 'visible':
          return { ...step, condition: { ...condition, target: target(condition.target) } };
        case 'address':
          return { ...step, condition: { ...condition, address: pass(condition.address) } };
        case 'storage': {
          const values = Object.entries(condition.values).map(
            ([area, keys]) => [area, asRecord(gate.passValue(keys, MAX_TEXT))] as const,
          );
          return { ...step, condition: { ...condition, values: Object.fromEntries(values) } };
        }
        case 'noErrors':
          return step;
      }
    }
  }
}
