import * as vscode from 'vscode';
import { Cancelled, UserError, type Help } from '../core/errors';
import { ConnectionError, ServiceError } from '../core/service-error';
import { say } from './say';

/** An error with a button of its own, where none of the usual ones helps. */
export class OfferError extends UserError {
  constructor(
    text: UserError['text'],
    readonly offer: { readonly label: string; readonly run: () => Promise<void> },
  ) {
    super(text);
  }
}

/**
 * The one place that tells the person of an error, once.
 * @param chooseSession does what failed once more, with the session asked for.
 */
export async function report(error: unknown, log: vscode.LogOutputChannel, chooseSession: () => Promise<void>): Promise<void> {
  if (error instanceof Cancelled) return;
  if (!(error instanceof UserError)) {
    log.error(error instanceof Error ? error : String(error));
    await show(vscode.l10n.t('Something unexpected happened. The log has the details.'), command(vscode.l10n.t('Show Log'), 'browserSessions.showLog'));
    return;
  }
  log.error(error.message);
  const button = error instanceof OfferError ? error.offer : error.help && helpButton(error.help, chooseSession, sessionOf(error));
  await show(say(error.text), button);
}

interface Button {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
}

async function show(text: string, button: Button | undefined): Promise<void> {
  const pressed = await vscode.window.showErrorMessage(text, ...(button ? [button.label] : []));
  if (pressed) await button?.run();
}

function command(label: string, id: string): Button {
  return { label, run: () => vscode.commands.executeCommand(id) };
}

/** Of a remote machine the settings have a page of their own: on that of the person, its settings are not found. */
function openMachineSetting(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand(`workbench.action.${vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings'}`, { query });
}

function sessionOf(error: UserError): string | undefined {
  return error instanceof ConnectionError || error instanceof ServiceError ? error.operation.session : undefined;
}

function helpButton(help: Help, chooseSession: () => Promise<void>, session: string | undefined): Button {
  switch (help) {
    case 'setToken':
      return command(vscode.l10n.t('Set Token'), 'browserSessions.setToken');
    case 'chooseSession':
      return { label: vscode.l10n.t('Choose Session'), run: chooseSession };
    case 'changeAddress':
      return command(vscode.l10n.t('Change Address'), 'browserSessions.changeAddress');
    case 'manageTrust':
      return command(vscode.l10n.t('Manage Trust'), 'workbench.trust.manage');
    case 'chooseChromium':
      return { label: vscode.l10n.t('Open Settings'), run: () => openMachineSetting('browserSessions.chromium') };
    case 'refresh':
      return { label: vscode.l10n.t('Refresh'), run: async () => Promise.all(['Sessions', 'Pools', 'Extensions'].map((list) => vscode.commands.executeCommand(`browserSessions.refresh${list}`))) };
    case 'takeScreenshot':
      return { label: vscode.l10n.t('Take Screenshot'), run: () => vscode.commands.executeCommand('browserSessions.takeScreenshot', session && { session }) };
    case 'showLog':
      return command(vscode.l10n.t('Show Log'), 'browserSessions.showLog');
  }
}
