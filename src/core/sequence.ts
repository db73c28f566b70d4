import { isObject, unknownKey, type JsonPath, type ValueProblem } from './click-fields';
import { MEGABYTE } from './format';
import { asRecord, asText, jsonText } from './json';
import { message, quotedListOf } from './message';
import type { NamedPoint } from './named-points';
import { asPorts, MAX_SHARED_PORTS } from './shared-port';
import { MAX_TEXT, readMilliseconds, textNeeded } from './step-values';
import { readStep, stepFields, type ResolvedStep, type Step } from './steps';

/** Our own limits: a file beyond them is rather a mistake. */
export const MAX_STEPS = 1000;
export const MAX_SEQUENCE_BYTES = MEGABYTE;
const MAX_TAGS = 20;
/** UTF-16 units. */
const MAX_TAG = 50;
/** Milliseconds of a whole sequence. */
const MAX_SEQUENCE_TIME = 3_600_000;

/** Milliseconds. A recorded pause is rounded, and one that was spent elsewhere is shortened. */
const PAUSE_UNIT = 50;
const MAX_RECORDED_PAUSE = 10_000;

/** What a file says of its steps as a whole. */
export interface SequenceHead {
  /** Name, ID or folder of the extension that it is about; undefined: the only one that is loaded. */
  readonly extension?: string | undefined;
  /** A web address that is opened before the first step. */
  readonly start?: string | undefined;
  /** Milliseconds after which it has failed. */
  readonly timeout?: number | undefined;
  readonly tags?: readonly string[];
  /** Why it is not run as a test. */
  readonly skip?: string | undefined;
  /** Another sequence, relative to the file, that is run before. */
  readonly setup?: string | undefined;
  /** Ports of this machine that its pages have to reach. A person allows them. */
  readonly ports?: readonly number[] | undefined;
}

/** What a file says. */
export interface SequenceContent extends SequenceHead {
  readonly steps: readonly Step[];
}

const HEAD_KEYS = ['extension', 'start', 'timeout', 'tags', 'skip', 'setup', 'ports'] as const;

/**
 * Reads the content of a sequence: `{ "steps": [{ "open": "popup" }, { "click": { "role": "button", "name": "Watch" } }] }`.
 * @returns what it says, or everything that is wrong with it. The schema of these files says the same.
 */
export function readSequence(value: unknown): SequenceContent | Problems {
  if (!isObject(value)) return problem([], STEPS_NEEDED);
  const fields = asRecord(value);
  const unknown = unknownKey(fields, ['steps', ...HEAD_KEYS, 'description', '$schema'], []);
  if (unknown) return { problems: [unknown] };
  const head = readHead(fields);
  if ('path' in head) return { problems: [head] };
  const steps: unknown = fields['steps'];
  if (!Array.isArray(steps)) return problem(steps === undefined ? [] : ['steps'], STEPS_NEEDED);
  if (steps.length === 0) return problem(['steps'], message('A sequence needs at least one step.'));
  if (steps.length > MAX_STEPS)
    return problem(['steps', MAX_STEPS], message('A sequence can’t have more than {0} steps.', MAX_STEPS));
  const read = steps.map((step: unknown, index) => readStep(step, ['steps', index]));
  const problems = read.filter((each) => 'path' in each);
  return problems.length > 0 ? { problems } : { ...head, steps: read.filter((each) => 'kind' in each) };
}

function readHead(fields: Record<string, unknown>): SequenceHead | ValueProblem {
  for (const key of ['extension', 'start', 'skip', 'setup']) {
    const text = asText(fields[key]);
    if (fields[key] !== undefined && (text === undefined || text.length > MAX_TEXT)) return textNeeded([key]);
  }
  const { tags = [], timeout } = fields;
  if (
    !Array.isArray(tags) ||
    tags.length > MAX_TAGS ||
    !tags.every((tag) => asText(tag) && String(tag).length <= MAX_TAG)
  )
    return {
      path: ['tags'],
      text: message('“{0}” must be a list of at most {1} texts of up to {2} characters.', 'tags', MAX_TAGS, MAX_TAG),
    };
  const ports = asPorts(fields['ports']);
  if (fields['ports'] !== undefined && !ports)
    return {
      path: ['ports'],
      text: message(
        '“{0}” must be a list of at most {1} different ports, such as {2}.',
        'ports',
        MAX_SHARED_PORTS,
        '[5173]',
      ),
    };
  const limit = timeout === undefined ? undefined : readMilliseconds(timeout, ['timeout'], MAX_SEQUENCE_TIME);
  if (limit && 'path' in limit) return limit;
  const start = asText(fields['start']);
  if (start !== undefined && !/^https?:\/\//i.test(start))
    return { path: ['start'], text: message('“{0}” must be a web address.', 'start') };
  return {
    extension: asText(fields['extension']),
    start,
    ...(limit && { timeout: limit.milliseconds }),
    ...(tags.length > 0 && { tags: tags.map(String) }),
    ...(fields['skip'] !== undefined && { skip: asText(fields['skip']) }),
    ...(fields['setup'] !== undefined && { setup: asText(fields['setup']) }),
    ...(ports && { ports }),
  };
}

interface Problems {
  readonly problems: readonly ValueProblem[];
}

const STEPS_NEEDED = message('A sequence must be an object with a list of “steps”.');

function problem(path: JsonPath, text: ValueProblem['text']): Problems {
  return { problems: [{ path, text }] };
}

/**
 * Replaces the names of points with their clicks.
 * @returns the steps, or the names that no point has. The schema of these files cannot know them.
 */
export function resolvePoints(
  steps: readonly Step[],
  points: readonly NamedPoint[],
): { readonly steps: readonly ResolvedStep[] } | Problems {
  const known = new Map(points.map(({ name, click }) => [name, click]));
  const problems: ValueProblem[] = [];
  const resolved = steps.flatMap((step, index): ResolvedStep[] => {
    if (step.kind !== 'point') return [step];
    const click = known.get(step.name);
    if (click) return [{ kind: 'click', click }];
    problems.push({ path: ['steps', index, 'click', 'point'], text: noPoint(step.name, [...known.keys()]) });
    return [];
  });
  return problems.length > 0 ? { problems } : { steps: resolved };
}

function noPoint(name: string, known: readonly string[]): ValueProblem['text'] {
  return known.length === 0
    ? message('No point is named “{0}”. Use Name Point… to name one.', name)
    : message('No point is named “{0}”. Known: {1}.', name, quotedListOf(known));
}

/** A step of a recording, with the milliseconds that passed since what was done before it. */
export interface RecordedStep {
  readonly step: ResolvedStep;
  readonly pause: number;
}

/**
 * The steps of a recording. A pause is one of them only before a step that doesn't wait for what it is about; the time
 * before the first step is none.
 */
export function recordedSteps(recorded: readonly RecordedStep[]): readonly ResolvedStep[] {
  return recorded.flatMap(({ step, pause }, index): ResolvedStep[] => {
    const milliseconds = index === 0 || waits(step) ? 0 : recordedPause(pause);
    return [...(milliseconds > 0 ? [{ kind: 'wait', milliseconds } as const] : []), step];
  });
}

function waits(step: ResolvedStep): boolean {
  return step.kind === 'open' || ('timeout' in step && (step.kind !== 'type' || step.into !== undefined));
}

/** Milliseconds, rounded to 50 and at most 10 seconds. */
export function recordedPause(milliseconds: number): number {
  return Math.min(MAX_RECORDED_PAUSE, Math.max(0, Math.round(milliseconds / PAUSE_UNIT) * PAUSE_UNIT));
}

/** Formats a sequence as the content of a file, each step on its own line. What a page says moves nothing in an editor. */
export function formatSequence(steps: readonly ResolvedStep[], { extension, start }: SequenceHead = {}): string {
  const head = Object.entries({ extension, start })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${jsonText(key)}: ${jsonText(value)},\n`);
  const lines = steps.map((step) => `    ${oneLine(stepFields(step))}`);
  return `{\n${head.join('')}  "steps": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isObject(value)) return jsonText(value);
  const parts = Object.entries(value).map(([key, each]) => `${jsonText(key)}: ${oneLine(each)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
