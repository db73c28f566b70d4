import path from 'node:path';
import { formatDuration } from '../../core/format';
import { matchesPattern } from '../../core/match-pattern';
import { message, type Message } from '../../core/message';
import {
  ExtensionFollower,
  untilBack,
  type LogEntry,
  type PauseAfter,
  type ScriptPlace,
  type SessionDevTools,
} from '../../devtools';
import { findMissingMap, findSources, type SourcePlace } from '../../packaging';

/** Lines that may come at once, and lines for each second after that. */
const BURST = 1000;
const PER_SECOND = 100;
/** Milliseconds between two reports of dropped lines. */
const REPORT_INTERVAL = 1000;
/** Places that are looked up at a time. */
const MAX_BATCH = 200;
/** Milliseconds. A page that hangs is long in being attached to. */
const MAX_HOLD = 1000;

export interface FollowRequest {
  /** Chromium's ID of the extension. */
  readonly extensionId: string;
  /** Whether workers, also those of websites, may be paused for a moment when they start. */
  readonly pausesWorkers: boolean;
  /** Match patterns of the pages that its scripts run in. Asked each time, because an upload may change them. */
  readonly matches: () => readonly string[];
  /** Where its files are on this machine; undefined for an extension that was not uploaded from here. */
  readonly files?: {
    readonly folder: string;
    /** The folder of the project, at or above `folder`. */
    readonly top: string;
  };
}

/** A place in a script of the extension, and in the file of this machine that it was made from. */
export interface LogPlace extends ScriptPlace {
  readonly source: SourcePlace | undefined;
}

/** A line of an extension's log. All its texts come from the browser. */
export interface LogLine extends Omit<LogEntry, 'place' | 'stack'> {
  readonly place: LogPlace | undefined;
  readonly stack: readonly { readonly name: string; readonly place: LogPlace | undefined }[];
}

export interface LogListener {
  /**
   * The log is followed from now on: at the start, and after each break of the connection.
   * @param away milliseconds of an outage that has just ended; undefined at the start, and where the browser was found
   * again at once.
   */
  readonly onFollow?: (away: number | undefined) => void;
  readonly onLines: (lines: readonly LogLine[]) => void;
  /**
   * A new worker starts in the place of one that has ended, as when the extension is reloaded, whoever reloads it. The
   * lines before it are those of the version from before.
   */
  readonly onRestart?: () => void;
  /** So many lines came too fast to be shown. */
  readonly onDropped?: (count: number) => void;
  /** More web pages are open than are followed. Called once at most. */
  readonly onTooMany?: (limit: number) => void;
  /** The connection broke. It is opened again, however long that takes. */
  readonly onBreak?: () => void;
  /** The first place that is that of a built script, not of a source: how to get source maps. Called once at most. */
  readonly onMissingMap?: (advice: Message) => void;
}

/** That a log goes on after a break, and what it missed. @param away as `onFollow` is told. */
export function followedAgain(away: number | undefined): Message {
  if (away === undefined) return message('Connected again.');
  return message(
    'Connected again: the browser couldn’t be reached for {0}. Lines from that time are missing, except those that a running worker or an open page has kept.',
    formatDuration(away),
  );
}

/** How a build would get the source map that a script of it lacks, as a sentence. */
export async function adviseSourceMap(folder: string, script: string): Promise<Message | undefined> {
  const missing = await findMissingMap(folder, script);
  if (!missing) return undefined;
  const { tool, setting } = missing;
  return setting.file === undefined
    ? message(
        '“{0}” has no source map, so its places are those of the build. With {1}: {2}',
        script,
        tool,
        setting.text,
      )
    : message(
        '“{0}” has no source map, so its places are those of the build. With {1}, add to {2}: {3}',
        script,
        tool,
        setting.file,
        setting.text,
      );
}

/**
 * Follows what a loaded extension says, until the signal is aborted. Its worker does not stop meanwhile, and
 * the session counts as used. Once it has begun, it outlasts any outage of the service.
 * @param pauseAfter how long it waits before each try to go on.
 * @throws DevToolsFailure if the session's browser cannot be reached at the start, or refuses; ServiceError if the
 * service refuses to give its address, as when the session has ended; or Cancelled.
 */
export async function followLog(
  devtools: Pick<SessionDevTools, 'keep'>,
  { extensionId, pausesWorkers, matches, files }: FollowRequest,
  listener: LogListener,
  signal: AbortSignal,
  pauseAfter: PauseAfter = untilBack,
): Promise<never> {
  const lines = new Lines(files, listener, signal);
  const follower = new ExtensionFollower({
    extensionId,
    pausesWorkers,
    runsIn: (page) => matches().some((pattern) => matchesPattern(pattern, page)),
    onEntry: (entry) => lines.add(entry),
    onRestart: () => lines.addRestart(),
    onTooMany: (limit) => listener.onTooMany?.(limit),
  });
  try {
    const work: Parameters<SessionDevTools['keep']>[0] = async (connection, beginning) => {
      lines.hold();
      await follower.follow(connection, beginning.signal);
      listener.onFollow?.(beginning.away);
      lines.release();
    };
    return await devtools.keep(work, signal, listener.onBreak, pauseAfter);
  } finally {
    lines.end();
  }
}

/** Entries on their way to the listener: limited, in their order, and with their places on this machine. */
class Lines {
  private readonly limit = new LineLimit();
  /** Undefined in the place of a restart. */
  private waiting: (LogEntry | undefined)[] = [];
  private isBusy = false;
  private hasAdvised = false;
  /** Runs while lines are held. */
  private holding: NodeJS.Timeout | undefined;
  private reporting: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: FollowRequest['files'],
    private readonly listener: LogListener,
    private readonly signal: AbortSignal,
  ) {}

  add(entry: LogEntry): void {
    if (this.limit.take()) this.push(entry);
    else this.reporting ??= setTimeout(() => this.reportDropped(), REPORT_INTERVAL).unref();
  }

  addRestart(): void {
    // One for all that follow each other, because a hostile host may send any number.
    const isLast = this.waiting.length > 0 && this.waiting.at(-1) === undefined;
    if (!isLast) this.push(undefined);
  }

  /** While targets are attached to, each tells first what it said before: that is put into the order of its time. */
  hold(): void {
    clearTimeout(this.holding);
    this.holding = setTimeout(() => this.release(), MAX_HOLD).unref();
  }

  release(): void {
    if (!this.holding) return;
    clearTimeout(this.holding);
    this.holding = undefined;
    // A restart is between the lines of two workers, and stays there.
    if (!this.waiting.includes(undefined))
      this.waiting = this.waiting.toSorted((one, other) => (one?.at ?? 0) - (other?.at ?? 0));
    if (!this.isBusy) void this.deliver();
  }

  end(): void {
    clearTimeout(this.holding);
    clearTimeout(this.reporting);
    this.reportDropped();
  }

  private reportDropped(): void {
    this.reporting = undefined;
    const count = this.limit.takeDropped();
    if (count > 0) this.listener.onDropped?.(count);
  }

  private push(entry: LogEntry | undefined): void {
    this.waiting.push(entry);
    if (!this.isBusy && !this.holding) void this.deliver();
  }

  private async deliver(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0 && !this.holding) {
      const entries = this.takeBatch();
      const lines = await this.placed(entries);
      // Looking up places takes time, and the listener may be gone.
      if (this.signal.aborted) this.waiting.length = 0;
      else if (entries.length === 0) this.listener.onRestart?.();
      else {
        this.listener.onLines(lines);
        await this.advise(lines);
      }
    }
    this.isBusy = false;
  }

  /** A place that is in the extension's folder itself has come through no map. */
  private async advise(lines: readonly LogLine[]): Promise<void> {
    const { files } = this;
    if (!files || this.hasAdvised) return;
    const places = lines.flatMap(({ place, stack }) => [place, ...stack.map((frame) => frame.place)]);
    const built = places.find((place) => place?.source?.file === path.resolve(files.folder, place?.path ?? ''));
    if (!built) return;
    this.hasAdvised = true;
    const advice = await adviseSourceMap(files.folder, built.path).catch(() => undefined);
    if (advice && !this.signal.aborted) this.listener.onMissingMap?.(advice);
  }

  /** The next lines up to a restart; none if it is next. */
  private takeBatch(): readonly LogEntry[] {
    const restart = this.waiting.indexOf(undefined);
    const count = Math.min(MAX_BATCH, restart < 0 ? this.waiting.length : Math.max(1, restart));
    return this.waiting.splice(0, count).filter((entry) => entry !== undefined);
  }

  private async placed(entries: readonly LogEntry[]): Promise<LogLine[]> {
    const places = entries.flatMap(({ place, stack }) => [place, ...stack.map((frame) => frame.place)]);
    const known = places.filter((place) => place !== undefined);
    const sources = new Map<ScriptPlace, SourcePlace | undefined>();
    const found = await this.sourcesOf(known);
    known.forEach((place, index) => sources.set(place, found[index]));
    const placed = (place: ScriptPlace | undefined): LogPlace | undefined =>
      place && { ...place, source: sources.get(place) };
    return entries.map((entry) => ({
      ...entry,
      place: placed(entry.place),
      stack: entry.stack.map(({ name, place }) => ({ name, place: placed(place) })),
    }));
  }

  /** A place that cannot be found, or not in time, is no reason to lose a line. */
  private async sourcesOf(places: readonly ScriptPlace[]): Promise<readonly (SourcePlace | undefined)[]> {
    if (!this.files || places.length === 0) return [];
    try {
      return await findSources(this.files.folder, this.files.top, places);
    } catch {
      return [];
    }
  }
}

/** Limits the lines of a log: a loop that logs would otherwise fill the memory and hide everything else. */
class LineLimit {
  private left = BURST;
  private at = performance.now();
  private dropped = 0;

  /** @returns whether the next line may be shown; if not, it is counted. */
  take(): boolean {
    const now = performance.now();
    this.left = Math.min(BURST, this.left + ((now - this.at) / 1000) * PER_SECOND);
    this.at = now;
    if (this.left < 1) {
      this.dropped++;
      return false;
    }
    this.left--;
    return true;
  }

  /** @returns how many lines were dropped since the last call. */
  takeDropped(): number {
    const { dropped } = this;
    this.dropped = 0;
    return dropped;
  }
}
