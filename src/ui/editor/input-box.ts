import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { localize, MAX_NAME, MAX_TITLE } from './localize';
import { manualButton, onManualButton, type ManualPage } from './manual';
import { showValidation, type Button } from './show';
import { onBack, titleOfStep, type Step } from './wizard';

export interface Question extends Step {
  readonly title: Message;
  /** Shown below the box while the user has entered nothing. */
  readonly prompt: Message;
  readonly placeholder?: Message;
  readonly value?: string;
  /** The page of the manual that a button in the title leads to. */
  readonly manual?: ManualPage;
  /** A button in the title, with its icon, for somebody who does something else instead: it closes the box. */
  readonly instead?: Button & { readonly icon: string };
  /** Hides the text. */
  readonly password?: boolean;
  /** Whether a text is hidden, as soon as it is one that has a secret. */
  readonly hides?: (text: string) => boolean;
  /** Why the text is not accepted, or undefined. */
  readonly check: (text: string) => Message | undefined;
  /** Whether the text is only begun: until Enter, what it lacks is shown as advice, not as an error. */
  readonly isUnfinished?: (text: string) => boolean;
  /** What a valid text means; shown while the user is typing. */
  readonly preview?: (text: string) => Message | undefined;
  /** A slower check of a valid text after the user has accepted it; `shows` says what is being waited for. */
  readonly verify?: {
    readonly shows: Message;
    readonly work: (text: string, signal: AbortSignal) => Promise<Doubt | undefined>;
  };
}

/** An objection to a text. Unless it is final, the user can accept the same text again to use it anyway. */
export interface Doubt {
  readonly text: Message;
  readonly final: boolean;
}

/**
 * Asks for one line of text, which is checked while it is typed.
 * @throws Cancelled if the user closes the box, WentBack if they press Back.
 */
export async function ask(question: Question): Promise<string> {
  const box = vscode.window.createInputBox();
  const { value = '', password = false, manual, instead } = question;
  Object.assign(box, { ...wordsOf(question), value, password, ignoreFocusOut: true, ...titleOfStep(question) });
  if (manual) box.buttons = [...box.buttons, manualButton()];
  const insteadButton = instead && { iconPath: new vscode.ThemeIcon(instead.icon), tooltip: localize(instead.label) };
  if (insteadButton) box.buttons = [...box.buttons, insteadButton];
  // An empty box is not shown as an error at the start.
  if (value) judge(box, question, value);
  const closed = new AbortController();
  const listeners = [
    box.onDidChangeValue((text) => {
      box.password = password || question.hides?.(text) === true;
      if (text === '') showValidation(box, undefined);
      else judge(box, question, text);
    }),
    ...(manual ? [onManualButton(box, manual)] : []),
  ];
  try {
    return await new Promise<string>((resolve, reject) => {
      let doubted: string | undefined;
      const accept = (text: string): void => {
        if (question.check(text)) judge(box, question, text, true);
        // Resolve immediately: the box may be hidden at the same moment, which must not undo the accepted text.
        else if (!question.verify || doubted === text) resolve(text);
        else if (!box.busy) {
          const keep = (doubt: Doubt | undefined): void => {
            if (!doubt) resolve(text);
            else doubted = doubt.final ? undefined : text;
          };
          void verified(box, question.verify.shows, question.verify.work(text, closed.signal)).then(keep, reject);
        }
      };
      listeners.push(
        onBack(box, reject),
        box.onDidTriggerButton((button) => {
          if (button !== insteadButton) return;
          reject(new Cancelled());
          void instead?.run();
        }),
        box.onDidAccept(() => accept(box.value)),
        box.onDidHide(() => reject(new Cancelled())),
      );
      box.show();
    });
  } finally {
    closed.abort();
    for (const listener of listeners) listener.dispose();
    box.dispose();
  }
}

/** Shows that the text is being checked, and then the objection to it. */
async function verified(
  box: vscode.InputBox,
  shows: Message,
  work: Promise<Doubt | undefined>,
): Promise<Doubt | undefined> {
  showValidation(box, shows, 'Info');
  box.busy = true;
  box.enabled = false;
  const doubt = await work.finally(() => Object.assign(box, { busy: false, enabled: true }));
  showValidation(box, doubt?.text, doubt?.final === false ? 'Warning' : 'Error');
  return doubt;
}

function wordsOf({ title, prompt, placeholder }: Question): Pick<vscode.InputBox, 'title' | 'prompt' | 'placeholder'> {
  return {
    title: localize(title, MAX_TITLE),
    prompt: localize(prompt, MAX_NAME),
    placeholder: placeholder && localize(placeholder, MAX_NAME),
  };
}

/** Shows what is wrong with a text, or what it means. */
function judge(box: vscode.InputBox, { check, preview, isUnfinished }: Question, text: string, isFinal = false): void {
  const problem = check(text);
  if (problem) showValidation(box, problem, !isFinal && isUnfinished?.(text) ? 'Info' : 'Error');
  else showValidation(box, preview?.(text), 'Info');
}
