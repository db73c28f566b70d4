import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { localize, MAX_NAME, MAX_TITLE } from './localize';
import { showModal } from './show';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly label: PlainText;
  readonly description?: PlainText | undefined;
  readonly detail?: PlainText | undefined;
  readonly value: T;
}

/** A separator with a text, between choices. */
export type Heading = vscode.QuickPickItem & {
  readonly label: PlainText;
  readonly kind: vscode.QuickPickItemKind.Separator;
};

export function heading(label: PlainText): Heading {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/**
 * Lets the user choose one item. The first is preselected: it must change nothing that is lost.
 * @param token closes the list.
 * @throws Cancelled if nothing is chosen.
 */
export async function pick<T>(
  title: Message,
  placeHolder: Message,
  choices: readonly (Choice<T> | Heading)[],
  token?: vscode.CancellationToken,
): Promise<T> {
  const words = { title: localize(title, MAX_TITLE), placeHolder: localize(placeHolder, MAX_NAME) };
  const options = { ...words, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true };
  const chosen = await vscode.window.showQuickPick(choices, options, token);
  if (!chosen || !('value' in chosen)) throw new Cancelled();
  return chosen.value;
}

/**
 * Lets the user choose at least one item; those with `picked` are checked at first.
 * @throws Cancelled if none is chosen.
 */
export async function pickMany<T>(title: Message, placeHolder: Message, choices: readonly Choice<T>[]): Promise<T[]> {
  const chosen = await pickSeveral(title, placeHolder, choices);
  if (chosen.length === 0) throw new Cancelled();
  return chosen;
}

/**
 * Lets the user choose any number of items, also none.
 * @throws Cancelled if the list is closed.
 */
export async function pickSeveral<T>(
  title: Message,
  placeHolder: Message,
  choices: readonly Choice<T>[],
): Promise<T[]> {
  const chosen = await vscode.window.showQuickPick(choices, {
    title: localize(title, MAX_TITLE),
    placeHolder: localize(placeHolder, MAX_NAME),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!chosen) throw new Cancelled();
  return chosen.map(({ value }) => value);
}

export interface ModalQuestion<Button extends Message> {
  readonly paragraphs?: readonly (Message | undefined)[];
  /** The first button, which Enter presses and which does nothing. */
  readonly dont?: Message | undefined;
  readonly buttons: readonly [Button, ...Button[]];
}

/**
 * A modal dialog with a choice of what will happen.
 * @returns the button that was pressed.
 * @throws Cancelled if it was none of them.
 */
export async function confirmOne<Button extends Message>(
  question: Message,
  { paragraphs = [], dont, buttons }: ModalQuestion<Button>,
): Promise<Button> {
  const shown = paragraphs.filter((paragraph) => paragraph !== undefined);
  const pressed = await showModal<Button | Message>(question, shown, [...(dont ? [dont] : []), ...buttons]);
  const chosen = buttons.find((button) => button === pressed);
  if (!chosen) throw new Cancelled();
  return chosen;
}

/** A question within a list that is closed leads back to the list. */
export async function undefinedIfCancelled<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });
}
