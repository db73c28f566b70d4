import type { Subscription } from '../../core/emitter';
import { listOf, message, type Message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import type { Connections } from '../connections/connections';
import type { Activities } from './activities';
import { belongsTo, type Activity, type StopReason } from './activity';

/** Stops activities from now on, once a change of their connection or session means that they may not go on. */
export function stopWhatMayNotGoOn(
  activities: Pick<Activities, 'stopWhere'>,
  connections: ConnectionChanges,
): Subscription {
  const listeners = [
    connections.onDidChange(() => stopAtOthers(activities, connections)),
    connections.onDidClearToken((owner) => void activities.stopWhere((each) => belongsTo(each, owner), 'tokenCleared')),
    connections.onDidRemember((kind) => {
      if (kind === 'sessions') stopInOthers(activities, connections);
    }),
  ];
  return { dispose: () => listeners.forEach((each) => each.dispose()) };
}

type ConnectionChanges = Pick<
  Connections,
  'entries' | 'has' | 'isProduction' | 'recordsOf' | 'onDidChange' | 'onDidClearToken' | 'onDidRemember'
>;

/** At a connection that was removed, has another address now, or has become production, which was not confirmed. */
function stopAtOthers(activities: Pick<Activities, 'stopWhere'>, connections: ConnectionChanges): void {
  const names = connections.entries().map(({ name }) => name);
  const isGone = ({ connection }: Activity): boolean => !connections.has(connection);
  activities.stopWhere((each) => isGone(each) && names.includes(each.connection.name), 'addressChanged');
  activities.stopWhere(isGone, 'connectionRemoved');
  activities.stopWhere(
    ({ endsInProduction, connection }) => endsInProduction && connections.isProduction(connection),
    'production',
  );
}

/** In a session that was released, and may belong to somebody else, or that has ended. */
function stopInOthers(
  activities: Pick<Activities, 'stopWhere'>,
  connections: Pick<ConnectionChanges, 'recordsOf'>,
): void {
  const recordOf = ({ connection, session }: Activity): SessionRecord | undefined =>
    session && connections.recordsOf(connection)?.sessions.get(session.id);
  activities.stopWhere((each) => recordOf(each)?.released === true, 'sessionReleased');
  // An activity that was begun in a session that already counted as ended finds out by itself.
  activities.stopWhere((each) => recordOf(each)?.gone === true && each.session?.gone !== true, 'sessionEnded');
  activities.stopWhere((each) => each.kind === 'watch' && recordOf(each) === undefined, 'sessionForgotten');
  activities.stopWhere(
    (each) => each.kind === 'watch' && !recordOf(each)?.uploads?.some(({ folder }) => folder === each.folder),
    'uploadForgotten',
  );
}

/** Why this was stopped, as a sentence. */
export function wordsForStop(activity: Activity, reason: StopReason): Message {
  if (activity.kind === 'screen') return screenWords(activity, reason);
  if (activity.kind === 'log' && reason === 'stopped')
    return message('Stopped following the log. The service worker may be stopped when it’s idle.');
  return wordsForSeveral([activity], activity, reason);
}

/** The same for several of one kind at one connection. */
export function wordsForSeveral(all: readonly Activity[], first: Activity, reason: StopReason): Message {
  const what = whatStopped(all, first);
  const cause = causeOf(first, reason);
  return cause ? message('{0}: {1}.', what, cause) : message('{0}.', what);
}

function whatStopped(all: readonly Activity[], { kind }: Activity): Message {
  switch (kind) {
    case 'watch':
    case 'watchTask':
      return message('Stopped watching {0}', listOf(all.map(({ title }) => message('“{0}”', title))));
    case 'log':
      return message('Stopped following the log');
    case 'debug':
      return message('Stopped debugging');
    case 'recording':
      return message('Stopped recording');
    case 'video':
      return message('Stopped recording the video');
    case 'coverage':
      return message('Stopped recording the coverage');
    case 'share':
      return message('Stopped sharing ports with {0}', listOf(all.map(({ title }) => message('“{0}”', title))));
    case 'screen':
      return message('Closed the screen');
    case 'agent':
      return message('Stopped {0}', listOf(all.map(({ title }) => title)));
    case 'storage':
      return message('Stopped following the storage');
  }
}

function causeOf({ kind, connection: { name }, session }: Activity, reason: StopReason): Message | undefined {
  const label = session ? labelOf(session) : '';
  switch (reason) {
    case 'stopped':
    case 'closing':
    case 'failed':
      return undefined;
    case 'sessionEnded':
      return message('“{0}” has ended', label);
    case 'sessionReleased':
      return message('“{0}” was released', label);
    case 'sessionForgotten':
      return message('“{0}” was ended or removed from the list', label);
    case 'uploadForgotten':
      return message('it was removed from the list of “{0}”', label);
    case 'notInPlace':
      return message('it can’t be reloaded in “{0}”. Upload it again', label);
    case 'tokenCleared':
      return message('the token for “{0}” was cleared', name);
    case 'connectionRemoved':
      return message('connection “{0}” was removed', name);
    case 'addressChanged':
      return message('the address or project of connection “{0}” has changed', name);
    case 'production':
      return kind === 'watchTask'
        ? message('a task can’t upload to a production connection. Set another “connection” in the task')
        : message('“{0}” is a production connection now. Start again to confirm', name);
  }
}

/** A screen says it in place of its state; with others it has ended with its session. */
function screenWords({ connection: { name } }: Activity, reason: StopReason): Message {
  if (reason === 'sessionReleased') return message('This session was released.');
  if (reason === 'tokenCleared') return message('The token was cleared.');
  if (reason === 'addressChanged') return message('The address or project of connection “{0}” has changed.', name);
  if (reason === 'connectionRemoved') return message('Connection “{0}” was removed.', name);
  return message('This session has ended.');
}
