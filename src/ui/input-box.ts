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
      const accept = accepting(box, question, closed.signal);
      listeners.push(
        onBack(box, reject),
        box.onDidAccept(() => void accept().then((text) => text !== undefined && resolve(text), reject)),
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

/** What Enter does. @returns the text, or undefined where the box stays. */
function accepting(box: vscode.InputBox, question: Question, signal: AbortSignal): () => Promise<string | undefined> {
  let doubted: string | undefined;
  return async () => {
    const text = box.value;
    if (question.check(text)) box.validationMessage = judge(question, text);
    else if (box.busy) return undefined;
    else if (!question.verify || doubted === text) return text;
    else {
      const doubt = await whileBusy(box, question.verify(text, signal));
      if (!doubt) return text;
      doubted = doubt.final ? undefined : text;
      box.validationMessage = { message: say(doubt.text), severity: doubt.final ? vscode.InputBoxValidationSeverity.Error : vscode.InputBoxValidationSeverity.Warning };
    }
    return undefined;
  };
}

async function whileBusy<T>(box: vscode.InputBox, work: Promise<T>): Promise<T> {
  box.busy = true;
  box.enabled = false;
  try {
    return await work;
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}

function judge({ check, preview }: Question, text: string): vscode.InputBoxValidationMessage | undefined {
  const problem = check(text);
  if (problem) return { message: say(problem), severity: vscode.InputBoxValidationSeverity.Error };
  const meaning = preview?.(text);
  return meaning && { message: say(meaning), severity: vscode.InputBoxValidationSeverity.Info };
}
