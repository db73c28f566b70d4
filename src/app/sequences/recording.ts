import { withoutLogin } from '../../core/address';
import { formatClick, type Click } from '../../core/click';
import type { ElementName } from '../../core/element-name';
import type { Point, Scroll } from '../../core/input';
import { keyWritten } from '../../core/keys';
import { MAX_STEPS, recordedSteps, type RecordedStep, type SequenceHead } from '../../core/sequence';
import { isSecretName } from '../../core/secret-forms';
import { MAX_TEXT } from '../../core/step-values';
import { DEFAULT_TIMEOUT, type ResolvedStep } from '../../core/steps';
import {
  addressOf,
  elementAt,
  focusedField,
  type DevToolsConnection,
  type FocusedField,
  type Front,
} from '../../devtools';
import type { PersonInput, PersonRecorder, SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { elementName, elementUnder, findElements, inPageSession, lookQuickly } from '../page/elements';
import { variablesOf } from './environment-texts';
import { SecretVariables } from './secret-variables';

/** CSS pixels of a page for one notch of the wheel, as Chromium takes it from a mouse on Linux. */
const NOTCH = 120;
/** Milliseconds in which the page in front is found out, while the person goes on. */
const MAX_BEGIN = 5000;
/** Pixels that the pointer may move while the wheel turns at one place. */
const MAX_JITTER = 20;
/** Roles that a step can name a field by. */
const FIELDS: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);
/** Keys that change the text of a field, or where the next character goes, and do nothing else there. */
const EDITING =
  /^(?:(?:ctrl\+|shift\+)*(?:BackSpace|Delete|Left|Right|Home|End)|ctrl\+(?:shift\+)?[acvxz]|shift\+Insert)$/;
const PASTING = /^(?:ctrl\+(?:shift\+)?v|shift\+Insert)$/;

/** What has the focus: a field, or certainly none. */
interface Focus {
  readonly field: FocusedField | undefined;
  /** Whether a step that names the field means only this one. */
  readonly isOnly: boolean;
}

interface Item extends RecordedStep {
  /** The field that the step types into. */
  readonly field?: string;
}

/** What a person does in one session, as steps, from now on. What is typed into a field for a secret is not kept. */
export class Recording implements PersonRecorder {
  private readonly items: Item[] = [];
  private readonly secrets = new SecretVariables();
  private ended: number | undefined;
  private missed = 0;
  private readonly begins: Promise<string | undefined>;

  /** @param onChange one more step, or one that was left out. */
  constructor(
    private readonly access: BrowserAccess,
    private readonly session: SessionRecord,
    private readonly onChange: () => void = () => {},
  ) {
    this.begins = lookQuickly(access, session, addressInFront, MAX_BEGIN);
  }

  /** How many steps were recorded. */
  get count(): number {
    return this.items.length;
  }

  /** How many were left out: the recording was full, or there is no step for them. */
  get left(): number {
    return this.missed;
  }

  /** The variables that are to be set before it can be run. */
  get variables(): readonly string[] {
    return variablesOf(this.items.map(({ step }) => step));
  }

  get steps(): readonly ResolvedStep[] {
    return recordedSteps(this.items);
  }

  /** All of it as a sequence, with the page that was in front at the beginning. */
  async sequence(): Promise<SequenceHead & { readonly steps: readonly ResolvedStep[] }> {
    const page = pageOf((await this.begins) ?? '');
    const { steps } = this;
    if (page === undefined || steps[0]?.kind === 'open') return { steps };
    return /^https?:/i.test(page) ? { start: page, steps } : { steps: [{ kind: 'open', page }, ...steps] };
  }

  /** Adds a step that is no input, such as what is expected. @returns false if the recording is full. */
  addStep(step: ResolvedStep): boolean {
    if (this.isFull) return false;
    this.items.push({ step, pause: 0 });
    this.onChange();
    return true;
  }

  async record<T>(session: string, input: PersonInput, work: () => Promise<T>): Promise<T> {
    if (session !== this.session.id) return work();
    const add = await this.before(input);
    const began = performance.now();
    const result = await work();
    await add(this.ended === undefined ? 0 : Math.max(0, began - this.ended));
    this.ended = performance.now();
    this.onChange();
    return result;
  }

  /** Finds out what an input is about. @returns what adds it, with the milliseconds since the one before. */
  private async before(input: PersonInput): Promise<(pause: number) => Promise<void> | void> {
    switch (input.type) {
      case 'click': {
        const element = input.first ? undefined : await elementUnder(this.access, this.session, input.click);
        return (pause) => this.addClick(input.click, element, input.first, pause);
      }
      case 'popupClick': {
        const element = await lookQuickly(this.access, this.session, (open, { popup }, limited) =>
          popup ? elementAt(open, popup, input, limited) : undefined,
        );
        return (pause) => this.addNamed(element, pause);
      }
      case 'named':
        return (pause) => this.addNamed(input.target, pause);
      case 'drag':
        return (pause) => this.addDrag(input.path, pause);
      case 'scroll':
        return (pause) => this.addScroll(input.scroll, pause);
      case 'open':
        return (pause) => {
          const page = pageOf(input.page);
          if (page === undefined) this.missed++;
          else this.add({ kind: 'open', page }, pause);
        };
      case 'text': {
        const before = await this.focus();
        return async (pause) => this.addText(input.text, before, await this.focus(), pause);
      }
      case 'keys': {
        const before = await this.focus();
        return async (pause) => this.addKeys(input.keys, before, pause);
      }
    }
  }

  private get isFull(): boolean {
    // A wait and what comes after it are two steps.
    return this.steps.length + 2 > MAX_STEPS;
  }

  private add(step: ResolvedStep, pause: number, field?: string): void {
    if (this.isFull) this.missed++;
    else this.items.push({ step, pause, ...(field !== undefined && { field }) });
  }

  private replaceLast(step: ResolvedStep): void {
    const last = this.items.pop();
    if (last) this.items.push({ ...last, step });
  }

  private addClick(click: Click, element: ElementName | undefined, first: Click | undefined, pause: number): void {
    const last = this.items.at(-1)?.step;
    const isSecond = first && (last?.kind === 'click' || last?.kind === 'named') && isSameClick(last.click, first);
    if (isSecond) return this.replaceLast({ ...last, click: { ...click, clicks: 2 } });
    const isPress = click.clickType !== undefined && click.clickType !== 'click';
    const step: ResolvedStep =
      element && !isPress
        ? { kind: 'named', target: element, click, timeout: DEFAULT_TIMEOUT }
        : { kind: 'click', click };
    this.add(step, pause);
  }

  /** A click that no point of the display stands for. */
  private addNamed(target: ElementName | undefined, pause: number): void {
    if (!target || target.name === '') this.missed++;
    else this.add({ kind: 'named', target, click: {}, timeout: DEFAULT_TIMEOUT }, pause);
  }

  private addDrag(path: readonly Point[], pause: number): void {
    const [start, end] = [path[0], path.at(-1)];
    if (!start || !end) return;
    this.add({ kind: 'click', click: { ...start, clickType: 'down' } }, pause);
    this.add({ kind: 'click', click: { ...end, clickType: 'up' } }, 0);
  }

  private addScroll({ x, y, deltaY }: Scroll, pause: number): void {
    if (deltaY === 0) return void this.missed++;
    const by = deltaY * NOTCH;
    const last = this.items.at(-1)?.step;
    const isMore = last?.kind === 'scroll' && last.at && Math.hypot(last.at.x - x, last.at.y - y) <= MAX_JITTER;
    if (isMore) this.replaceLast({ ...last, by: last.by + by });
    else this.add({ kind: 'scroll', by, at: { x, y } }, pause);
  }

  private addText(text: string, before: Focus | undefined, after: Focus | undefined, pause: number): void {
    const field = before?.field;
    const later = after?.field;
    // The key before it may have moved the focus only now.
    if (later && later.id !== field?.id && this.isSecret(later)) return this.addSecret(after, pause);
    // What is not known to be no password is not written.
    if (!before || (field && this.isSecret(field))) return this.addSecret(before, pause);
    if (!field) for (const character of text) this.add({ kind: 'press', key: keyOf(character) }, pause);
    else {
      const [start, end] = field.selection ?? [field.text.length, field.text.length];
      const typed = field.text.slice(0, start) + text + field.text.slice(end);
      // A page may change what is typed, or may not have got it yet; and where it takes it away at once, that is a part of it.
      const isTold = later?.id === field.id && later.text !== field.text && later.text !== '';
      this.setText(before, field, isTold ? later.text : typed, text, pause);
    }
  }

  /** @param typed what is typed where the step cannot name the field. */
  private setText(focus: Focus, field: FocusedField, whole: string, typed: string, pause: number): void {
    const into = intoOf(focus);
    const last = this.items.at(-1);
    const before = last?.field === field.id && last.step.kind === 'type' ? last.step : undefined;
    if (into && whole.length <= MAX_TEXT) {
      if (before?.into) this.replaceLast({ ...before, text: whole });
      else this.add({ kind: 'type', text: whole, into, timeout: DEFAULT_TIMEOUT }, pause, field.id);
    } else if (before && !before.into && typeof before.text === 'string')
      this.replaceLast({ ...before, text: before.text + typed });
    else this.add({ kind: 'type', text: typed, into: undefined, timeout: DEFAULT_TIMEOUT }, pause, field.id);
  }

  private addSecret(focus: Focus | undefined, pause: number): void {
    const field = focus?.field;
    const id = field?.id ?? UNKNOWN;
    const text = { env: this.secrets.nameFor(id, field?.name) };
    const last = this.items.at(-1);
    if (last?.field === id && last.step.kind === 'type') return this.replaceLast({ ...last.step, text });
    this.add({ kind: 'type', text, into: focus && intoOf(focus), timeout: DEFAULT_TIMEOUT }, pause, id);
  }

  private async addKeys(keys: readonly string[], before: Focus | undefined, pause: number): Promise<void> {
    const field = before?.field;
    const isEditing = field !== undefined && keys.every((key) => EDITING.test(key));
    if (before && isEditing && this.isSecret(field)) {
      // What else is edited there is a part of what the variable has.
      if (keys.some((key) => PASTING.test(key))) this.addSecret(before, pause);
      return;
    }
    if (before && isEditing && intoOf(before)) {
      const later = (await this.focus())?.field;
      const isChanged = later?.id === field.id && later.text !== field.text;
      if (isChanged) return this.setText(before, field, later.text, '', pause);
      // It moves in what was typed: what is typed next tells where.
      if (this.items.at(-1)?.field === field.id) return;
    }
    for (const key of keys) this.add({ kind: 'press', key: keyName(key) }, pause);
  }

  private isSecret(field: FocusedField): boolean {
    // A page may show it later: it is one nevertheless.
    if (field.isSecret || isSecretName(field.name)) this.secrets.nameFor(field.id, field.name);
    return this.secrets.has(field.id);
  }

  /** @returns undefined if it is not known. */
  private async focus(): Promise<Focus | undefined> {
    return lookQuickly(this.access, this.session, async (open, front, limited) => {
      const page = front.popup ?? front.page;
      if (!page) throw new Error('no page is in front');
      const field = await inPageSession(open, page, limited, (targetSession) =>
        focusedField(open, { ...page, targetSession }, limited),
      );
      const target = field && targetOf(field);
      if (!target || this.items.at(-1)?.field === field.id) return { field, isOnly: true };
      const { elements } = await findElements(open, front, target, limited);
      return { field, isOnly: elements.length === 1 };
    });
  }
}

function addressInFront(
  open: DevToolsConnection,
  { page }: Front,
  limited: AbortSignal,
): ReturnType<typeof addressOf> | undefined {
  return page && addressOf(open, page, limited);
}

/** For what is typed where nobody knows. */
const UNKNOWN = '';

function intoOf({ field, isOnly }: Focus): ElementName | undefined {
  return field && isOnly ? targetOf(field) : undefined;
}

function targetOf(field: FocusedField): ElementName | undefined {
  return FIELDS.has(field.role) && field.name !== '' ? elementName(field) : undefined;
}

function isSameClick({ x = -1, y = -1, ...how }: Partial<Click>, first: Click): boolean {
  return formatClick({ x, y, ...how }) === formatClick(first);
}

/** The key as pages name it: `Enter` for the service's `Return`. */
function keyName(combination: string): string {
  return combination.replace(/[^+]+$/, (name) => {
    const { key = name } = keyWritten(name) ?? {};
    return key === ' ' || key === '+' ? name : key;
  });
}

function keyOf(character: string): string {
  return { ' ': 'space', '\n': 'Enter', '\t': 'Tab' }[character] ?? character;
}

/** An address as a step opens it, whatever the ID of the extension; undefined if no step can. */
function pageOf(address: string): string | undefined {
  const [, path] = /^chrome-extension:\/\/[a-p]{32}\/(.+)$/is.exec(address) ?? [];
  if (path !== undefined) return path;
  if (/^https?:/i.test(address)) return withoutLogin(address);
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? undefined : address;
}
