import * as vscode from 'vscode';
import { Cancelled, UserError, type Help } from '../core/errors';
import { ConnectionError, ServiceError } from '../core/service-error';
import { say } from './say';
import type { Target } from './target';

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
 * @param about the connection: a button works with the one that failed, also when it is pressed much later.
 */
export async function report(error: unknown, log: vscode.LogOutputChannel, chooseSession: () => Promise<void>, about: Pick<Target, 'connection' | 'address'>): Promise<void> {
  if (error instanceof Cancelled) return;
  if (!(error instanceof UserError)) {
    log.error(error instanceof Error ? error : String(error));
    await show(vscode.l10n.t('Something unexpected happened. The log has the details.'), command(vscode.l10n.t('Show Log'), 'browserSessions.showLog'));
    return;
  }
  log.error(error.message);
  const button = error instanceof OfferError ? error.offer : error.help && helpButton(error.help, chooseSession, { ...about, ...sessionOf(error) });
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

function command(label: string, id: string, args?: object): Button {
  return { label, run: () => vscode.commands.executeCommand(id, args) };
}

/** Of a remote machine the settings have a page of their own: on that of the person, its settings are not found. */
function openMachineSetting(query: string): Thenable<unknown> {
  return vscode.commands.executeCommand(`workbench.action.${vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings'}`, { query });
}

function sessionOf(error: UserError): { session?: string } {
  const session = error instanceof ConnectionError || error instanceof ServiceError ? error.operation.session : undefined;
  return session === undefined ? {} : { session };
}

function helpButton(help: Help, chooseSession: () => Promise<void>, about: Pick<Target, 'session' | 'connection' | 'address'>): Button {
  switch (help) {
    case 'setToken':
      return command(vscode.l10n.t('Set Token'), 'browserSessions.setToken', about);
    case 'chooseSession':
      return { label: vscode.l10n.t('Choose Session'), run: chooseSession };
    case 'changeAddress':
      return command(vscode.l10n.t('Change Address'), 'browserSessions.changeAddress', about);
    case 'addConnection':
      return command(vscode.l10n.t('Add Connection'), 'browserSessions.addConnection');
    case 'switchConnection':
      return command(vscode.l10n.t('Switch Connection'), 'browserSessions.switchConnection');
    case 'editConnections':
      return command(vscode.l10n.t('Open Settings'), 'browserSessions.editConnections');
    case 'manageTrust':
      return command(vscode.l10n.t('Manage Trust'), 'workbench.trust.manage');
    case 'chooseChromium':
      return { label: vscode.l10n.t('Open Settings'), run: () => openMachineSetting('browserSessions.chromium') };
    case 'choosePort':
      return { label: vscode.l10n.t('Open Settings'), run: () => openMachineSetting('browserSessions.localService.port') };
    case 'refresh':
      return { label: vscode.l10n.t('Refresh'), run: async () => Promise.all(['Sessions', 'Pools', 'Extensions'].map((list) => vscode.commands.executeCommand(`browserSessions.refresh${list}`, about))) };
    case 'takeScreenshot':
      return command(vscode.l10n.t('Take Screenshot'), 'browserSessions.takeScreenshot', about);
    case 'showLog':
      return command(vscode.l10n.t('Show Log'), 'browserSessions.showLog');
  }
}
