import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { Message } from '../../core/message';
import { cutPlain, joinPlain, type PlainText } from '../../core/plain-text';
import { commandId, type CommandName } from './contributed';
import type { Tooltip } from './linked-tooltip';
import {
  localize,
  MAX_DETAIL,
  MAX_NAME,
  MAX_NAME_IN_NOTICE,
  MAX_NOTIFICATION,
  MAX_STATUS,
  MAX_TITLE,
  t,
} from './localize';

/**
 * The only way to notifications, modals, progress, validation and status messages. VS Code renders links and icons in
 * these texts, and a link may run a command. So only sentences with our own templates are accepted; text from outside
 * is an argument.
 */

export interface Button {
  readonly label: Message;
  readonly run: () => Thenable<unknown>;
}

/** A button that runs a command of ours. */
export function commandButton(label: Message, name: CommandName, argument?: object): Button {
  return { label, run: () => vscode.commands.executeCommand(commandId(name), argument) };
}

/** Settles when the notification is closed and the action of its button is done. */
export async function showInformation(text: Message, ...buttons: readonly Button[]): Promise<void> {
  await offer(buttons, (...labels) => vscode.window.showInformationMessage(notification(text), ...labels));
}

export async function showWarning(text: Message, ...buttons: readonly Button[]): Promise<void> {
  await offer(buttons, (...labels) => vscode.window.showWarningMessage(notification(text), ...labels));
}

export async function showError(text: Message, ...buttons: readonly Button[]): Promise<void> {
  await offer(buttons, (...labels) => vscode.window.showErrorMessage(notification(text), ...labels));
}

type Show = (...labels: string[]) => Thenable<string | undefined>;

/** Maximum characters of a text from outside in a notification: the log has all of it. */
const MAX_WORDS_IN_NOTICE = 150;

/** Milliseconds for which the editor shows a progress notification at least, also if the work has ended before. */
const MIN_PROGRESS = 800;
/** When the newest progress can have disappeared, as `performance.now()` counts. */
let progressGoneAt = 0;

async function offer(buttons: readonly Button[], show: Show): Promise<void> {
  const byLabel = new Map<string, Button>(buttons.map((button) => [localize(button.label), button]));
  // A result beside its own progress would read as if the work went on.
  const left = progressGoneAt - performance.now();
  if (left > 0) await delay(left);
  const pressed = await show(...byLabel.keys());
  if (pressed !== undefined) await byLabel.get(pressed)?.run();
}

function notification(text: Message): string {
  return cutPlain(localize(text, MAX_WORDS_IN_NOTICE, MAX_NAME_IN_NOTICE), MAX_NOTIFICATION);
}

/**
 * A modal with buttons besides Cancel, the first one preselected.
 * @returns the button that was pressed; undefined for Cancel.
 */
export async function showModal<Choice extends Message>(
  question: Message,
  paragraphs: readonly Message[],
  buttons: readonly Choice[],
): Promise<Choice | undefined> {
  const detail = cutPlain(
    joinPlain(
      '\n\n',
      paragraphs.map((paragraph) => localize(paragraph)),
    ),
    MAX_DETAIL,
  );
  const labels = new Map(buttons.map((button) => [String(localize(button)), button]));
  const options = { modal: true, detail };
  const pressed = await vscode.window.showWarningMessage(localize(question, MAX_NAME), options, ...labels.keys());
  return pressed === undefined ? undefined : labels.get(pressed);
}

/** Shows the progress of work; `increment` is in percent. */
export type ShowProgress = (text: Message, increment: number) => void;

/** Runs work under a notification with a Cancel button. */
export function showProgress<T>(
  title: Message,
  work: (show: ShowProgress, token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: localize(title, MAX_TITLE),
    cancellable: true,
  };
  progressGoneAt = performance.now() + MIN_PROGRESS;
  return vscode.window.withProgress(options, (progress, token) =>
    work((text, increment) => progress.report({ message: notification(text), increment }), token),
  );
}

/** Shows a text in the status bar until the work is settled. */
export function showInStatusBar(title: Message, work: Promise<unknown>): void {
  const options = { location: vscode.ProgressLocation.Window, title: localize(title, MAX_STATUS) };
  void vscode.window.withProgress(options, () => Promise.allSettled([work]));
}

/** What the status bar shows of what runs. */
export interface RunningStatus {
  /** What a short message takes the place of. */
  readonly text: PlainText;
  /** What is shown before it, as long as it lasts: an icon of what must be seen at any time. */
  readonly mark: PlainText | undefined;
  readonly tooltip: Tooltip;
  readonly spoken: PlainText;
  readonly command: string;
  readonly backgroundColor: vscode.ThemeColor | undefined;
}

/** Milliseconds: long enough to read. */
const SHOWN_FOR = 5000;
/** Lower than 0, which the editor gives an item without a priority. */
const BEHIND = -1;

/**
 * The item of the status bar for what runs, and for short messages, where a notification would disturb: a message takes
 * the place of what runs for some seconds, and disappears when the next operation starts.
 */
export class StatusMessages {
  /** Behind the connection, which stays in its place. */
  private readonly item = vscode.window.createStatusBarItem(
    'browserSessions.running',
    vscode.StatusBarAlignment.Left,
    BEHIND,
  );
  private timer: NodeJS.Timeout | undefined;
  private said: { readonly text: PlainText; readonly details: PlainText | undefined } | undefined;
  private running: RunningStatus | undefined;

  constructor() {
    this.item.name = t('Browser Sessions: Running');
  }

  /** @param details the same with more room, for the tooltip. */
  show(text: Message, details?: Message): void {
    clearTimeout(this.timer);
    this.said = { text: localize(text, MAX_STATUS), details: details && localize(details) };
    this.draw();
    this.timer = setTimeout(() => this.end(), SHOWN_FOR).unref();
  }

  /** Removes the message. Call it when the next operation starts. */
  end(): void {
    clearTimeout(this.timer);
    this.said = undefined;
    this.draw();
  }

  /** Shows what runs: undefined if nothing does. */
  showRunning(running: RunningStatus | undefined): void {
    this.running = running;
    this.draw();
  }

  private draw(): void {
    const { item, said, running } = this;
    if (!said && !running) return item.hide();
    item.text = said ? joinPlain(' ', [running?.mark, said.text]) : (running?.text ?? '');
    item.tooltip = said?.details ?? running?.tooltip;
    item.accessibilityInformation = said || !running ? undefined : { label: running.spoken, role: 'button' };
    item.command = running?.command;
    item.backgroundColor = running?.backgroundColor;
    item.show();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
  }
}

type Severity = keyof typeof vscode.InputBoxValidationSeverity;

/** Shows a message about the text in an input box: an error, a doubt, or what the text means. */
export function showValidation(box: vscode.InputBox, text: Message | undefined, severity: Severity = 'Error'): void {
  box.validationMessage = text && {
    message: notification(text),
    severity: vscode.InputBoxValidationSeverity[severity],
  };
}

/** An error with buttons of its own, before the one of its recovery action if it has one. */
export class OfferError extends UserError {
  readonly offers: readonly Button[];

  constructor(
    text: UserError['text'],
    offers: Button | readonly Button[],
    severity?: UserError['severity'],
    /** The error that this one is about; its recovery action is offered too. */
    override readonly cause?: UserError,
  ) {
    super(text, cause?.recovery, severity);
    this.offers = 'run' in offers ? [offers] : offers;
  }
}
