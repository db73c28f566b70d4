import * as vscode from 'vscode';
import { Cancelled, UNEXPECTED, UserError, type RecoveryAction } from '../core/errors';
import { message, withTexts, type Message } from '../core/message';
import { ConnectionError, ServiceError } from '../core/service-error';
import { StepFailed } from '../app';
import type { Label } from '../state';
import type { Log } from './editor/log';
import { OfferError } from './editor/offer-error';
import { showError, showWarning, type Button } from './editor/show';
import type { Target } from './target';
import type { OptionalOperation } from './views/not-offered';
import { commandId, SECTION, type SettingName } from './editor/contributed';

/** What a failed command was about. */
export interface FailedCommand {
  readonly log: Log;
  /** Runs the command again and asks for the session. */
  readonly chooseSession: () => Promise<void>;
  /** Its connection: a button uses it even if it is pressed much later. */
  readonly about: Pick<Target, 'connection' | 'address'>;
  /** Returns the user-visible name for an ID. */
  readonly label: (id: string) => Label;
  /** Whether the service of the connection is known not to have an operation. */
  readonly lacks?: (operation: OptionalOperation) => boolean;
}

/** The only place that reports an error to the user, once. */
export async function reportError(
  error: unknown,
  { log, chooseSession, about, label, lacks = () => false }: FailedCommand,
): Promise<void> {
  if (error instanceof Cancelled) return;
  if (!(error instanceof UserError)) {
    log.error(error);
    await showError(UNEXPECTED, command(message('Show Log'), commandId('showLog')));
    return;
  }
  log.error(error);
  if (error.cause !== undefined && !(error.cause instanceof UserError)) log.error(error.cause);
  const { recovery = 'showLog' } = error;
  const isLacking = (recovery === 'takeScreenshot' || recovery === 'openScreen') && lacks(recovery);
  // A notification without a button stays collapsed, and its text is cut off.
  const button =
    error instanceof OfferError
      ? error.offer
      : recoveryButton(isLacking ? 'showLog' : recovery, chooseSession, { ...about, ...sessionOf(error) });
  await (error.severity === 'warning' ? showWarning : showError)(withTexts(error.text, label), button);
}

function command(label: Message, id: string, args?: object): Button {
  return { label, run: () => vscode.commands.executeCommand(id, args) };
}

/** The settings of a remote machine have their own page; the page of the user's settings does not list them. */
function openMachineSetting(name: SettingName): Thenable<unknown> {
  return vscode.commands.executeCommand(
    `workbench.action.${vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings'}`,
    { query: `${SECTION}.${name}` },
  );
}

function sessionOf(error: UserError): { session?: string } {
  const session =
    error instanceof ConnectionError || error instanceof ServiceError
      ? error.operation.session
      : error instanceof StepFailed
        ? error.session
        : undefined;
  return session === undefined ? {} : { session };
}

function recoveryButton(
  recovery: RecoveryAction,
  chooseSession: () => Promise<void>,
  about: Pick<Target, 'session' | 'connection' | 'address'>,
): Button {
  switch (recovery) {
    case 'setToken':
      return command(message('Set Token'), commandId('setToken'), about);
    case 'chooseSession':
      return { label: message('Select Session'), run: chooseSession };
    case 'changeAddress':
      return command(message('Change Address'), commandId('changeAddress'), about);
    case 'openProxySettings':
      return {
        label: message('Open Proxy Settings'),
        run: () => vscode.commands.executeCommand('workbench.action.openSettings', { query: 'http.proxy' }),
      };
    case 'addConnection':
      return command(message('Add Connection'), commandId('addConnection'));
    case 'switchConnection':
      return command(message('Switch Connection'), commandId('switchConnection'));
    case 'editConnections':
      return command(message('Open Settings'), commandId('editConnections'));
    case 'manageTrust':
      return command(message('Manage Trust'), 'workbench.trust.manage');
    case 'chooseChromium':
      return { label: message('Open Settings'), run: () => openMachineSetting('chromium') };
    case 'choosePort':
      return { label: message('Open Settings'), run: () => openMachineSetting('localService.port') };
    case 'refresh':
      return {
        label: message('Refresh'),
        run: async () =>
          Promise.all(
            (['refreshSessions', 'refreshPools', 'refreshExtensions'] as const).map((name) =>
              vscode.commands.executeCommand(commandId(name), about),
            ),
          ),
      };
    case 'takeScreenshot':
      return command(message('Take Screenshot'), commandId('takeScreenshot'), about);
    case 'openScreen':
      return command(message('Open Screen'), commandId('openScreen'), about);
    case 'showLog':
      return command(message('Show Log'), commandId('showLog'));
  }
}
