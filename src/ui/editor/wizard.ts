import * as vscode from 'vscode';

/** Where there are several questions: which one this is, and whether Back leads to the one before. */
export interface Step {
  readonly step?: { readonly step: number; readonly of: number };
  readonly back?: boolean;
}

/** The person pressed Back. */
export class WentBack extends Error {
  override readonly name = 'WentBack';
}

/** What a question of several shows in its title. */
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
 * Asks one question after the other; each is given what was answered before. Back asks the one before again; from the
 * first, it throws WentBack.
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
