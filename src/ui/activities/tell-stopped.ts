import * as vscode from 'vscode';
import type { Stopped } from '../../app/activities/activities';
import { belongsTo, type LogActivity, type StopReason, type WatchActivity } from '../../app/activities/activity';
import { wordsForSeveral } from '../../app/activities/stop-reasons';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { commandId, type CommandName } from '../editor/contributed';
import { showWarning, type Button } from '../editor/show';

/**
 * Says why things were stopped that say it nowhere else, and offers what helps. What the user has stopped, or what ended
 * with a session or a token that they have given up, is no news: the status bar has said it.
 */
export function tellStopped({ activities, reason }: Stopped): void {
  if (NO_NEWS.has(reason)) return;
  const watches = activities.filter((each): each is WatchActivity => each.kind === 'watch');
  for (const watched of OF_CONNECTION.has(reason) ? byConnection(watches) : watches.map((each) => [each]))
    tellWatches(watched, reason);
  if (reason === 'sessionEnded') for (const each of activities) if (each.kind === 'log') tellLog(each);
}

const NO_NEWS: ReadonlySet<StopReason> = new Set([
  'stopped',
  'closing',
  'failed',
  'sessionReleased',
  'sessionForgotten',
  'tokenCleared',
]);
const OF_CONNECTION: ReadonlySet<StopReason> = new Set(['connectionRemoved', 'addressChanged', 'production']);

/** The watches by their connection. */
function byConnection(watches: readonly WatchActivity[]): (readonly WatchActivity[])[] {
  const [first] = watches;
  if (!first) return [];
  return [
    watches.filter((each) => belongsTo(each, first.connection)),
    ...byConnection(watches.filter((each) => !belongsTo(each, first.connection))),
  ];
}

function tellWatches(watches: readonly WatchActivity[], reason: StopReason): void {
  const [first] = watches;
  if (first) void showWarning(wordsForSeveral(watches, first, reason), offerFor(watches, first, reason));
}

function offerFor(watches: readonly WatchActivity[], first: WatchActivity, reason: StopReason): Button {
  const { name, address } = first.connection;
  const at = { connection: name, address };
  if (reason === 'production')
    return {
      label: message('Watch Again'),
      run: async () => {
        for (const { folder, session } of watches) await run('watchFolder', { folder, session: session.id, ...at });
      },
    };
  // At the connection in use, if this one is gone: its IDs mean nothing there.
  const target = OF_CONNECTION.has(reason)
    ? { folders: watches.map(({ folder }) => folder) }
    : { folder: first.folder, ...at };
  return { label: message('Upload Folder'), run: () => run('uploadFolder', target) };
}

function tellLog({ title, session, connection: { name, address } }: LogActivity): void {
  void showWarning(message('Stopped following the log of “{0}”: “{1}” has ended.', title, labelOf(session)), {
    label: message('Follow Log'),
    run: () => run('followLog', { session: session.id, connection: name, address }),
  });
}

function run(name: CommandName, args: object): Thenable<unknown> {
  return vscode.commands.executeCommand(commandId(name), args);
}
