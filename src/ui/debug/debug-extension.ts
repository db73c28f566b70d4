import * as vscode from 'vscode';
import {
  debugExtension as debugTargets,
  devToolsFailure,
  findSourceFolders,
  PageChoice,
  type DebugTarget,
  type SourceFolders,
} from '../../app';
import { endOf } from '../../app/expiry';
import { Cancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { labelOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { requireReadable } from '../folders/choose-folder';
import { workspaceFolderOf } from '../log/extension-logs';
import type { Services } from '../services';
import { childConfiguration } from './child-sessions';
import type { DebugDefinition } from './definition';
import { findExtension } from './find-extension';

/**
 * Debugs a loaded extension until the signal is aborted: starts a session of the built-in debugger for each of its
 * targets, below `parent`.
 * @param write adds a line to the debug console.
 * @throws UserError, or Cancelled.
 */
export async function debugExtension(
  services: Services,
  definition: DebugDefinition,
  parent: vscode.DebugSession,
  write: (text: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  const { folder, kinds } = definition;
  requireReadable(folder, message('Trust this workspace to debug its extensions.'));
  const { connection, records, devtools, inspections, debugging } = services;
  const { name, address, production } = connection.settings;
  const client = await connection.client();
  const { session, extension } = await findExtension(services, definition);
  if (production)
    await confirmAt(
      connection,
      message('Debug “{0}” in production?', extension.name),
      [message('At a breakpoint, the extension and the pages that it runs in stand still for everybody.')],
      message('Debug'),
    );
  await inspections.inspect(folder, signal).catch(() => {});
  const sources = await findSourceFolders(folder.fsPath, workspaceFolderOf(folder));
  const ending = new AbortController();
  const sessionLabel = labelOf(session);
  const choice = new PageChoice();
  const { setPages, pause, end } = debugging.begin({
    connection: { name, address },
    session: session.id,
    extensionId: extension.id,
    title: extension.name,
    sessionLabel,
    choice,
    endsAt: () => endOf(records.sessions.get(session.id) ?? session),
    stop: (why) => {
      write(why);
      ending.abort();
    },
  });
  let hasBegun = false;
  try {
    await debugTargets(
      devtools.of(client, session.id),
      {
        extensionId: extension.id,
        folder: folder.fsPath,
        // A worker of a website must not wait for a connection that may be slow.
        pausesWorkers: !production,
        kinds,
        choice,
        matches: () => inspections.get(folder)?.manifest?.contentScriptMatches ?? [],
        files: () => inspections.get(folder)?.files.map(({ path }) => path) ?? [],
      },
      {
        onBegin: (pages) => {
          setPages(pages);
          write(
            hasBegun
              ? message('Connected again.')
              : message('Debugging “{0}” in “{1}”. Its worker stays awake.', extension.name, sessionLabel),
          );
          hasBegun = true;
        },
        onTarget: (target) => void startChild(target, definition, sources, parent),
        onPause: pause,
        onTargetEnd: (id) => pause(id, false),
        onTooMany: (limit) =>
          write(
            message(
              'Only {0} of the open web pages are debugged. To choose them, run “Choose Debugged Pages…”.',
              limit,
            ),
          ),
        onBreak: () => {
          setPages(undefined);
          write(message('The connection was lost. Connecting again…'));
        },
      },
      AbortSignal.any([signal, ending.signal]),
    );
  } catch (error) {
    if (error instanceof Cancelled) return;
    const notOffered = message('This service can’t debug extensions in “{0}”.', sessionLabel);
    throw await devToolsFailure(records.sessions, session, error, notOffered);
  } finally {
    end();
  }
}

async function startChild(
  target: DebugTarget,
  definition: DebugDefinition,
  sources: SourceFolders,
  parent: vscode.DebugSession,
): Promise<void> {
  const { folder } = definition;
  await vscode.debug.startDebugging(
    vscode.workspace.getWorkspaceFolder(folder),
    childConfiguration(target, definition, sources),
    {
      parentSession: parent,
      lifecycleManagedByParent: true,
      consoleMode: vscode.DebugConsoleMode.MergeWithParent,
      suppressSaveBeforeStart: true,
    },
  );
}
