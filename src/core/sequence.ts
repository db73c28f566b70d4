import { describeClick, type Click } from './click';
import { clickFields, isObject, readClick, unknownKey, type JsonPath, type ValueProblem } from './click-fields';
import type { ElementName } from './element-name';
import { MEGABYTE } from './format';
import { asCount, asRecord, asText } from './json';
import { listOf, message, quotedListOf, type Message } from './message';
import type { NamedPoint } from './named-points';
import { DEFAULT_TIMEOUT, describePageStep, pageStepFields, readPageStep, type PageStep } from './page-steps';

/** Our own limits: a file beyond them is rather a mistake. */
export const MAX_STEPS = 1000;
export const MAX_SEQUENCE_BYTES = MEGABYTE;
/** Milliseconds. */
export const MAX_PAUSE = 60_000;

/** Milliseconds. A recorded pause is rounded, and one that was spent elsewhere is shortened. */
const PAUSE_UNIT = 50;
const MAX_RECORDED_PAUSE = 10_000;

/** The versions of the format. In the first there were clicks, points and pauses only. */
const VERSIONS = [1, 2];

/** A step as the file has it: a click, a click at a point that has a name, a pause, or one that needs to know the page. */
export type Step =
  | PageStep
  | { readonly kind: 'click'; readonly click: Click }
  | { readonly kind: 'point'; readonly name: string }
  | { readonly kind: 'pause'; readonly milliseconds: number };

/** A step that can be played. */
export type PlayedStep = Exclude<Step, { kind: 'point' }>;

/** What a file says. */
export interface SequenceContent {
  readonly steps: readonly Step[];
  /** Name, ID or folder of the extension that it is about; undefined: the only one that was uploaded. */
  readonly extension: string | undefined;
}

/**
 * Reads the content of a sequence: `{ "steps": [{ "x": 640, "y": 360 }, { "point": "Sign in" }, { "pause": 500 }] }`.
 * @returns the steps, or everything that is wrong with them. The schema of these files says the same.
 */
export function readSequence(value: unknown): SequenceContent | Problems {
  if (!isObject(value)) return problem([], STEPS_NEEDED);
  const fields = asRecord(value);
  // One from a later version of this extension has steps that are not known here.
  const version = fields['version'] ?? 1;
  if (!VERSIONS.some((each) => each === version))
    return problem(['version'], message('The version of a sequence must be one of {0}.', listOf(VERSIONS.map(String))));
  const unknown = unknownKey(fields, ['steps', 'version', 'extension', 'description', '$schema'], []);
  if (unknown) return { problems: [unknown] };
  const extension = asText(fields['extension']);
  if (fields['extension'] !== undefined && extension === undefined)
    return problem(['extension'], message('“{0}” must be a text.', 'extension'));
  const steps: unknown = fields['steps'];
  if (!Array.isArray(steps)) return problem(steps === undefined ? [] : ['steps'], STEPS_NEEDED);
  if (steps.length === 0) return problem(['steps'], message('A sequence needs at least one step.'));
  if (steps.length > MAX_STEPS)
    return problem(['steps', MAX_STEPS], message('A sequence can’t have more than {0} steps.', MAX_STEPS));
  const read = steps.map((step: unknown, index) => readStep(step, ['steps', index]));
  const problems = read.filter((each) => 'path' in each);
  return problems.length > 0 ? { problems } : { steps: read.filter((each) => 'kind' in each), extension };
}

interface Problems {
  readonly problems: readonly ValueProblem[];
}

const STEPS_NEEDED = message('A sequence must be an object with a list of “steps”.');

function problem(path: JsonPath, text: ValueProblem['text']): Problems {
  return { problems: [{ path, text }] };
}

function readStep(value: unknown, path: JsonPath): Step | ValueProblem {
  const fields = isObject(value) ? asRecord(value) : {};
  if ('pause' in fields) return readPause(fields, path);
  if ('point' in fields) return readPoint(fields, path);
  const onPage = readPageStep(fields, path);
  if (onPage) return onPage;
  const click = readClick(value, path);
  return 'path' in click ? click : { kind: 'click', click };
}

function readPause(fields: Record<string, unknown>, path: JsonPath): Step | ValueProblem {
  const milliseconds = asCount(fields['pause']);
  const alone = unknownKey(fields, ['pause'], path);
  if (alone) return { ...alone, text: message('A step with “{0}” can’t have anything else.', 'pause') };
  if (milliseconds === undefined || milliseconds > MAX_PAUSE)
    return {
      path: [...path, 'pause'],
      text: message('A pause must be an integer from {0} to {1}, in milliseconds.', 0, MAX_PAUSE),
    };
  return { kind: 'pause', milliseconds };
}

function readPoint(fields: Record<string, unknown>, path: JsonPath): Step | ValueProblem {
  const name = asText(fields['point']);
  const alone = unknownKey(fields, ['point'], path);
  if (alone) return { ...alone, text: message('A step with “{0}” can’t have anything else.', 'point') };
  return name === undefined
    ? { path: [...path, 'point'], text: message('“point” must be the name of a point.') }
    : { kind: 'point', name };
}

/**
 * Replaces the names of points with their clicks.
 * @returns the steps, or the names that no point has. The schema of these files cannot know them.
 */
export function resolvePoints(
  steps: readonly Step[],
  points: readonly NamedPoint[],
): { readonly steps: readonly PlayedStep[] } | Problems {
  const known = new Map(points.map(({ name, click }) => [name, click]));
  const problems: ValueProblem[] = [];
  const resolved = steps.flatMap((step, index): PlayedStep[] => {
    if (step.kind !== 'point') return [step];
    const click = known.get(step.name);
    if (click) return [{ kind: 'click', click }];
    problems.push({ path: ['steps', index, 'point'], text: noPoint(step.name, [...known.keys()]) });
    return [];
  });
  return problems.length > 0 ? { problems } : { steps: resolved };
}

function noPoint(name: string, known: readonly string[]): ValueProblem['text'] {
  return known.length === 0
    ? message('No point is named “{0}”. Use Name Point… to name one.', name)
    : message('No point is named “{0}”. Known: {1}.', name, quotedListOf(known));
}

/** A click of a recording, with the milliseconds that passed since the click before it. */
export interface RecordedClick {
  readonly click: Click;
  /** What was clicked, if that is known. */
  readonly element?: ElementName | undefined;
  readonly pause: number;
}

/** A step of a recording that was added as it is. */
export interface RecordedStep {
  readonly step: PlayedStep;
}

/** The steps of a recording. The time before the first click is none of them. */
export function recordedSteps(recorded: readonly (RecordedClick | RecordedStep)[]): readonly PlayedStep[] {
  return recorded.flatMap((each, index): PlayedStep[] => {
    if ('step' in each) return [each.step];
    const { click, element, pause } = each;
    const milliseconds = index === 0 ? 0 : recordedPause(pause);
    const isPress = click.clickType !== undefined && click.clickType !== 'click';
    const step: PlayedStep =
      element && !isPress
        ? { kind: 'named', target: element, click, timeout: DEFAULT_TIMEOUT }
        : { kind: 'click', click };
    return [...(milliseconds > 0 ? [{ kind: 'pause', milliseconds } as const] : []), step];
  });
}

/** Milliseconds, rounded to 50 and at most 10 seconds. */
export function recordedPause(milliseconds: number): number {
  return Math.min(MAX_RECORDED_PAUSE, Math.max(0, Math.round(milliseconds / PAUSE_UNIT) * PAUSE_UNIT));
}

/**
 * Formats steps as the content of a file, each on its own line.
 * @param extension that it is about: its name, ID or folder.
 */
export function formatSequence(steps: readonly PlayedStep[], extension?: string): string {
  const lines = steps.map((step) => `    ${oneLine(stepFields(step))}`);
  const isOld = steps.every(({ kind }) => kind === 'click' || kind === 'pause');
  const head = [
    ...(isOld ? [] : ['  "version": 2,\n']),
    ...(extension === undefined ? [] : [`  "extension": ${JSON.stringify(extension)},\n`]),
  ];
  return `{\n${head.join('')}  "steps": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** The fields of a step as a file has them. */
export function stepFields(step: PlayedStep): Record<string, unknown> {
  if (step.kind === 'pause') return { pause: step.milliseconds };
  return step.kind === 'click' ? clickFields(step.click) : pageStepFields(step);
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`);
  return `{ ${parts.join(', ')} }`;
}

/** What a step does, in a few words. */
export function describeStep(step: PlayedStep): Message {
  if (step.kind === 'pause') return message('Wait {0} ms', step.milliseconds);
  return step.kind === 'click' ? describeClick(step.click) : describePageStep(step);
}
