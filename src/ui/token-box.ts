import * as vscode from 'vscode';
import { message, type Message } from '../core/message';
import type { Tokens } from '../state';
import { ask } from './input-box';

/** Asks for the token of an address and keeps it in the secret storage. */
export async function askToken(tokens: Tokens, address: string): Promise<string> {
  const typed = await ask({
    title: vscode.l10n.t('Token for {0}', address),
    prompt: vscode.l10n.t('It is kept in the secret storage of the editor, for this address alone.'),
    placeholder: vscode.l10n.t('Paste the token'),
    password: true,
    check: tokenProblem,
  });
  const token = typed.trim();
  await tokens.set(address, token);
  return token;
}

/** A token goes into a header: printable ASCII, no blanks. */
function tokenProblem(text: string): Message | undefined {
  if (text.trim() === '') return message('Paste the token first.');
  return /^[\x21-\x7e]+$/.test(text.trim()) ? undefined : message('A token has no blanks and no special characters: something else was pasted.');
}
