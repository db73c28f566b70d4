import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { firstSentence, type PlainText } from '../../core/plain-text';
import { localize, MAX_NAME, MAX_TITLE, MAX_WORDS, withIcon } from './localize';
import { undefinedIfCancelled, type Choice, type Heading } from './pick';

/** A button on a row of the list. */
export interface RowButton {
  readonly icon: string;
  readonly tooltip: PlainText;
  /**
   * Runs while the box is closed; then it opens again.
   * @returns the text that the box then has, if any.
   */
  readonly run: () => Promise<string | undefined>;
}

export interface TypedChoice<T> extends Choice<T> {
  readonly actions?: readonly RowButton[];
}

export interface TypedQuestion<T> {
  readonly title: Message;
  readonly placeholder: Message;
  /** The text that the box begins with. */
  readonly value?: string;
  /** The icon of the row that shows what the typed text means. */
  readonly icon: string;
  /** What a typed text means, or why it means nothing. */
  readonly read: (text: string) => { readonly value: T; readonly means: Message } | { readonly problem: Message };
  /** Asked for again each time the box opens. */
  readonly choices: () => Promise<readonly (TypedChoice<T> | Heading)[]>;
}

/**
 * Lets the user choose from a list, or type what is not in it. While the text means something, the list has one row
 * that says so; else it has the choices that match, or what is wrong with the text.
 * @throws Cancelled if the user closes the box.
 */
export async function pickOrType<T>(question: TypedQuestion<T>): Promise<T> {
  for (let text = question.value ?? ''; ;) {
    const answer = await askOnce(question, text, await question.choices());
    if (!(answer instanceof Pressed)) return answer.value;
    text = (await undefinedIfCancelled(answer.button.run())) ?? '';
  }
}

/** The user pressed the button of a row. */
class Pressed {
  constructor(readonly button: RowButton) {}
}

interface Row<T> extends vscode.QuickPickItem {
  readonly choice?: TypedChoice<T>;
}

async function askOnce<T>(
  question: TypedQuestion<T>,
  text: string,
  choices: readonly (TypedChoice<T> | Heading)[],
): Promise<{ readonly value: T } | Pressed> {
  const box = vscode.window.createQuickPick<Row<T>>();
  const rows = choices.map(rowOf);
  const show = (typed: string): void => {
    box.items = rowsFor(question, typed, rows);
  };
  Object.assign(box, {
    title: localize(question.title, MAX_TITLE),
    placeholder: localize(question.placeholder, MAX_NAME),
    ignoreFocusOut: true,
    matchOnDescription: true,
    value: text,
  });
  show(text);
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue(show);
      box.onDidAccept(() => {
        // The text counts first: the list may not follow it yet.
        const typed = question.read(box.value);
        const [chosen] = box.selectedItems;
        if ('value' in typed) resolve(typed);
        else if (chosen?.choice) resolve(chosen.choice);
      });
      box.onDidTriggerItemButton(({ item, button }) => {
        const at = item.buttons?.indexOf(button) ?? -1;
        const pressed = item.choice?.actions?.[at];
        if (pressed) resolve(new Pressed(pressed));
      });
      box.onDidHide(() => reject(new Cancelled()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function rowOf<T>(choice: TypedChoice<T> | Heading): Row<T> {
  if (!('value' in choice)) return choice;
  const { label, description, detail, actions = [] } = choice;
  const buttons = actions.map(({ icon, tooltip }) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip }));
  return { label, ...(description && { description }), ...(detail && { detail }), buttons, choice };
}

function rowsFor<T>({ read, icon }: TypedQuestion<T>, typed: string, rows: readonly Row<T>[]): readonly Row<T>[] {
  if (typed.trim() === '') return rows;
  const meaning = read(typed);
  if ('value' in meaning) return [{ label: withIcon(icon, localize(meaning.means, MAX_WORDS)), alwaysShow: true }];
  // Who searches by name is not told that a name is no text of this kind.
  if (rows.some((row) => matches(row, typed))) return rows;
  // Last: a choice that the editor still finds is what Enter takes.
  const [first, rest] = firstSentence(localize(meaning.problem, MAX_WORDS));
  const problem = { label: withIcon('info', first), ...(rest && { detail: rest }), alwaysShow: true };
  return [...rows, { label: '', kind: vscode.QuickPickItemKind.Separator }, problem];
}

function matches({ kind, label, description = '' }: vscode.QuickPickItem, typed: string): boolean {
  if (kind === vscode.QuickPickItemKind.Separator) return false;
  return [label, description].some((text) => text.toLowerCase().includes(typed.trim().toLowerCase()));
}
