import path from 'node:path';
import * as vscode from 'vscode';
import { StepFailed } from '../app/sequences/run-steps';
import { serviceAddress } from '../core/connection-settings';
import { Cancelled, UNEXPECTED, UserError, type RecoveryAction } from '../core/errors';
import { english, message, withTexts, type Message } from '../core/message';
import { ConnectionError, isNotFound, ServiceError } from '../core/service-error';
import { TookTooLong } from '../packaging';
import type { Label } from '../state';
import { commandId, SECTION, type SettingName } from './editor/contributed';
import { t } from './editor/localize';
import type { Log } from './editor/log';
import { commandButton, showError, showWarning, type Button, OfferError } from './editor/show';
import type { StartupServices } from './services';
import type { Target } from './target';
import type { OptionalOperation } from './views/not-offered';

/** What a failed command was about. */
export interface FailedCommand {
  readonly log: Log;
  /** Runs the command again in a session; without one, it asks for it. */
  readonly again?: (session?: string) => Promise<void>;
  /** Requests lists again in the background, for the button that refreshes them. */
  readonly renew?: StartupServices['renew'];
  /** Asks a session what it has loaded, and tells it. */
  readonly checkSession?: (session: string) => Promise<void>;
  /** Whether a session is known to have existed: the service does not tell one that has ended from a wrong ID. */
  readonly hasExisted?: (session: string) => boolean;
  /** Its connection: a button uses it even if it is pressed much later. */
  readonly about: Pick<Target, 'connection' | 'address'>;
  /** Returns the user-visible name for an ID. */
  readonly label: (id: string) => Label;
  /** Whether the service of the connection is known not to have an operation. */
  readonly isNotOffered?: (operation: OptionalOperation) => boolean;
}

/** The only place that reports an error to the user, once. */
export async function reportError(error: unknown, failed: FailedCommand): Promise<void> {
  const { log, label } = failed;
  if (error instanceof Cancelled) return;
  if (!(error instanceof UserError)) {
    log.error(error);
    await showError(UNEXPECTED, SHOW_LOG);
    return;
  }
  log.error(error);
  if (error.cause !== undefined && !(error.cause instanceof UserError)) log.error(error.cause);
  const text = withTexts(sentenceFor(error, failed), label);
  await (error.severity === 'warning' ? showWarning : showError)(text, ...buttonsOf(error, text, failed));
}

/** Of a session that was there, a 404 says that it has ended. */
function sentenceFor(error: UserError, { hasExisted }: FailedCommand): Message {
  const { session } = failedSession(error);
  return session !== undefined && isNotFound(error) && hasExisted?.(session)
    ? message('“{0}” has ended.', session)
    : error.text;
}

/** Characters that fit in a notification that stays collapsed, as one without a button does. */
const SHORT = 60;
const SHOW_LOG = commandButton(message('Show Log'), 'showLog');
const OK: Button = { label: message('OK'), run: async () => {} };

function buttonsOf(error: UserError, text: Message, failed: FailedCommand): readonly Button[] {
  const { recovery } = error;
  const isLacking = (recovery === 'takeScreenshot' || recovery === 'openScreen') && failed.isNotOffered?.(recovery);
  const buttons = [
    ...(error instanceof OfferError ? error.offers : []),
    ...(error instanceof TookTooLong && error.rules !== undefined ? [openFile(error.rules)] : []),
    ...(recovery === undefined || isLacking ? [] : recoveryButtons(recovery, failed, failedSession(error).session)),
  ];
  if (buttons.length > 0) return buttons;
  if (isLacking || isToldMoreInLog(error)) return [SHOW_LOG];
  return english(text).length > SHORT ? [OK] : [];
}

/** The log has each request and answer, and the cause of what is unexpected. */
function isToldMoreInLog(error: UserError): boolean {
  return error instanceof ServiceError || error instanceof ConnectionError || error.cause !== undefined;
}

function openFile(file: string): Button {
  return {
    label: message('Open {0}', path.basename(file)),
    run: () => vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file)),
  };
}

/** The settings of a remote machine have their own page; the page of the user's settings does not list them. */
function openMachineSetting(name: SettingName): Thenable<unknown> {
  return vscode.commands.executeCommand(
    `workbench.action.${vscode.env.remoteName === undefined ? 'openSettings' : 'openRemoteSettings'}`,
    { query: `${SECTION}.${name}` },
  );
}

function failedSession(error: UserError): { session?: string } {
  const of = error instanceof OfferError ? error.cause : error;
  const session =
    of instanceof ConnectionError || of instanceof ServiceError
      ? of.operation.session
      : of instanceof StepFailed
        ? of.session
        : undefined;
  return session === undefined ? {} : { session };
}

type SeveralButtons = 'chooseSession' | 'checkSession' | 'openInBrowser' | 'chooseChromium';

/** The buttons of a recovery action; several where it needs a choice. */
function recoveryButtons(
  recovery: RecoveryAction,
  { again, checkSession, about, renew }: FailedCommand,
  session: string | undefined,
): readonly Button[] {
  switch (recovery) {
    case 'chooseSession':
      return again ? [{ label: message('Select Another Session…'), run: () => again() }] : [];
    case 'checkSession':
      return [
        ...(checkSession && session !== undefined
          ? [{ label: message('Check Session'), run: () => checkSession(session) }]
          : []),
        ...(again ? [{ label: message('Upload Again'), run: () => again(session) }] : []),
      ];
    case 'openInBrowser':
      return [
        ...(about.address?.startsWith('http') ? [openInBrowser(serviceAddress(about.address))] : []),
        recoveryButton('changeAddress', about),
      ];
    case 'chooseChromium':
      return [
        { label: message('Choose Browser…'), run: chooseChromium },
        { label: message('Open Settings'), run: () => openMachineSetting('chromium') },
      ];
    case 'setToken':
    case 'changeAddress':
    case 'openProxySettings':
    case 'addConnection':
    case 'switchConnection':
    case 'editConnections':
    case 'manageTrust':
    case 'choosePort':
    case 'refresh':
    case 'takeScreenshot':
    case 'openScreen':
    case 'showLog':
      return [recoveryButton(recovery, { ...about, ...(session !== undefined && { session }) }, renew)];
  }
}

/** A sign-in page of the network is at any address. */
function openInBrowser(address: string): Button {
  return { label: message('Open in Browser'), run: () => vscode.env.openExternal(vscode.Uri.parse(address)) };
}

function recoveryButton(
  recovery: Exclude<RecoveryAction, SeveralButtons>,
  about: Pick<Target, 'session' | 'connection' | 'address'>,
  renew?: StartupServices['renew'],
): Button {
  switch (recovery) {
    case 'setToken':
      return commandButton(message('Set Token'), 'setToken', about);
    case 'changeAddress':
      return commandButton(message('Change Address'), 'changeAddress', about);
    case 'openProxySettings':
      return {
        label: message('Open Proxy Settings'),
        run: () => vscode.commands.executeCommand('workbench.action.openSettings', { query: 'http.proxy' }),
      };
    case 'addConnection':
      return commandButton(message('Add Connection'), 'addConnection');
    case 'switchConnection':
      return commandButton(message('Switch Connection'), 'switchConnection');
    case 'editConnections':
      return commandButton(message('Open Settings'), 'editConnections');
    case 'manageTrust':
      return {
        label: message('Manage Trust'),
        run: () => vscode.commands.executeCommand('workbench.trust.manage'),
      };
    case 'choosePort':
      return { label: message('Open Settings'), run: () => openMachineSetting('localService.port') };
    case 'refresh':
      return {
        label: message('Refresh'),
        run: async () => {
          // One request that reports its error; the views show what comes of the others.
          renew?.('pools', 'extensions');
          await vscode.commands.executeCommand(commandId('refreshSessions'), about);
        },
      };
    case 'takeScreenshot':
      return commandButton(message('Take Screenshot'), 'takeScreenshot', about);
    case 'openScreen':
      return commandButton(message('Open Screen'), 'openScreen', about);
    case 'showLog':
      return SHOW_LOG;
  }
}

/** Lets the user choose the program of a browser of this machine, and stores it in the settings. */
async function chooseChromium(): Promise<void> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: t('Choose Chromium, Chrome or Edge'),
      openLabel: t('Choose Browser'),
    })) ?? [];
  if (!chosen) return;
  const name: SettingName = 'chromium';
  await vscode.workspace.getConfiguration(SECTION).update(name, chosen.fsPath, vscode.ConfigurationTarget.Global);
}
