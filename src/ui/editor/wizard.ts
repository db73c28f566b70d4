import * as vscode from 'vscode';

/** The position of a question among several, and whether Back leads to the previous one. */
export interface Step {
  readonly step?: { readonly step: number; readonly of: number };
  readonly back?: boolean;
}

/** The user pressed Back. */
export class WentBack extends Error {
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
