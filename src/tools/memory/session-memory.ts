import type { DevToolsSessions } from '../../app/devtools-sessions';
import { withinTime } from '../../app/in-browser';
import { Cancelled, raceWithAbort, UserError } from '../../core/errors';
import { message } from '../../core/message';
import {
  SessionPages,
  type Clickable,
  type LoadedExtension,
  type PageContent,
  type PageRegion,
  type SessionDevTools,
} from '../../devtools';
import type { UploadRecord } from '../../state';
import { DoneSteps, type DoneStep } from './done-steps';
import { ExtensionLog, type FolderSources, type MarkedLine } from './extension-log';
import { formatPage, type ShownLine } from './page-text';

/** Milliseconds without a call after which a session is let go. */
const IDLE_TIMEOUT = 10 * 60_000;
/** Kept of each kind; the oldest goes first. */
const MAX_REFERENCES = 20_000;
const MAX_READINGS = 30;
const MAX_SCREENSHOTS = 50;

/** An element, and the page that it is on. */
export interface Reference {
  readonly ref: string;
  readonly element: Clickable;
  readonly targetId: string;
}

/** A page as it was read. */
export interface PageReading {
  readonly mark: number;
  readonly targetId: string;
  readonly content: PageContent;
  readonly lines: readonly ShownLine[];
}

/** A screenshot that was taken, for points on it. */
export interface TakenScreenshot {
  readonly targetId: string;
  readonly document: string | undefined;
  readonly scale: number;
  readonly region: PageRegion;
}

/**
 * What is known of a session while somebody works in it through tools: its pages with their dialogs, the names of the
 * elements, and what its extensions said. Marks count all that has happened, so that whoever has one can ask what came
 * after it.
 */
export class SessionMemory {
  readonly pages = new SessionPages();
  private readonly ending = new AbortController();
  private readonly references = new Map<string, Reference>();
  private readonly byElement = new Map<string, string>();
  private readonly pageNames = new Map<string, string>();
  private readonly readings = new Map<number, PageReading>();
  private readonly screenshots = new Map<string, TakenScreenshot>();
  private readonly logs = new Map<string, ExtensionLog>();
  private lastReference = 0;
  private lastScreenshot = 0;
  private lastMark: number;
  private following: Promise<void> | undefined;

  /** @param done what was done in the session before, too: its marks go on. */
  constructor(
    readonly devtools: SessionDevTools,
    readonly done: DoneSteps,
  ) {
    this.lastMark = done.lastMark;
  }

  /** The mark of this moment. */
  get mark(): number {
    return this.lastMark;
  }

  nextMark(): number {
    return ++this.lastMark;
  }

  /**
   * Resolves when all pages of the session are attached to.
   * @throws DevToolsFailure, ServiceError, or Cancelled.
   */
  async begin(signal: AbortSignal): Promise<void> {
    this.following ??= this.follow().catch((error: unknown) => {
      this.following = undefined;
      throw error;
    });
    await raceWithAbort(this.following, signal);
  }

  /** The name of a page in answers: `p1`. */
  pageName(targetId: string): string {
    const name = this.pageNames.get(targetId) ?? `p${this.pageNames.size + 1}`;
    this.pageNames.set(targetId, name);
    return name;
  }

  targetNamed(name: string): string | undefined {
    return [...this.pageNames].find(([, each]) => each === name)?.[0];
  }

  /** The reference of an element: the same for as long as the element lives. */
  referenceTo(element: Clickable, targetId: string): string {
    const { node, frame, document } = element;
    const key = JSON.stringify([targetId, frame, document, node]);
    const ref = this.byElement.get(key) ?? `e${++this.lastReference}`;
    this.byElement.set(key, ref);
    this.references.set(ref, { ref, element, targetId });
    dropOldest(this.references, MAX_REFERENCES);
    dropOldest(this.byElement, MAX_REFERENCES);
    return ref;
  }

  reference(ref: string): Reference | undefined {
    return this.references.get(ref);
  }

  /** Keeps how a page is now, to compare with it later. */
  addReading(targetId: string, content: PageContent): PageReading {
    const lines = formatPage(content, (element) => this.referenceTo(element, targetId));
    const reading = { mark: this.nextMark(), targetId, content, lines };
    this.readings.set(reading.mark, reading);
    dropOldest(this.readings, MAX_READINGS);
    return reading;
  }

  /** The last reading of a page, up to a mark. */
  readingOf(targetId: string, upTo = Infinity): PageReading | undefined {
    return [...this.readings.values()].findLast((each) => each.targetId === targetId && each.mark <= upTo);
  }

  addScreenshot(screenshot: TakenScreenshot): string {
    const id = `i${++this.lastScreenshot}`;
    this.screenshots.set(id, screenshot);
    dropOldest(this.screenshots, MAX_SCREENSHOTS);
    return id;
  }

  screenshot(id: string): TakenScreenshot | undefined {
    return this.screenshots.get(id);
  }

  /**
   * Keeps what an agent has done.
   * @param caller its ID.
   * @param mark that of its answer, if it has one already.
   */
  remember(caller: string, step: Omit<DoneStep, 'mark'>, mark = this.nextMark()): void {
    this.done.add(caller, { ...step, mark });
  }

  /**
   * The log of an extension, which is followed from now on.
   * @throws DevToolsFailure, ServiceError, or Cancelled.
   */
  async log(
    sources: FolderSources,
    extension: LoadedExtension,
    upload: UploadRecord | undefined,
    isProduction: boolean,
    signal: AbortSignal,
  ): Promise<ExtensionLog> {
    const known = this.logs.get(extension.id);
    const log = known ?? new ExtensionLog(this, extension, this.ending.signal);
    this.logs.set(extension.id, log);
    const limited = withinTime(signal);
    try {
      await raceWithAbort(log.begin(sources, upload, isProduction, limited), limited);
    } catch (error) {
      if (signal.aborted) throw error;
      this.logs.delete(extension.id);
      // A browser that is busy may take longer: what was begun goes on, and the next call may find it.
      if (error instanceof Cancelled)
        throw new UserError(message('The log of “{0}” did not begin in time. Try again.', extension.name));
      throw error;
    }
    return log;
  }

  /** The lines of all logs that are followed, after a mark. */
  linesAfter(mark: number): readonly { readonly extension: LoadedExtension; readonly line: MarkedLine }[] {
    return [...this.logs.values()].flatMap(({ extension, lines }) =>
      lines.filter((line) => line.mark > mark).map((line) => ({ extension, line })),
    );
  }

  close(): void {
    this.ending.abort();
  }

  private follow(): Promise<void> {
    return new Promise((resolve, reject) => {
      const { signal } = this.ending;
      const work = async (...[connection]: Parameters<Parameters<SessionDevTools['keep']>[0]>): Promise<void> => {
        await this.pages.follow(connection, signal);
        resolve();
      };
      this.devtools.keep(work, signal).catch((error: unknown) => {
        this.following = undefined;
        reject(error);
      });
    });
  }
}

function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}

/** The sessions that somebody works in; each is let go when nothing was asked of it for a while. */
export class SessionMemories {
  private readonly known = new Map<
    SessionDevTools,
    { readonly memory: SessionMemory; timer: NodeJS.Timeout | undefined }
  >();

  /** Stays when a session is let go: an agent may save what it did after a long while. */
  private readonly done = new WeakMap<SessionDevTools, DoneSteps>();

  constructor(private readonly devtools: Pick<DevToolsSessions, 'of'>) {}

  of(...[client, session]: Parameters<DevToolsSessions['of']>): SessionMemory {
    const devtools = this.devtools.of(client, session);
    const done = this.done.get(devtools) ?? new DoneSteps();
    this.done.set(devtools, done);
    const entry = this.known.get(devtools) ?? { memory: new SessionMemory(devtools, done), timer: undefined };
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      this.known.delete(devtools);
      entry.memory.close();
    }, IDLE_TIMEOUT).unref();
    this.known.set(devtools, entry);
    return entry.memory;
  }

  close(): void {
    for (const { memory, timer } of this.known.values()) {
      clearTimeout(timer);
      memory.close();
    }
    this.known.clear();
  }
}
