import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { StorageArea } from '../../core/storage-area';
import { listLoaded, readStorage, type LoadedExtension } from '../../devtools';
import { labelOf, type SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { inBrowser, orSay } from '../in-browser';
import { extensionsMeant, withUploads, type FoundExtension } from '../loaded/find-extension';
import { followLog, type LogLine } from '../log/follow-log';

/** Lines of a log that are kept. */
const MAX_LINES = 200;

export interface PlayedIn {
  readonly access: BrowserAccess;
  readonly session: SessionRecord;
  /** Name, ID or folder of the extension that the sequence is about; undefined: the only one that was uploaded. */
  readonly extension: string | undefined;
  /** The folder of the project that an extension's folder is in: for the places in its log. */
  readonly topOf: ((folder: string) => string) | undefined;
}

/** The extension that a sequence is about: what it stores and logs. */
export class PlayedExtension {
  /** The last lines of its log, while it is followed. */
  readonly log: LogLine[] = [];
  private firstUncaught: LogLine | undefined;
  /** When the log began to be followed, by the clock of the browser. */
  private began = 0;
  private found: FoundExtension | undefined;
  private following: Promise<void> | undefined;

  constructor(
    private readonly played: PlayedIn,
    private readonly signal: AbortSignal,
    /** The time in the browser, in milliseconds since 1970. */
    private readonly timeThere: () => Promise<number>,
  ) {}

  /** @throws UserError if it is not loaded, which may come. */
  async find(): Promise<FoundExtension> {
    const { access, session } = this.played;
    this.found ??= extensionOf(
      this.played,
      await inBrowser(access, session, { failed: noAccess(session) }, this.signal, listLoaded),
    );
    return this.found;
  }

  /** @param keys those that are looked at, of which there may be many more; all by default. */
  async stored(area: StorageArea, keys?: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const { extension } = await this.find();
    const { access, session } = this.played;
    const { values } = await inBrowser(access, session, { failed: noAccess(session) }, this.signal, (open, limited) =>
      readStorage(open, extension.id, area, limited, keys),
    );
    return values;
  }

  /** The first error that it did not catch since its log is followed. */
  async uncaught(): Promise<string | undefined> {
    await this.followLog();
    return this.firstUncaught?.text;
  }

  /** Follows its log from now on. Resolves when it has begun. */
  followLog(): Promise<void> {
    this.following ??= this.follow().catch((error: unknown) => {
      this.following = undefined;
      throw error;
    });
    return this.following;
  }

  private async follow(): Promise<void> {
    const { access, session, topOf } = this.played;
    const { extension, upload } = await this.find();
    this.began = await this.timeThere();
    const request = {
      extensionId: extension.id,
      pausesWorkers: false,
      matches: () => ['<all_urls>'],
      ...(upload && topOf && { files: { folder: upload.folder, top: topOf(upload.folder) } }),
    };
    await new Promise<void>((resolve, reject) => {
      const listener = {
        onFollow: () => resolve(),
        onLines: (lines: readonly LogLine[]) => this.add(lines),
      };
      followLog(access.devtools.of(access.client, session.id), request, listener, this.signal).catch(reject);
    });
  }

  /** The browser tells again what was said before. */
  private add(all: readonly LogLine[]): void {
    const lines = all.filter(({ at }) => at >= this.began);
    this.firstUncaught ??= lines.find(({ isUncaught }) => isUncaught);
    this.log.push(...lines);
    this.log.splice(0, Math.max(0, this.log.length - MAX_LINES));
  }
}

/** For `inBrowser`: why a step that needs more than a click's point cannot be played. */
export function noAccess(session: SessionRecord): ReturnType<typeof orSay> {
  return orSay(session, {
    notOffered: message(
      'This service can’t read pages of “{0}”. Only clicks by coordinates can be played.',
      labelOf(session),
    ),
    noAnswer: message('The browser of “{0}” couldn’t be reached.', labelOf(session)),
  });
}

/** @throws UserError if there is none, or if there are several. */
function extensionOf(
  { access, session, extension: wanted }: PlayedIn,
  loaded: readonly LoadedExtension[],
): FoundExtension {
  const all = withUploads(loaded, access.sessions.get(session.id)?.uploads);
  const found = extensionsMeant(all, wanted);
  const [only, ...others] = found;
  const label = labelOf(session);
  if (!only)
    throw new UserError(
      wanted === undefined
        ? message('“{0}” has loaded no extension.', label)
        : message('“{0}” has not loaded “{1}”.', label, wanted),
    );
  if (others.length > 0)
    throw new UserError(message('Several extensions are loaded. Name one by “{0}” in the sequence.', 'extension'));
  return only;
}
