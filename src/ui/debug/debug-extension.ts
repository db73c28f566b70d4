import path from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../api';
import type { Running } from '../../app/activities/activities';
import type { DebugActivity, DebugState } from '../../app/activities/activity';
import { offerTargets } from '../../app/debug/offer-targets';
import { devToolsFailure } from '../../app/in-browser';
import { endOf } from '../../app/expiry';
import { adviseSourceMap } from '../../app/log/follow-log';
import { Cancelled } from '../../core/errors';
import { matchesOf } from '../../core/match-pattern';
import { message, type Message } from '../../core/message';
import { portName } from '../../core/shared-port';
import { PageChoice, type LoadedExtension } from '../../devtools';
import { findSourceFolders, type SourceFolders } from '../../packaging';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { isInside, pathWithin, workspaceFolderOf } from '../editor/uris';
import { requireReadable } from '../folders/choose-folder';
import { askAndShare, notShared } from '../sessions/share-ports';
import type { Services } from '../services';
import { childConfiguration, ChildSessions } from './child-sessions';
import type { DebugDefinition } from './debug-configurations';
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
  const { folder } = definition;
  requireReadable(folder, message('Trust this workspace to debug its extensions.'));
  const { connection, activities } = services;
  const { name, address, production } = connection.settings;
  const stopping = new AbortController();
  const choice = new PageChoice();
  const running = activities.start<DebugActivity>({
    kind: 'debug',
    connection: { name, address },
    session: undefined,
    title: path.basename(folder.fsPath),
    endsInProduction: !production,
    extensionId: undefined,
    state: 'running',
    choice,
    pages: undefined,
    endsAt: () => undefined,
    stop: (why) => {
      write(why);
      stopping.abort();
    },
  });
  const ended = AbortSignal.any([signal, stopping.signal]);
  try {
    const prepared = await prepare(services, definition, ended, () =>
      // The upload may have another name than the one that the configuration means.
      vscode.debug.startDebugging(parent.workspaceFolder, { ...parent.configuration, extension: undefined }),
    );
    await shareFor(services, definition, prepared, write);
    if (!ended.aborted) await attach({ services, definition, prepared, parent, write, choice, running }, ended);
  } catch (error) {
    // After a stop, an error is only about work that was not finished.
    if (!(error instanceof Cancelled) && !stopping.signal.aborted) throw error;
  } finally {
    running.end();
  }
}

/** A person who does not share them can debug all the same. */
async function shareFor(
  services: Services,
  { ports }: DebugDefinition,
  { client, session }: Prepared,
  write: (text: Message) => void,
): Promise<void> {
  const wanted = notShared(services, session, ports);
  if (wanted.length === 0) return;
  try {
    await askAndShare(services, client, session, wanted, 'file');
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    write(message('Pages can’t reach {0}: you didn’t share it.', wanted.map(portName).join(', ')));
  }
}

interface Attaching {
  readonly services: Services;
  readonly definition: DebugDefinition;
  readonly prepared: Prepared;
  readonly parent: vscode.DebugSession;
  readonly write: (text: Message) => void;
  readonly choice: PageChoice;
  readonly running: Running<DebugActivity>;
}

async function attach(
  { services, definition, prepared, parent, write, choice, running }: Attaching,
  signal: AbortSignal,
): Promise<void> {
  const { connection, records, devtools, inspections } = services;
  const { folder, kinds } = definition;
  const { client, session, extension } = prepared;
  const sessionLabel = labelOf(session);
  running.update({
    session,
    title: extension.name,
    extensionId: extension.id,
    endsAt: () => endOf(records.sessions.get(session.id) ?? session),
  });
  const pauses = new Pauses((state) => running.update({ state }));
  const children = new ChildSessions(parent);
  let hasBegun = false;
  try {
    await offerTargets(
      devtools.of(client, session.id),
      {
        extensionId: extension.id,
        folder: folder.fsPath,
        // A worker of a website must not wait for a connection that may be slow.
        pausesWorkers: !connection.settings.production && kinds.includes('worker'),
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
          running.update({ pages });
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
          if (!hasBegun) void tellMissingMap(services, folder, write);
          hasBegun = true;
        },
        onTarget: (target) => void children.start(folder, childConfiguration(target, definition, prepared.sources)),
        onPause: (id, isPaused) => pauses.set(id, isPaused),
        onTargetEnd: (id) => pauses.set(id, false),
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
          running.update({ pages: undefined });
          write(message('The connection was lost. Connecting again…'));
        },
      },
      signal,
    );
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    const notOffered = message('This service can’t debug extensions in “{0}”.', sessionLabel);
    throw await devToolsFailure(records.sessions, session, error, notOffered);
  } finally {
    children.end();
    pauses.end();
  }
}

/** Breakpoints in sources are never reached without a source map, and the debugger does not say why. */
async function tellMissingMap(
  { inspections }: Services,
  folder: vscode.Uri,
  write: (text: Message) => void,
): Promise<void> {
  const script = inspections.get(folder)?.named.find((file) => file.endsWith('.js'));
  const advice = script === undefined ? undefined : await adviseSourceMap(folder.fsPath, script).catch(() => undefined);
  if (advice) write(advice);
}

/** Milliseconds. A step ends a pause and begins another; the rows are not drawn again for it. */
const STEP = 300;

/** Whether any of the targets stands at a breakpoint, or did so a moment ago. */
class Pauses {
  /** The targets that do, and those that did: with the timer that ends it. */
  private readonly paused = new Map<string, NodeJS.Timeout | undefined>();

  constructor(private readonly onChange: (state: DebugState) => void) {}

  set(target: string, isPaused: boolean): void {
    clearTimeout(this.paused.get(target));
    if (isPaused) this.paused.set(target, undefined);
    else if (this.paused.has(target)) this.paused.set(target, setTimeout(() => this.resume(target), STEP).unref());
    this.reportState();
  }

  end(): void {
    for (const timer of this.paused.values()) clearTimeout(timer);
  }

  private resume(target: string): void {
    this.paused.delete(target);
    this.reportState();
  }

  private reportState(): void {
    this.onChange(this.paused.size > 0 ? 'paused' : 'running');
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
  const { session, extension } = await findExtension(services, client, definition, signal, again);
  if (connection.settings.production)
    await confirmAt(connection, {
      question: message('Debug “{0}” in “{1}” in production?', extension.name, labelOf(session)),
      effect: message('At a breakpoint, the extension and its pages pause for everyone who uses the session.'),
      buttons: [message('Debug')],
    });
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
