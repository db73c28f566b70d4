import * as vscode from 'vscode';
import { Cancelled } from '../core/errors';
import type { Connection } from './connection';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** A line between choices, with a text of its own. */
export type Heading = vscode.QuickPickItem & { readonly kind: vscode.QuickPickItemKind.Separator };

/** Lets the person choose one. Throws Cancelled when nothing is chosen. */
export async function pick<T>(title: string, placeHolder: string, choices: readonly (Choice<T> | Heading)[]): Promise<T> {
  const chosen = await vscode.window.showQuickPick(choices, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true });
  if (!chosen || !('value' in chosen)) throw new Cancelled();
  return chosen.value;
}

/** A modal that names what will happen. Throws Cancelled unless the one button is pressed. */
export async function confirm(question: string, detail: string, button: string): Promise<void> {
  const pressed = await vscode.window.showWarningMessage(question, { modal: true, detail }, button);
  if (pressed !== button) throw new Cancelled();
}

/** The same for what cannot be undone at the service: it says where it will happen, and warns of production. */
export async function confirmAt({ name, address, settings }: Connection, question: string, detail: string, button: string): Promise<void> {
  const where = settings.production ? vscode.l10n.t('PRODUCTION connection: {0}, {1}', name, address ?? '') : vscode.l10n.t('Connection: {0}, {1}', name, address ?? '');
  await confirm(question, `${where}\n\n${detail}`, button);
}
