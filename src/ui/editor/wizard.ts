import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { localize, MAX_NAME, MAX_TITLE } from './localize';
import type { Choice } from './pick';

/** The position of a question among several, and whether Back leads to the previous one. */
export interface Step {
  readonly step?: { readonly step: number; readonly of: number };
  readonly back?: boolean;
}

/** The user pressed Back. */
class WentBack extends Error {
  override readonly name = 'WentBack';
}

/** The title options of an input box that is one of several. */
export function titleOfStep({ step, back }: Step): {
  step: number | undefined;
  totalSteps: number | undefined;
  buttons: readonly vscode.QuickInputButton[];
} {
  return { step: step?.step, totalSteps: step?.of, buttons: back ? [vscode.QuickInputButtons.Back] : [] };
}

export function onBack(
  box: { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> },
  reject: (why: Error) => void,
): vscode.Disposable {
  return box.onDidTriggerButton((button) => button === vscode.QuickInputButtons.Back && reject(new WentBack()));
}

/**
 * Asks one question after another; each receives the previous answers. Back returns to the previous question; from the
 * first one it throws WentBack.
 */
export async function runWizard<Answers>(
  [first, ...others]: readonly ((answers: Answers) => Promise<Answers>)[],
  begin: Answers,
): Promise<Answers> {
  if (!first) return begin;
  for (let answers = begin; ;) {
    answers = await first(answers);
    try {
      return await runWizard(others, answers);
    } catch (error) {
      if (!(error instanceof WentBack)) throw error;
    }
  }
}

interface StepPick<T> extends Step {
  readonly title: Message;
  readonly placeHolder: Message;
  readonly choices: readonly Choice<T>[];
  /** Whether any number can be chosen, also none; otherwise the first is preselected. */
  readonly several?: boolean;
}

/**
 * A list of choices that is one of several questions.
 * @returns what was chosen.
 * @throws Cancelled if the user closes the list, WentBack if they press Back.
 */
export async function pickInWizard<T>(question: StepPick<T>): Promise<readonly T[]> {
  const { title, placeHolder, choices, several = false } = question;
  const box = vscode.window.createQuickPick<Choice<T>>();
  Object.assign(box, {
    title: localize(title, MAX_TITLE),
    placeholder: localize(placeHolder, MAX_NAME),
    items: choices,
    canSelectMany: several,
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ...titleOfStep(question),
  });
  const listeners: vscode.Disposable[] = [];
  try {
    return await new Promise((resolve, reject) => {
      listeners.push(
        onBack(box, reject),
        box.onDidAccept(() => resolve(box.selectedItems.map(({ value }) => value))),
        box.onDidHide(() => reject(new Cancelled())),
      );
      box.show();
    });
  } finally {
    for (const listener of listeners) listener.dispose();
    box.dispose();
  }
}
