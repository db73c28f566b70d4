import { isDeepStrictEqual } from 'node:util';
import { Redactor } from '../app/report/redactor';
import { SecretVariables } from '../app/sequences/secret-variables';
import { UserError } from '../core/errors';
import { message, type Message } from '../core/message';
import { MAX_STEPS } from '../core/sequence';
import { MAX_TEXT } from '../core/step-values';
import { readStep, stepFields, type ResolvedStep } from '../core/steps';
import { labelOf } from '../state';
import { say } from './answer';
import type { DonePage, DoneStep } from './memory/done-steps';
import type { CalledSession, ToolCall } from './tool';

/** What an agent did in a session, as it can be done once more in a new browser. */
export interface DoneSequence {
  /** Those of uploads have absolute paths. */
  readonly steps: readonly ResolvedStep[];
  /** Absolute path of the folder that is uploaded before; undefined: none. */
  readonly extension: string | undefined;
  /** A web address that is opened before. */
  readonly start: string | undefined;
  /** What has no step, or may not be the same the next time, as sentences. */
  readonly notes: readonly Message[];
}

/**
 * What the caller did in a session since its last upload there, or after a mark.
 * @throws UserError if that is nothing.
 */
export function doneSequence(called: CalledSession, { caller }: ToolCall, since: number | undefined): DoneSequence {
  const all = called.memory.done.of(caller.id);
  const from = since ?? (all.findLast(({ step }) => step?.kind === 'upload')?.mark ?? 0) - 1;
  const range = all.filter(({ mark }) => mark > from);
  const extension = extensionOf(called, all, range);
  const done = range.filter((each, at) => !(at === 0 && each.step?.kind === 'upload'));
  const redactor = redactorOf(called);
  const variables = new SecretVariables();
  const notes: Message[] = [];
  const first = done.find(({ step }) => step?.kind !== 'expect');
  const begin = beginning(first?.page, redactor);
  if (begin.note) notes.push(begin.note);
  // What was seen before anything was opened is not there in a new browser.
  const counted = first?.page ? done : done.slice(first ? done.indexOf(first) : done.length);
  const steps = counted.flatMap((each): ResolvedStep[] => {
    const isOther = each.extension !== undefined && each.extension !== extension;
    const step = isOther ? undefined : writable(each, redactor, variables);
    if (step?.kind === 'type' && typeof step.text !== 'string')
      notes.push(say('{0} What was typed is a secret: set {1} in the environment.', each.what, step.text.env));
    else if (step && each.page?.isBrought === true)
      notes.push(say('{0} The page was brought to the front for it, which no step does.', each.what));
    else if (!step && each.step?.kind !== 'expect')
      notes.push(say('{0} This is left out: no step does it, or it has a secret.', each.what));
    return step ? [step] : [];
  });
  const whole = [...begin.steps, ...steps].slice(0, MAX_STEPS);
  if (!steps.some(({ kind }) => kind !== 'expect'))
    throw new UserError(
      message('You have done nothing in “{0}” since then that a sequence has a step for.', labelOf(called.session)),
    );
  return { steps: whole, extension, start: begin.start, notes };
}

/** The folder that it is about: the last one that a call named, else what alone was uploaded into the session. */
function extensionOf(
  { connection, session }: CalledSession,
  all: readonly DoneStep[],
  range: readonly DoneStep[],
): string | undefined {
  const named = [range, all].map((steps) => steps.findLast((each) => each.extension !== undefined)?.extension);
  const found = named.find((folder) => folder !== undefined);
  if (found !== undefined) return found;
  const [only, ...others] = connection.records.sessions.get(session.id)?.uploads ?? [];
  return others.length === 0 ? only?.folder : undefined;
}

/** Knows the token, what was typed as a secret, and what looks like one. */
function redactorOf({ connection, memory }: CalledSession): Redactor {
  const { redact } = connection.client;
  return new Redactor({ redact, service: '', addresses: [], texts: memory.done.secrets, session: '' });
}

/** The step as a file may have it; undefined if it would have a secret, or would not be read. */
function writable(
  { step, isSecret = false }: DoneStep,
  redactor: Redactor,
  variables: SecretVariables,
): ResolvedStep | undefined {
  if (!step) return undefined;
  const hides = (text: string): boolean => isSecret || redactor.redact(text, MAX_TEXT) !== text;
  const written =
    step.kind === 'type' && typeof step.text === 'string' && hides(step.text)
      ? { ...step, text: { env: variables.nameFor(JSON.stringify(step.into), step.into?.name) } }
      : step;
  const fields = stepFields(written);
  const hasSecret = !isDeepStrictEqual(redactor.redactValue(fields, MAX_TEXT), fields);
  return 'kind' in readStep(fields, []) && !hasSecret ? written : undefined;
}

/** What brings a new browser to the page on which the first step was done. */
function beginning(
  page: DonePage | undefined,
  redactor: Redactor,
): { readonly steps: readonly ResolvedStep[]; readonly start?: string; readonly note?: Message } {
  if (!page || !URL.canParse(page.address)) return { steps: [] };
  const { protocol, pathname, search, hash, href } = new URL(page.address);
  if (redactor.redact(href, MAX_TEXT) !== href)
    return { steps: [], note: say('It began on a page whose address has a secret: no step opens that.') };
  if (protocol === 'http:' || protocol === 'https:') return { steps: [], start: href };
  if (protocol !== 'chrome-extension:') return { steps: [] };
  const open = page.isPopup ? 'popup' : pathname.slice(1) + search + hash;
  return { steps: [{ kind: 'open', page: open }] };
}
