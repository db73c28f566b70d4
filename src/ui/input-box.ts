import * as vscode from 'vscode';
import { Cancelled } from '../core/errors';
import type { Message } from '../core/message';
import { say } from './say';

export interface Question {
  readonly title: string;
  /** Stands below the box while nothing is typed. */
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** Where there are several questions: which one this is. */
  readonly step?: { readonly step: number; readonly of: number };
  /** Hides what is typed. */
  readonly password?: boolean;
  /** Why the text cannot be taken, or undefined. */
  readonly check: (text: string) => Message | undefined;
  /** What a good text means; shown while it is typed. */
  readonly preview?: (text: string) => Message | undefined;
}

/** Asks for one line of text, checked while it is typed. Throws Cancelled when the person leaves the box. */
export async function ask(question: Question): Promise<string> {
  const { title, prompt, placeholder, value = '', password = false } = question;
  const box = vscode.window.createInputBox();
  Object.assign(box, { title, prompt, placeholder, value, password, step: question.step?.step, totalSteps: question.step?.of, ignoreFocusOut: true });
  // An empty box at the start is no mistake yet.
  if (value) box.validationMessage = judge(question, value);
  const listeners = [box.onDidChangeValue((text) => (box.validationMessage = text === '' ? undefined : judge(question, text)))];
  try {
    return await new Promise<string>((resolve, reject) => {
      listeners.push(
        box.onDidAccept(() => {
          if (question.check(box.value)) box.validationMessage = judge(question, box.value);
          else resolve(box.value);
        }),
        box.onDidHide(() => reject(new Cancelled())),
      );
      box.show();
    });
  } finally {
    for (const listener of listeners) listener.dispose();
    box.dispose();
  }
}

function judge({ check, preview }: Question, text: string): vscode.InputBoxValidationMessage | undefined {
  const problem = check(text);
  if (problem) return { message: say(problem), severity: vscode.InputBoxValidationSeverity.Error };
  const meaning = preview?.(text);
  return meaning && { message: say(meaning), severity: vscode.InputBoxValidationSeverity.Info };
}
