import * as vscode from 'vscode';
import { Cancelled } from '../core/errors';
import type { Message } from '../core/message';
import { say } from './say';
import { onBack, titleOfStep, type Step } from './wizard';

export interface Question extends Step {
  readonly title: string;
  /** Stands below the box while nothing is typed. */
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** Hides what is typed. */
  readonly password?: boolean;
  /** Why the text cannot be taken, or undefined. */
  readonly check: (text: string) => Message | undefined;
  /** What a good text means; shown while it is typed. */
  readonly preview?: (text: string) => Message | undefined;
  /** Looks longer at a good text, once it is accepted. */
  readonly verify?: (text: string, signal: AbortSignal) => Promise<Doubt | undefined>;
}

/** What speaks against a text. Unless it is final, accepting the same text once more takes it. */
export interface Doubt {
  readonly text: Message;
  readonly final: boolean;
}

/** Asks for one line of text, checked while it is typed. Throws Cancelled when the person leaves the box, WentBack when they press Back. */
export async function ask(question: Question): Promise<string> {
  const box = vscode.window.createInputBox();
  const { title, prompt, placeholder, value = '', password = false } = question;
  Object.assign(box, { title, prompt, placeholder, value, password, ignoreFocusOut: true, ...titleOfStep(question) });
  // An empty box at the start is no mistake yet.
  if (value) box.validationMessage = judge(question, value);
  const closed = new AbortController();
  const listeners = [box.onDidChangeValue((text) => (box.validationMessage = text === '' ? undefined : judge(question, text)))];
  try {
    return await new Promise<string>((resolve, reject) => {
      let doubted: string | undefined;
      const accept = (text: string): void => {
        if (question.check(text)) box.validationMessage = judge(question, text);
        // At once: what hides the box may follow in the same moment, and must not undo what was accepted.
        else if (!question.verify || doubted === text) resolve(text);
        else if (!box.busy) {
          const keep = (doubt: Doubt | undefined): void => {
            if (!doubt) resolve(text);
            else doubted = doubt.final ? undefined : text;
          };
          void verified(box, question.verify(text, closed.signal)).then(keep, reject);
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
async function verified(box: vscode.InputBox, work: Promise<Doubt | undefined>): Promise<Doubt | undefined> {
  box.busy = true;
  box.enabled = false;
  const doubt = await work.finally(() => Object.assign(box, { busy: false, enabled: true }));
  if (doubt) box.validationMessage = { message: say(doubt.text), severity: doubt.final ? vscode.InputBoxValidationSeverity.Error : vscode.InputBoxValidationSeverity.Warning };
  return doubt;
}

function judge({ check, preview }: Question, text: string): vscode.InputBoxValidationMessage | undefined {
  const problem = check(text);
  if (problem) return { message: say(problem), severity: vscode.InputBoxValidationSeverity.Error };
  const meaning = preview?.(text);
  return meaning && { message: say(meaning), severity: vscode.InputBoxValidationSeverity.Info };
}
