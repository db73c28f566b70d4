import * as vscode from 'vscode';
import type { Activities } from '../../app/activities/activities';
import { belongsTo, type Activity } from '../../app/activities/activity';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { portName } from '../../core/shared-port';
import { labelOf } from '../../state';
import { commandId } from '../editor/contributed';
import { localize, MAX_NAME, MAX_TITLE, MAX_WORDS, t, withIcon } from '../editor/localize';
import type { Command } from './command';

/**
 * Stops the only thing that runs. Of several, lists all, and stops what the user chooses until they close the list, or
 * nothing runs any more.
 */
export const stop: Command = async ({ activities }) => {
  const [only, ...others] = activities.all;
  if (only && others.length === 0) {
    // It can be saved then.
    if (only.kind === 'video') await vscode.commands.executeCommand(commandId('stopRecordingVideo'));
    else activities.stopWhere((each) => each === only, 'stopped');
    return;
  }
  if (!only) throw new UserError(message('Nothing is running.'), undefined, 'warning');
  const box = vscode.window.createQuickPick<Row>();
  Object.assign(box, {
    title: localize(message('Stop'), MAX_TITLE),
    placeholder: localize(message('Select what to stop'), MAX_NAME),
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  const show = (): void => {
    box.items = rowsOf(activities);
    if (activities.all.length === 0) box.hide();
  };
  const listener = activities.onDidChange(show);
  const stopOne = ({ stopped }: Row): void => void activities.stopWhere((each) => stopped.includes(each), 'stopped');
  show();
  await new Promise<void>((resolve) => {
    box.onDidAccept(() => box.selectedItems.forEach(stopOne));
    box.onDidTriggerItemButton(({ item }) => stopOne(item));
    box.onDidHide(() => resolve());
    box.show();
  });
  listener.dispose();
  box.dispose();
};

/** Stops the agents that work in the session of a row. */
export const stopAgent: Command = async ({ activities, connection }, { session }) => {
  activities.stopWhere(
    (each) => each.kind === 'agent' && each.session?.id === session && belongsTo(each, connection.settings),
    'stopped',
  );
};

interface Row extends vscode.QuickPickItem {
  readonly stopped: readonly Activity[];
}

function rowsOf({ all }: Activities): readonly Row[] {
  const buttons = [{ iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: t('Stop') }];
  const rows = all.map((activity): Row => {
    const [icon, what] = ofKind(activity);
    return {
      label: withIcon(icon, localize(message('{0}', activity.title), MAX_NAME)),
      description: localize(what, MAX_WORDS),
      buttons,
      stopped: [activity],
    };
  });
  if (all.length < 2) return rows;
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator, stopped: [] };
  return [...rows, separator, { label: t('$(debug-stop) Stop All'), stopped: all }];
}

function ofKind(activity: Activity): readonly [icon: string, what: Message] {
  const { kind, session } = activity;
  const label = session ? labelOf(session) : '';
  switch (kind) {
    case 'watch':
      return ['eye', message('watched in “{0}”', label)];
    case 'watchTask':
      return ['eye', message('watched in “{0}” by a task', label)];
    case 'log':
      return ['output', message('log followed in “{0}”', label)];
    case 'debug':
      return ['debug-alt', session ? message('debugged in “{0}”', label) : message('about to be debugged')];
    case 'recording':
      return [
        'record',
        activity.count === 1 ? message('recorded: 1 step') : message('recorded: {0} steps', activity.count),
      ];
    case 'video':
      return ['device-camera-video', message('recording video')];
    case 'coverage':
      return ['record', message('recording coverage')];
    case 'share':
      return ['plug', message('shared: {0}', activity.ports.map(portName).join(', '))];
    case 'screen':
      return ['device-desktop', message('screen')];
    case 'agent':
      return ['sparkle', session ? message('agent working in “{0}”', label) : message('agent running tests')];
    case 'storage':
      return ['database', message('storage followed in “{0}”', label)];
  }
}
