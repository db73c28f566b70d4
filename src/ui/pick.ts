import * as vscode from 'vscode';
import { Cancelled } from '../core/errors';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Lets the person choose one. Throws Cancelled when nothing is chosen. */
export async function pick<T>(title: string, placeHolder: string, choices: readonly Choice<T>[]): Promise<T> {
  const chosen = await vscode.window.showQuickPick(choices, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true });
  if (!chosen) throw new Cancelled();
  return chosen.value;
}

/** A modal that names what will happen. Throws Cancelled unless the one button is pressed. */
export async function confirm(question: string, detail: string, button: string): Promise<void> {
  const pressed = await vscode.window.showWarningMessage(question, { modal: true, detail }, button);
  if (pressed !== button) throw new Cancelled();
}
