import * as vscode from 'vscode';

/** A moment as a person reads it, to stand in a sentence. Of today the time is enough. */
export function when(at: Date): string {
  const today = at.toDateString() === new Date().toDateString();
  return today ? vscode.l10n.t('at {0}', at.toLocaleTimeString(undefined, { timeStyle: 'medium' })) : vscode.l10n.t('on {0}', at.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }));
}
