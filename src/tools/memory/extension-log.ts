import { followLog, type LogLine } from '../../app/log/follow-log';
import { placeText, sourceText } from '../../app/log/log-text';
import type { Inspect } from '../../app/upload/inspect-folders';
import { raceWithAbort } from '../../core/errors';
import { english, type Message } from '../../core/message';
import { matchesOfManifest } from '../../core/match-pattern';
import type { LoadedExtension, SessionDevTools } from '../../devtools';
import type { UploadRecord } from '../../state';

/** UTF-16 units of one message of a log. */
const MAX_SAID_AT_ONCE = 600;

/** A line of an extension's log, with its place among all that has happened in the session. */
export interface MarkedLine extends LogLine {
  readonly mark: number;
}

/** The session of a log, and what counts all that happens in it. */
interface MarkedSession {
  readonly devtools: SessionDevTools;
  readonly nextMark: () => number;
}

/** What finds the sources of an uploaded folder. */
export interface FolderSources {
  readonly inspect: Inspect;
  /** The folder of the project that a folder belongs to, at or above it: source maps may lead no higher. */
  readonly topOf: (folder: string) => string;
}

/** Lines of a log that are kept; the oldest goes first. */
const MAX_LINES = 2000;

/** What an extension has said since its log is followed. */
export class ExtensionLog {
  /** How its places would be those of the sources. */
  advice: Message | undefined;
  private readonly kept: MarkedLine[] = [];
  private dropped = 0;
  private readonly listeners = new Set<() => void>();
  private begun: Promise<void> | undefined;
  private sources: FolderSources | undefined;
  private upload: UploadRecord | undefined;
  private isProduction = false;

  constructor(
    private readonly session: MarkedSession,
    readonly extension: LoadedExtension,
    private readonly ending: AbortSignal,
  ) {}

  get lines(): readonly MarkedLine[] {
    return this.kept;
  }

  /** How many lines came too fast to be kept, or were too many. */
  get lost(): number {
    return this.dropped;
  }

  async begin(
    sources: FolderSources,
    upload: UploadRecord | undefined,
    isProduction: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    this.sources = sources;
    this.upload = upload;
    this.isProduction = isProduction;
    if (upload) await this.readMatches(upload.folder, signal);
    this.begun ??= this.follow();
    await this.begun;
  }

  /**
   * Resolves when nothing was said for a moment, or in time.
   * @param first how long the first line may take.
   */
  async untilQuiet(quiet: number, max: number, signal: AbortSignal, first = quiet): Promise<void> {
    await raceWithAbort(
      new Promise<void>((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          clearTimeout(limit);
          this.listeners.delete(listen);
          resolve();
        };
        let timer = setTimeout(finish, first);
        const limit = setTimeout(finish, max);
        const listen = (): void => {
          clearTimeout(timer);
          timer = setTimeout(finish, quiet);
        };
        this.listeners.add(listen);
      }),
      signal,
    );
  }

  private matches: readonly string[] = ['<all_urls>'];

  private async readMatches(folder: string, signal: AbortSignal): Promise<void> {
    const inspection = await this.sources?.inspect(folder, signal).catch(() => undefined);
    this.matches = matchesOfManifest(inspection?.manifest);
  }

  private follow(): Promise<void> {
    const { upload, sources } = this;
    const request = {
      extensionId: this.extension.id,
      // A worker of a website must not wait for a connection that may be slow.
      pausesWorkers: !this.isProduction,
      matches: () => this.matches,
      ...(upload && sources && { files: { folder: upload.folder, top: sources.topOf(upload.folder) } }),
    };
    return new Promise((resolve, reject) => {
      const listener = {
        onFollow: () => resolve(),
        onLines: (lines: readonly LogLine[]) => this.add(lines),
        onDropped: (count: number) => void (this.dropped += count),
        onMissingMap: (advice: Message) => (this.advice = advice),
      };
      followLog(this.session.devtools, request, listener, this.ending).catch((error: unknown) => {
        // The next call begins it anew, or says why it cannot.
        this.begun = undefined;
        reject(error);
      });
    });
  }

  private add(lines: readonly LogLine[]): void {
    for (const line of lines) this.kept.push({ ...line, mark: this.session.nextMark() });
    const excess = this.kept.length - MAX_LINES;
    if (excess > 0) this.dropped += this.kept.splice(0, excess).length;
    for (const listener of this.listeners) listener();
  }
}

/** Uncaught errors first, each with its place in the source. */
export function logLines(lines: readonly MarkedLine[]): string[] {
  const uncaught = lines.filter(({ isUncaught }) => isUncaught);
  return [...uncaught, ...lines.filter(({ isUncaught }) => !isUncaught)].map(logLine);
}

function logLine({ level, source, text, place, isUncaught }: MarkedLine): string {
  const where = place ? ` (${placeText(place, (file) => file)})` : '';
  return `${isUncaught ? 'uncaught' : level} ${sourceText(source, english)}: ${text.slice(0, MAX_SAID_AT_ONCE)}${where}`;
}
