import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { localize, MAX_NAME, MAX_TITLE } from './localize';
import { showValidation } from './show';
import { onBack, titleOfStep, type Step } from './wizard';

export interface Question extends Step {
  readonly title: Message;
  /** Stands below the box while nothing is typed. */
  readonly prompt: Message;
  readonly placeholder?: Message;
  readonly value?: string;
  /** Hides what is typed. */
  readonly password?: boolean;
  /** Why the text cannot be taken, or undefined. */
  readonly check: (text: string) => Message | undefined;
  /** What a good text means; shown while it is typed. */
  readonly preview?: (text: string) => Message | undefined;
  /** Looks longer at a good text, once it is accepted, and says what is being waited for. */
  readonly verify?: {
    readonly shows: Message;
    readonly work: (text: string, signal: AbortSignal) => Promise<Doubt | undefined>;
  };
}

/** What speaks against a text. Unless it is final, accepting the same text once more takes it. */
export interface Doubt {
  readonly text: Message;
  readonly final: boolean;
}

/**
 * Asks for one line of text, checked while it is typed.
 * @throws Cancelled when the person leaves the box, WentBack when they press Back.
 */
export async function ask(question: Question): Promise<string> {
  const box = vscode.window.createInputBox();
  const { value = '', password = false } = question;
  Object.assign(box, { ...wordsOf(question), value, password, ignoreFocusOut: true, ...titleOfStep(question) });
  // An empty box at the start is no mistake yet.
  if (value) judge(box, question, value);
  const closed = new AbortController();
  const listeners = [
    box.onDidChangeValue((text) => (text === '' ? showValidation(box, undefined) : judge(box, question, text))),
  ];
  try {
    return await new Promise<string>((resolve, reject) => {
      let doubted: string | undefined;
      const accept = (text: string): void => {
        if (question.check(text)) judge(box, question, text);
        // At once: what hides the box may follow in the same moment, and must not undo what was accepted.
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

/** Shows that the text is being looked at, and then what speaks against it. */
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
function judge(box: vscode.InputBox, { check, preview }: Question, text: string): void {
  const problem = check(text);
  if (problem) showValidation(box, problem);
  else showValidation(box, preview?.(text), 'Info');
}
