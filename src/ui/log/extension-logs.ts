import * as vscode from 'vscode';
import type { LoadedExtensions } from '../../app/loaded/loaded-extensions';
import { followLog, type FollowRequest, type LogLine } from '../../app/log/follow-log';
import { Cancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { keyOf as connectionKeyOf, type ConnectionKey, type Label } from '../../state';
import { localize, MAX_TITLE, plainLabel, t } from '../editor/localize';
import { keyOf, type FollowedLog, type FollowedLogs } from '../sessions/followed-logs';
import { ExtensionChannel } from './extension-channel';
import { registerLogLinks } from './log-links';
import { RuntimeProblems } from './runtime-problems';

type DevTools = Parameters<typeof followLog>[0];

/** An extension in a session, with its names for the user. */
export interface LogToFollow extends FollowedLog {
  readonly title: string;
  readonly sessionLabel: Label;
}

interface Following {
  readonly log: LogToFollow;
  readonly channel: ExtensionChannel;
  readonly problems: RuntimeProblems;
  readonly folder: string | undefined;
  readonly end: AbortController;
  /** Since the last reload. */
  errors: number;
}

/** The logs of loaded extensions that are followed: one output channel for each. */
export class ExtensionLogs {
  private readonly following = new Map<string, Following>();
  /** They stay after the end, so that they can be read. */
  private readonly channels = new Map<string, ExtensionChannel>();
  private readonly links = registerLogLinks(() => this.channels.values());

  constructor(
    private readonly followed: FollowedLogs,
    private readonly loaded: LoadedExtensions,
  ) {}

  /**
   * Begins to follow, and shows the channel. Resolves when it has begun.
   * @param signal ends it if it is aborted before it has begun.
   * @param onEnd is called if it ends by itself later, with the error.
   * @throws the errors of `followLog`.
   */
  async follow(
    log: LogToFollow,
    devtools: DevTools,
    request: FollowRequest,
    signal: AbortSignal,
    onEnd: (error: unknown) => void,
  ): Promise<void> {
    const key = keyOf(log);
    const channel = this.channelOf(key, log);
    if (this.following.has(key)) return channel.show();
    const following: Following = {
      log,
      channel,
      problems: new RuntimeProblems(),
      folder: request.files?.folder,
      end: new AbortController(),
      errors: 0,
    };
    this.following.set(key, following);
    const cancel = (): void => this.end(following);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await this.begin(following, devtools, request, onEnd);
    } catch (error) {
      this.end(following);
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    this.followed.set(log, true);
    channel.show();
  }

  /** @param wanted undefined: all. @returns the names of the extensions whose log was followed. */
  stop(wanted?: FollowedLog): readonly string[] {
    const isWanted = (log: FollowedLog): boolean => !wanted || keyOf(log) === keyOf(wanted);
    return this.stopEach(
      isWanted,
      message('Stopped following the log. The service worker may be stopped when it’s idle.'),
    );
  }

  /**
   * Stops following at connections that were removed, or have another address now.
   * @param isKnown tells whether the settings have a connection.
   */
  stopUnknown(isKnown: (connection: ConnectionKey) => boolean): void {
    this.stopEach(
      ({ connection }) => !isKnown(connection),
      message('Stopped following the log: the connection was removed, or its address has changed.'),
    );
  }

  /** Stops following at a connection whose token was cleared. @returns whether there was anything to stop. */
  stopWithoutToken(wanted: ConnectionKey): boolean {
    return (
      this.stopEach(
        ({ connection }) => connectionKeyOf(connection) === connectionKeyOf(wanted),
        message('Stopped following the log: the token for “{0}” was cleared.', wanted.name),
      ).length > 0
    );
  }

  /**
   * Removes the errors of the version that ran before a reload.
   * @param at when the reload began, in milliseconds since 1970.
   */
  reloaded(
    { connection, session, folder }: Pick<FollowedLog, 'connection' | 'session'> & { folder: string },
    at: number,
  ): void {
    for (const following of this.following.values()) {
      const { log } = following;
      const isSame = keyOf({ ...log, connection, session }) === keyOf(log) && following.folder === folder;
      if (isSame) this.clear(following, at);
    }
  }

  dispose(): void {
    for (const following of this.following.values()) this.end(following);
    for (const channel of this.channels.values()) channel.dispose();
    this.links.dispose();
  }

  private stopEach(isMeant: (log: FollowedLog) => boolean, why: Message): readonly string[] {
    const stopped = [...this.following.values()].filter(({ log }) => isMeant(log));
    for (const following of stopped) {
      this.end(following);
      following.channel.note('info', why);
    }
    return stopped.map(({ log }) => log.title);
  }

  private begin(
    following: Following,
    devtools: DevTools,
    request: FollowRequest,
    onEnd: (error: unknown) => void,
  ): Promise<void> {
    const { channel, end } = following;
    return new Promise((resolve, reject) => {
      let hasBegun = false;
      channel.note('info', message('Connecting…'));
      const listener = {
        onFollow: () => {
          channel.note(
            'info',
            hasBegun
              ? message('Connected again.')
              : message(
                  'Following “{0}”. The service worker is kept running while you follow its log.',
                  following.log.title,
                ),
          );
          hasBegun = true;
          resolve();
        },
        onLines: (lines: readonly LogLine[]) => this.show(following, lines),
        onRestart: () => this.clear(following, Infinity),
        onDropped: (count: number) =>
          channel.note('warning', message('{0} lines were dropped because they came too fast.', count)),
        onTooMany: (limit: number) =>
          channel.note(
            'warning',
            message(
              'Only {0} web pages are followed at a time. To see others, close some, then stop and follow again.',
              limit,
            ),
          ),
        onBreak: () => channel.note('warning', message('The connection to the browser was lost. Connecting again…')),
      };
      followLog(devtools, request, listener, end.signal).catch((error: unknown) => {
        const isStopped = end.signal.aborted || error instanceof Cancelled;
        // The user may read the log long after the notification.
        if (!isStopped) channel.note('warning', message('Stopped following the log.'));
        if (!hasBegun) return reject(error);
        if (isStopped) return;
        this.end(following);
        onEnd(error);
      });
    });
  }

  private show(following: Following, lines: readonly LogLine[]): void {
    following.channel.write(lines);
    following.problems.add(lines);
    const uncaught = lines.filter(({ isUncaught }) => isUncaught).length;
    if (uncaught > 0) this.count(following, following.errors + uncaught);
  }

  private clear(following: Following, before: number): void {
    following.problems.clearBefore(before);
    this.count(following, following.problems.count);
  }

  private count(following: Following, errors: number): void {
    following.errors = errors;
    const { connection, session, extensionId } = following.log;
    this.loaded.setErrors(connection, session, extensionId, errors);
  }

  private end({ log, end, problems }: Following): void {
    end.abort();
    problems.dispose();
    if (this.following.get(keyOf(log))?.end !== end) return;
    this.following.delete(keyOf(log));
    this.followed.set(log, undefined);
  }

  private channelOf(key: string, { title, sessionLabel }: LogToFollow): ExtensionChannel {
    const channel = this.channels.get(key) ?? new ExtensionChannel(this.unused(nameOf(title, sessionLabel)));
    this.channels.set(key, channel);
    return channel;
  }

  /** The editor has one channel for each name, and a session may have two copies of an extension. */
  private unused(name: PlainText): PlainText {
    const names = new Set<string>([...this.channels.values()].map((channel) => channel.name.toLowerCase()));
    let free = name;
    for (let copy = 2; names.has(free.toLowerCase()); copy++) free = t('{0} ({1})', name, copy);
    return free;
  }
}

/** Among the channels of all extensions, ours begin alike. The list of the editor has room for little more. */
function nameOf(title: string, sessionLabel: Label): PlainText {
  return localize(
    message('Browser Sessions: {0} ({1})', fileName(title), fileName(plainLabel(sessionLabel))),
    MAX_TITLE,
  );
}

/** The editor leaves these characters out of a channel's file, where two names could become one. */
function fileName(text: string): string {
  return text.replaceAll(/[\\/:*?"<>|]/g, '_');
}

/** The workspace folder that an extension's folder is in, or the folder itself. */
export function workspaceFolderOf(folder: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(folder)?.uri.fsPath ?? folder.fsPath;
}
