import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { localize, MAX_NAME, MAX_TITLE } from './localize';
import type { Choice } from './pick';
import { onBack, titleOfStep, type Step } from './wizard';

export interface StepPick<T> extends Step {
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
