import * as vscode from 'vscode';
import { Cancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { firstSentence } from '../../core/plain-text';
import { localize, MAX_NAME, MAX_TITLE, MAX_WORDS, withIcon } from './localize';
import type { Choice } from './pick';

/** The rows that a text finds. */
export interface SearchRows<T> {
  readonly choices: readonly Choice<T>[];
  /** A last row that cannot be chosen: why there are no others, or not all of them. */
  readonly note?: Message | undefined;
}

export interface SearchQuestion<T> {
  readonly title: Message;
  readonly placeholder: Message;
  /** What is found without asking anybody, also by an empty text. */
  readonly known: (text: string) => SearchRows<T>;
  /** Asks for all that a text finds. It does not fail. */
  readonly ask: (text: string, signal: AbortSignal) => Promise<SearchRows<T>>;
}

interface Row<T> extends vscode.QuickPickItem {
  readonly choice?: Choice<T>;
}

/**
 * Lets the user choose one of the items that a typed text finds. What is known is shown at once, the rest when it has
 * been asked for.
 * @throws Cancelled if the user closes the box.
 */
export async function pickFound<T>(question: SearchQuestion<T>): Promise<T> {
  const box = vscode.window.createQuickPick<Row<T>>();
  const closed = new AbortController();
  Object.assign(box, {
    title: localize(question.title, MAX_TITLE),
    placeholder: localize(question.placeholder, MAX_NAME),
    ignoreFocusOut: true,
  });
  const search = new Search(question, box, closed.signal);
  try {
    return await new Promise((resolve, reject) => {
      box.onDidChangeValue((text) => search.follow(text));
      box.onDidAccept(() => {
        const [chosen] = box.selectedItems;
        if (chosen?.choice) resolve(chosen.choice.value);
      });
      box.onDidHide(() => reject(new Cancelled()));
      search.follow('');
      box.show();
    });
  } finally {
    closed.abort();
    box.dispose();
  }
}

/** Asks for one text at a time: meanwhile only the newest one waits, however fast somebody types. */
class Search<T> {
  private text = '';
  private isAsking = false;

  constructor(
    private readonly question: SearchQuestion<T>,
    private readonly box: vscode.QuickPick<Row<T>>,
    private readonly closed: AbortSignal,
  ) {}

  follow(text: string): void {
    this.text = text.trim();
    this.show(this.question.known(this.text), this.text !== '');
    if (!this.isAsking) void this.ask();
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    for (let asked = ''; this.text !== '' && this.text !== asked && !this.closed.aborted;) {
      asked = this.text;
      const found = await this.question.ask(asked, this.closed);
      // The answer to an older text would hide what the newer one has found.
      if (this.text === asked && !this.closed.aborted) this.show(found, false);
    }
    this.isAsking = false;
  }

  private show({ choices, note }: SearchRows<T>, isBusy: boolean): void {
    this.box.busy = isBusy;
    // What is missing is said when it is certain.
    this.box.items = [...choices.map(rowOf), ...(note && !isBusy ? [noteOf(note)] : [])];
  }
}

/** Always shown: the editor would look for the text in the label alone, and in its own way. */
function rowOf<T>(choice: Choice<T>): Row<T> {
  const { label, description, detail } = choice;
  return { label, ...(description && { description }), ...(detail && { detail }), alwaysShow: true, choice };
}

function noteOf(note: Message): vscode.QuickPickItem {
  const [first, rest] = firstSentence(localize(note, MAX_WORDS));
  return { label: withIcon('info', first), ...(rest && { detail: rest }), alwaysShow: true };
}
