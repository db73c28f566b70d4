import * as vscode from 'vscode';
import type { Client } from '../../api';
import { debugExtension as debugTargets } from '../../app/debug/debug-extension';
import { devToolsFailure } from '../../app/devtools-sessions';
import { endOf } from '../../app/expiry';
import { Cancelled } from '../../core/errors';
import { matchesOf } from '../../core/match-pattern';
import { message, type Message } from '../../core/message';
import { PageChoice, type DebugTarget, type LoadedExtension } from '../../devtools';
import { findSourceFolders, type SourceFolders } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { isInside, pathWithin } from '../editor/within';
import { requireReadable } from '../folders/choose-folder';
import { workspaceFolderOf } from '../log/extension-logs';
import type { Services } from '../services';
import { childConfiguration, nameSessionsBelow } from './child-sessions';
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
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const stop = (why: Message): void => {
    write(why);
    ending.abort();
  };
  const prepared = await debugging
    .whileStarting({ connection: { name, address }, stop }, async () =>
      prepare(services, definition, ended, () =>
        // The upload may have another name than the one that the configuration means.
        vscode.debug.startDebugging(parent.workspaceFolder, { ...parent.configuration, extension: undefined }),
      ),
    )
    .catch((error: unknown) => {
      // What was stopped need not say what it could not do any more.
      if (!ending.signal.aborted) throw error;
    });
  if (!prepared || ended.aborted) return;
  const { client, session, extension } = prepared;
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
    stop,
  });
  let hasBegun = false;
  const naming = nameSessionsBelow(parent);
  try {
    await debugTargets(
      devtools.of(client, session.id),
      {
        extensionId: extension.id,
        folder: folder.fsPath,
        // A worker of a website must not wait for a connection that may be slow.
        pausesWorkers: !production && kinds.includes('worker'),
        kinds,
        choice,
        matches: () => matchesOf(inspections.get(folder)?.manifest?.contentScripts ?? []),
        files: () => [
          ...(inspections.get(folder)?.files.map((file) => file.path) ?? []),
          ...filesOfBreakpoints(folder),
        ],
      },
      {
        onBegin: (pages) => {
          setPages(pages);
          write(
            hasBegun
              ? message('Connected again.')
              : kinds.includes('worker')
                ? message(
                    'Debugging “{0}” in “{1}”. The service worker is kept running while you debug.',
                    extension.name,
                    sessionLabel,
                  )
                : message('Debugging “{0}” in “{1}”.', extension.name, sessionLabel),
          );
          hasBegun = true;
        },
        onTarget: (target) => void startChild(target, prepared, definition, parent),
        onPause: pause,
        onTargetEnd: (id) => pause(id, false),
        onTooMany: (limit) =>
          write(
            message(
              'Only {0} of the open web pages are debugged. To choose them, run “Choose Debugged Pages…”.',
              limit,
            ),
          ),
        onTooManyOwn: (limit) =>
          write(message('Only {0} of the extension’s own open pages are debugged at a time.', limit)),
        onBreak: () => {
          setPages(undefined);
          write(message('The connection was lost. Connecting again…'));
        },
      },
      ended,
    );
  } catch (error) {
    if (error instanceof Cancelled) return;
    const notOffered = message('This service can’t debug extensions in “{0}”.', sessionLabel);
    throw await devToolsFailure(records.sessions, session, error, notOffered);
  } finally {
    naming.dispose();
    end();
  }
}

interface Prepared {
  readonly client: Client;
  readonly session: SessionRecord;
  readonly extension: LoadedExtension;
  readonly sources: SourceFolders;
}

/** Finds out what is to be debugged, and asks whether it may. */
async function prepare(
  services: Services,
  definition: DebugDefinition,
  signal: AbortSignal,
  again: () => Thenable<unknown>,
): Promise<Prepared> {
  const { folder } = definition;
  const { connection, inspections } = services;
  // The editor fills the list after it was asked for the first time.
  filesOfBreakpoints(folder);
  const client = await connection.client();
  const { session, extension } = await findExtension(services, definition, again);
  if (connection.settings.production)
    await confirmAt(
      connection,
      message('Debug “{0}” in production?', extension.name),
      [message('At a breakpoint, the extension and its pages pause for everyone using this session.')],
      message('Debug'),
    );
  await inspections.inspect(folder, signal).catch(() => {});
  const sources = await findSourceFolders(folder.fsPath, workspaceFolderOf(folder));
  return { client, session, extension, sources };
}

/**
 * The files within a folder that have a breakpoint, as paths with `/`: one may be new since the last inspection, and
 * the debugger sets its breakpoints only once in a page that stays open.
 */
function filesOfBreakpoints(folder: vscode.Uri): string[] {
  return vscode.debug.breakpoints
    .filter((breakpoint) => breakpoint instanceof vscode.SourceBreakpoint)
    .map(({ location: { uri } }) => uri)
    .filter((uri) => isInside(uri, folder))
    .map((uri) => pathWithin(folder, uri));
}

async function startChild(
  target: DebugTarget,
  { extension, sources }: Pick<Prepared, 'extension' | 'sources'>,
  definition: DebugDefinition,
  parent: vscode.DebugSession,
): Promise<void> {
  const { folder } = definition;
  await vscode.debug.startDebugging(
    vscode.workspace.getWorkspaceFolder(folder),
    childConfiguration(target, extension.name, definition, sources),
    {
      parentSession: parent,
      lifecycleManagedByParent: true,
      consoleMode: vscode.DebugConsoleMode.MergeWithParent,
      suppressSaveBeforeStart: true,
    },
  );
}
