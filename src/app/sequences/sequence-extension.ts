import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { StorageArea } from '../../core/storage-area';
import { listLoaded, readStorage, type LoadedExtension, type StorageChange } from '../../devtools';
import { labelOf, type SessionRecord, type UploadRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { inBrowser, orSay } from '../in-browser';
import { extensionsMeant, withUploads, type FoundExtension } from '../loaded/find-extension';
import { changeArea } from '../loaded/storage';
import { setWorkerRunning } from '../loaded/worker';
import { followLog, type LogLine } from '../log/follow-log';

/** Lines of a log that are kept. */
const MAX_LINES = 200;

export interface RunPlace {
  readonly access: BrowserAccess;
  readonly session: SessionRecord;
  /** Name, ID or folder of the extension that the sequence is about; undefined: the only one that was uploaded. */
  readonly extension: string | undefined;
  /** The folder of the project that an extension's folder is in: for the places in its log. */
  readonly topOf: ((folder: string) => string) | undefined;
  /** Undefined where nothing can be uploaded. */
  readonly upload?: UploadBuild | undefined;
}

/**
 * Uploads another build of an extension over the one that is loaded, in place: with its ID and all that it has stored.
 * @param file path of a folder or a zip, as the sequence has it.
 * @throws UserError, ServiceError, or Cancelled.
 */
export type UploadBuild = (
  session: SessionRecord,
  upload: UploadRecord,
  file: string,
  signal: AbortSignal,
) => Promise<void>;

/** The extension that a sequence is about: what it stores and logs. */
export class SequenceExtension {
  /** The last lines of its log, while it is followed. */
  readonly log: LogLine[] = [];
  private firstUncaught: LogLine | undefined;
  /** When the log began to be followed, by the clock of the browser. */
  private began = 0;
  private found: FoundExtension | undefined;
  private following: Promise<void> | undefined;

  constructor(
    private readonly place: RunPlace,
    private readonly signal: AbortSignal,
    /** The time in the browser, in milliseconds since 1970. */
    private readonly timeThere: () => Promise<number>,
  ) {}

  /** @throws UserError if it is not loaded, which may come. */
  async find(): Promise<FoundExtension> {
    const { access, session } = this.place;
    this.found ??= extensionOf(
      this.place,
      await inBrowser(access, session, { failed: noAccess(session) }, this.signal, listLoaded),
    );
    return this.found;
  }

  /** @param keys those that are looked at, of which there may be many more; all by default. */
  async stored(area: StorageArea, keys?: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
    const { extension } = await this.find();
    const { access, session } = this.place;
    const { values } = await inBrowser(access, session, { failed: noAccess(session) }, this.signal, (open, limited) =>
      readStorage(open, extension.id, area, limited, keys),
    );
    return values;
  }

  /** Changes what it has stored in an area, one change after the other. */
  async change(area: StorageArea, changes: readonly StorageChange[]): Promise<void> {
    const { extension } = await this.find();
    await changeArea(this.place.access, { session: this.place.session, extension }, area, changes, this.signal);
  }

  /** @throws UserError, also if it was not uploaded from here. */
  async upload(file: string): Promise<void> {
    const { session, upload } = this.place;
    const { extension, upload: before } = await this.find();
    if (!upload || !before)
      throw new UserError(
        message('“{0}” wasn’t uploaded from here, so no other build can replace it.', extension.name),
      );
    await upload(session, before, file, this.signal);
    // Its version, at least, is another one.
    this.found = undefined;
  }

  /** Stops or starts its worker. */
  async setWorkerRunning(running: boolean): Promise<void> {
    const { extension } = await this.find();
    await setWorkerRunning(this.place.access, { session: this.place.session, extension }, running, this.signal);
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
    const { access, session, topOf } = this.place;
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

/** For `inBrowser`: why a step that needs more than a click's point cannot be run. */
export function noAccess(session: SessionRecord): ReturnType<typeof orSay> {
  return orSay(session, {
    notOffered: message(
      'This service can’t read pages of “{0}”. Only clicks by coordinates can be run.',
      labelOf(session),
    ),
    noAnswer: message('The browser of “{0}” couldn’t be reached.', labelOf(session)),
  });
}

/** @throws UserError if there is none, or if there are several. */
function extensionOf(
  { access, session, extension: wanted }: RunPlace,
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
        : message('“{0}” hasn’t loaded “{1}”.', label, wanted),
    );
  if (others.length > 0)
    throw new UserError(message('Several extensions are loaded. Name one by “{0}” in the sequence.', 'extension'));
  return only;
}
