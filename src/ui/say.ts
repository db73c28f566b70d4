import * as vscode from 'vscode';
import { fill, type Message } from '../core/message';

/** A sentence in the editor's language. */
export function say(text: Message): string {
  return fill(text, (template, ...args) => vscode.l10n.t(template, ...args));
}
