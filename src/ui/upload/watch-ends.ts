import * as vscode from 'vscode';
import { message, quotedListOf, type Message } from '../../core/message';
import { labelOf, type ConnectionKey, type SessionRecord } from '../../state';
import { commandId, type CommandName } from '../editor/contributed';
import { showWarning } from '../editor/show';
import type { WatchedUpload } from '../sessions/watched-uploads';

/** What was watched, as sentences name it. */
interface Watched {
  readonly title: string;
  readonly session: SessionRecord;
}

/** What was watched at one connection. */
interface WatchedAt {
  readonly connection: ConnectionKey;
  readonly watched: readonly (Watched & { readonly upload: WatchedUpload })[];
}

/** Why a folder is no longer watched: only a new upload would help, and that restarts the browser each time. */
export function notInPlace({ title, session }: Watched): Message {
  return message('Stopped watching “{0}”: it can’t be reloaded in “{1}”. Upload it again.', title, labelOf(session));
}

export function sessionEnded({ title, session }: Watched): Message {
  return message('Stopped watching “{0}”: “{1}” has ended.', title, labelOf(session));
}

export function sessionReleased({ title, session }: Watched): Message {
  return message('Stopped watching “{0}”: “{1}” was released.', title, labelOf(session));
}

export function uploadRemoved({ title, session }: Watched): Message {
  return message('Stopped watching “{0}”: it was removed from the list of “{1}”.', title, labelOf(session));
}

/** Says that a folder is no longer watched for a session, and offers to upload it elsewhere. */
export function tellEnd(why: Message, { folder, connection }: WatchedUpload): void {
  const { name, address } = connection;
  void showWarning(why, {
    label: message('Upload Folder'),
    run: () => run('uploadFolder', { folder, connection: name, address }),
  });
}

/** Says that nothing is watched any more for a connection that is not in the settings as it was. */
export function tellConnectionGone({ connection, watched }: WatchedAt): void {
  const why = message(
    'Stopped watching {0}: connection “{1}” was removed, or its address has changed.',
    namesOf(watched),
    connection.name,
  );
  // At the connection in use: the IDs of this one mean nothing there.
  const folders = watched.map(({ upload: { folder } }) => folder);
  void showWarning(why, { label: message('Upload Folder'), run: () => run('uploadFolder', { folders }) });
}

/** Says that nothing is watched any more for a connection that became production, and offers to confirm it. */
export function tellProduction({ connection, watched }: WatchedAt): void {
  const why = message(
    'Stopped watching {0}: “{1}” is a production connection now. Watch it again to confirm.',
    namesOf(watched),
    connection.name,
  );
  const { name, address } = connection;
  void showWarning(why, {
    label: message('Watch Again'),
    run: async () => {
      for (const { upload } of watched)
        await run('watchFolder', { folder: upload.folder, session: upload.session, connection: name, address });
    },
  });
}

function namesOf(watched: readonly Watched[]): Message {
  return quotedListOf(watched.map(({ title }) => title));
}

function run(name: CommandName, args: object): Thenable<unknown> {
  return vscode.commands.executeCommand(commandId(name), args);
}
