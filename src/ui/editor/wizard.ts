import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { localize, MAX_NAME, MAX_TITLE } from './localize';
import { manualButton, onManualButton, type ManualPage } from './manual';
import { undefinedIfCancelled, type Choice, type Heading } from './pick';

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

/** A row of a form: one that ends it, one that asks for something, or one that is turned on or off. */
export type FormRow<T> = Pick<Choice<T>, 'label' | 'description' | 'detail'> &
  (
    | { readonly value: T }
    /** The list is closed meanwhile, and opens again with its first row preselected. */
    | { readonly ask: () => Promise<void> }
    /** Its row stays preselected. */
    | { readonly toggle: () => void }
  ) & {
    /** A button at its end; the list stays open. */
    readonly button?: { readonly icon: string; readonly tooltip: PlainText; readonly run: () => void };
  };

interface Form<T> {
  readonly title: Message;
  readonly placeHolder: Message;
  /** The page of the manual that a button in the title leads to. */
  readonly manual?: ManualPage;
  /** Read again whenever the list opens. The first row is preselected. */
  readonly rows: () => readonly (FormRow<T> | Heading)[];
}

/**
 * Several questions in one list, each answered already: whoever has nothing to change presses Enter.
 * @throws Cancelled if the user closes the list.
 */
export async function pickInForm<T>(form: Form<T>): Promise<T> {
  for (let at = 0; ;) {
    const rows = form.rows();
    const chosen = await pickRow(form, rows, at);
    if ('value' in chosen) return chosen.value;
    if ('toggle' in chosen) chosen.toggle();
    else await undefinedIfCancelled(chosen.ask());
    at = 'toggle' in chosen ? rows.indexOf(chosen) : 0;
  }
}

interface RowItem<T> extends vscode.QuickPickItem {
  readonly row?: FormRow<T>;
}

async function pickRow<T>(
  { title, placeHolder, manual }: Form<T>,
  rows: readonly (FormRow<T> | Heading)[],
  at: number,
): Promise<FormRow<T>> {
  const box = vscode.window.createQuickPick<RowItem<T>>();
  const items = rows.map(itemOf);
  Object.assign(box, {
    title: localize(title, MAX_TITLE),
    placeholder: localize(placeHolder, MAX_NAME),
    items,
    activeItems: items.slice(at, at + 1),
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ...(manual && { buttons: [manualButton()] }),
  });
  if (manual) onManualButton(box, manual);
  try {
    return await new Promise((resolve, reject) => {
      box.onDidAccept(() => {
        const row = box.selectedItems[0]?.row;
        if (row) resolve(row);
      });
      box.onDidTriggerItemButton(({ item }) => item.row?.button?.run());
      box.onDidHide(() => reject(new Cancelled()));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

function itemOf<T>(row: FormRow<T> | Heading): RowItem<T> {
  if ('kind' in row) return row;
  const { label, description, detail, button } = row;
  return {
    label,
    ...(description && { description }),
    ...(detail && { detail }),
    ...(button && { buttons: [{ iconPath: new vscode.ThemeIcon(button.icon), tooltip: button.tooltip }] }),
    row,
  };
}
