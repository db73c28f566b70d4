import type { Activities, Running } from '../../app/activities/activities';
import type { LogActivity, LogState } from '../../app/activities/activity';
import type { LoadedExtensions } from '../../app/loaded/loaded-extensions';
import { followedAgain, followLog, type FollowRequest, type LogLine, type LogListener } from '../../app/log/follow-log';
import type { SessionHistories } from '../../app/report/session-history';
import { Cancelled } from '../../core/errors';
import { message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { keyOf, labelOf, type ConnectionKey, type Label, type SessionRecord } from '../../state';
import { localize, MAX_TITLE, plainLabel, t } from '../editor/localize';
import { ExtensionChannel, registerLogLinks } from './extension-channel';
import { RuntimeProblems } from './runtime-problems';

type DevTools = Parameters<typeof followLog>[0];

/** An extension in a session. */
export interface LogToFollow {
  readonly connection: ConnectionKey;
  readonly session: SessionRecord;
  /** Chromium's ID of it. */
  readonly extensionId: string;
  /** Its name for the user. */
  readonly title: string;
}

/** The logs of loaded extensions: one output channel for each, which stays after the end, so that it can be read. */
export class ExtensionLogs {
  private readonly channels = new Map<string, ExtensionChannel>();
  private readonly links = registerLogLinks(() => this.channels.values());

  constructor(
    private readonly activities: Activities,
    private readonly loaded: LoadedExtensions,
    private readonly histories: SessionHistories,
  ) {}

  /**
   * Begins to follow, and shows the channel. Resolves when it has begun.
   * @param signal ends it if it is aborted before it has begun.
   * @param onEnd is called if it cannot go on later, with the error.
   * @throws the errors of `followLog`.
   */
  async follow(
    log: LogToFollow,
    devtools: DevTools,
    request: FollowRequest,
    signal: AbortSignal,
    onEnd: (error: unknown, running: Running<LogActivity>) => void,
  ): Promise<void> {
    const { connection, session, extensionId } = log;
    const channel = this.channelOf(log);
    const isFollowed = this.activities
      .in('log', connection, session.id)
      .some((each) => each.extensionId === extensionId);
    if (isFollowed) return channel.show();
    const followed = new FollowedLog(
      channel,
      (errors) => this.loaded.setErrors(connection, session.id, extensionId, errors),
      (lines) => this.histories.addLines(connection, session.id, lines),
      (state) => running.update({ state }),
    );
    const running = this.activities.start<LogActivity>({
      ...log,
      kind: 'log',
      endsInProduction: false,
      folder: request.files?.folder,
      state: 'following',
      reloaded: (at) => followed.clear(at),
      stop: (why, reason) => {
        followed.end();
        // The user may read the log long after the notification.
        channel.note(reason === 'failed' ? 'warning' : 'info', why);
      },
    });
    const cancel = (): void => {
      followed.end();
      running.end();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await followed.begin(log.title, devtools, request, (error) => {
        followed.end();
        onEnd(error, running);
      });
    } catch (error) {
      cancel();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    channel.show();
  }

  dispose(): void {
    for (const channel of this.channels.values()) channel.dispose();
    this.links.dispose();
  }

  private channelOf({ connection, session, extensionId, title }: LogToFollow): ExtensionChannel {
    const key = JSON.stringify([keyOf(connection), session.id, extensionId]);
    const channel = this.channels.get(key) ?? new ExtensionChannel(this.unused(nameOf(title, labelOf(session))));
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

/** A log that is followed: its lines in the channel, and its uncaught errors among the problems. */
class FollowedLog {
  private readonly problems = new RuntimeProblems();
  private readonly ending = new AbortController();
  /** Since the last reload. */
  private errors = 0;

  constructor(
    private readonly channel: ExtensionChannel,
    private readonly onErrors: (errors: number) => void,
    private readonly onLines: (lines: readonly LogLine[]) => void,
    private readonly onState: (state: LogState) => void,
  ) {}

  /**
   * Resolves when it has begun.
   * @param onEnd is called if it cannot go on later, with the error.
   * @throws the errors of `followLog`.
   */
  begin(title: string, devtools: DevTools, request: FollowRequest, onEnd: (error: unknown) => void): Promise<void> {
    const { channel, ending } = this;
    return new Promise((resolve, reject) => {
      let hasBegun = false;
      const listener: LogListener = {
        onFollow: (away) => {
          channel.note(
            away === undefined ? 'info' : 'warning',
            hasBegun
              ? followedAgain(away)
              : message('Following “{0}”. The service worker is kept running while you follow its log.', title),
          );
          this.onState('following');
          hasBegun = true;
          resolve();
        },
        onLines: (lines) => this.show(lines),
        onRestart: () => this.clear(Infinity),
        onDropped: (count) =>
          channel.note('warning', message('{0} lines were dropped because they came too fast.', count)),
        onTooMany: (limit) =>
          channel.note(
            'warning',
            message(
              'Only {0} web pages are followed at a time. To see others, close some, then stop and follow again.',
              limit,
            ),
          ),
        onBreak: () => {
          channel.note('warning', message('The connection to the browser was lost. Connecting again…'));
          this.onState('waiting');
        },
        onMissingMap: (advice) => channel.note('info', advice),
      };
      followLog(devtools, request, listener, ending.signal).catch((error: unknown) => {
        if (!hasBegun) reject(error);
        else if (!ending.signal.aborted && !(error instanceof Cancelled)) onEnd(error);
      });
    });
  }

  /** @param before removes the errors from before, in milliseconds since 1970. */
  clear(before: number): void {
    this.problems.clearBefore(before);
    this.count(this.problems.count);
  }

  end(): void {
    this.ending.abort();
    this.problems.dispose();
  }

  private show(lines: readonly LogLine[]): void {
    this.channel.write(lines);
    this.onLines(lines);
    this.problems.add(lines);
    const uncaught = lines.filter(({ isUncaught }) => isUncaught).length;
    if (uncaught > 0) this.count(this.errors + uncaught);
  }

  private count(errors: number): void {
    this.errors = errors;
    this.onErrors(errors);
  }
}

/** The list of the editor has room for little: what tells our channels apart comes first. */
function nameOf(title: string, sessionLabel: Label): PlainText {
  return localize(message('{0} ({1})', fileName(title), fileName(plainLabel(sessionLabel))), MAX_TITLE);
}

/** The editor leaves these characters out of a channel's file, where two names could become one. */
function fileName(text: string): string {
  return text.replaceAll(/[\\/:*?"<>|]/g, '_');
}
