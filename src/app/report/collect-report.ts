import { Cancelled, sentenceOf, throwIfCancelled, UserError } from '../../core/errors';
import { indentedJson } from '../../core/json';
import { message, type Message } from '../../core/message';
import { regularYield, type Turn } from '../../core/regular-yield';
import { STORAGE_AREAS } from '../../core/storage-area';
import {
  browserTime,
  browserVersion,
  listLoaded,
  withFront,
  type DevToolsConnection,
  type LogEntry,
} from '../../devtools';
import { changedFiles, digestExtension, hashFiles, type Inspection } from '../../packaging';
import { labelOf, type ConnectionKey, type SessionRecord, type UploadRecord } from '../../state';
import { takeScreenshot } from '../computer';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser } from '../in-browser';
import { withUploads, type FoundExtension } from '../loaded/find-extension';
import { readArea } from '../loaded/storage';
import { collectLog, readEntries } from './collect-log';
import { redactedPath } from './redacted-path';
import { Redactor } from './redactor';
import {
  REPORT_LIMITS,
  type Report,
  type ReportExtension,
  type ReportFile,
  type ReportPart,
  type ReportPicture,
  type ReportProblem,
  type ReportStorage,
  type ReportUpload,
} from './report';
import type { SessionHistory } from './session-history';
import { ValueWalk } from './value-walk';

export interface ReportNeeds {
  readonly access: BrowserAccess;
  readonly session: SessionRecord;
  /** Its address is that of the service now. */
  readonly connection: ConnectionKey;
  readonly history: SessionHistory;
  /** Those of other connections: an extension may have said one of them. */
  readonly tokens: readonly string[];
  /** Versions of this extension and of the editor; empty where there is none. */
  readonly versions: Pick<Report['versions'], 'extension' | 'editor'>;
  readonly inspect: (folder: string, chromium: string | undefined, signal: AbortSignal) => Promise<Inspection>;
  /** The folder of the project that an extension’s folder is in. */
  readonly topOf: (folder: string) => string;
  readonly localize: (text: Message) => string;
}

/** Milliseconds. A session with many pages is long in being attached to. */
const READ_WITHIN = 20_000;
/** Milliseconds of work after which all else of the process gets a turn. */
const YIELD_AFTER = 50;

/**
 * Collects what there is to tell about a session. What cannot be found out is a note in it.
 * @throws Cancelled.
 */
export async function collectReport(
  needs: ReportNeeds,
  parts: ReadonlySet<ReportPart>,
  signal: AbortSignal,
): Promise<Report> {
  return new Collecting(needs, parts, signal).collect();
}

/** What the browser of the session told. */
interface BrowserAnswers {
  readonly chromium: string | undefined;
  readonly loaded: readonly FoundExtension[];
  readonly entries: readonly LogEntry[];
  /** Milliseconds that its clock is ahead of ours. */
  readonly ahead: number;
}

class Collecting {
  private readonly notes: string[] = [];
  private readonly turn: Turn;

  constructor(
    private readonly needs: ReportNeeds,
    private readonly parts: ReadonlySet<ReportPart>,
    private readonly signal: AbortSignal,
  ) {
    this.turn = regularYield(YIELD_AFTER, signal);
  }

  async collect(): Promise<Report> {
    const { access, session, connection, history, topOf, versions } = this.needs;
    const redactor = await this.redactor();
    const picture = this.parts.has('picture') ? await this.part(() => this.picture()) : undefined;
    const told = await this.part(() => this.ask());
    const extensions = this.parts.has('extensions') ? await this.extensions(told, redactor) : undefined;
    const storage = this.parts.has('storage') && told ? await this.storage(told, redactor) : undefined;
    const name = (text: string): string => redactor.redact(text, REPORT_LIMITS.name);
    throwIfCancelled(this.signal);
    return {
      at: Date.now(),
      session: {
        id: name(session.id),
        label: name(this.needs.localize(asMessage(labelOf(access.sessions.get(session.id) ?? session)))),
      },
      connection: { name: name(connection.name), host: name(hostOf(connection.address)) },
      versions: { ...versions, chromium: name(told?.chromium ?? '') },
      ...(picture && { picture }),
      ...(this.parts.has('path') &&
        history.path && { path: redactedPath(history.path, redactor, this.parts.has('picture')) }),
      ...(extensions && { extensions }),
      ...(this.parts.has('log') && {
        log: await collectLog(
          { history, entries: told?.entries ?? [], ahead: told?.ahead ?? 0, topOf },
          redactor,
          this.turn,
        ),
      }),
      ...(storage && { storage }),
      notes: this.notes.slice(0, REPORT_LIMITS.notes).map((text) => redactor.redact(text, REPORT_LIMITS.text)),
    };
  }

  /** The addresses that are secrets are asked for, because a log may have them. */
  private async redactor(): Promise<Redactor> {
    const { client } = this.needs.access;
    const { id } = this.needs.session;
    const asked = [client.devToolsAddress(id, this.signal), client.liveViewAddress(id, this.signal)];
    const addresses = await Promise.all(
      asked.map((each) =>
        each.catch((error: unknown) => {
          // What is not given is no secret. Every other address that could be one is removed by its form.
          if (error instanceof UserError) return undefined;
          throw error;
        }),
      ),
    );
    return new Redactor({
      redact: client.redact,
      service: this.needs.connection.address,
      addresses: addresses.filter((address) => address !== undefined),
      texts: [...this.needs.tokens, ...this.needs.history.typedSecrets],
      session: id,
    });
  }

  /** @returns undefined if it cannot be found out: then there is a note. */
  private async part<T>(find: () => Promise<T>): Promise<T | undefined> {
    try {
      return await find();
    } catch (error) {
      if (this.signal.aborted) throw new Cancelled();
      if (!(error instanceof UserError)) throw error;
      this.note(sentenceOf(error));
      return undefined;
    }
  }

  private note(text: Message): void {
    this.notes.push(this.needs.localize(text));
  }

  private async picture(): Promise<ReportPicture | undefined> {
    const { access, session } = this.needs;
    const png = await takeScreenshot(access, session.id, this.signal);
    if (png.length <= REPORT_LIMITS.picture) return { at: Date.now(), png };
    this.note(message('The screenshot is too large for a report.'));
    return undefined;
  }

  private ask(): Promise<BrowserAnswers> {
    const { access, session } = this.needs;
    const failed = andWhy(message('Couldn’t read the browser of “{0}”.', labelOf(session)));
    return inBrowser(access, session, { failed, timeout: READ_WITHIN }, this.signal, async (open, limited) => {
      const extensions = await listLoaded(open, limited);
      const loaded = withUploads(extensions, access.sessions.get(session.id)?.uploads);
      const ahead = await clockAhead(open, limited);
      const entries = this.parts.has('log') ? await readEntries(open, extensions, limited) : [];
      return { chromium: await browserVersion(open, limited), loaded, entries, ahead };
    });
  }

  /** Where the browser does not tell what it has loaded, what was uploaded is known nevertheless. */
  private async extensions(told: BrowserAnswers | undefined, redactor: Redactor): Promise<ReportExtension[]> {
    const { access, session } = this.needs;
    const found = told?.loaded ?? uploadedOnly(access.sessions.get(session.id)?.uploads);
    const all: ReportExtension[] = [];
    for (const { extension, upload } of found.slice(0, REPORT_LIMITS.extensions)) {
      const { id, name, version, enabled } = extension;
      all.push({
        id: redactor.redact(id, REPORT_LIMITS.name),
        name: redactor.redact(name, REPORT_LIMITS.name),
        version: redactor.redact(version, REPORT_LIMITS.name),
        isEnabled: enabled,
        ...(upload && { upload: await this.upload(upload, told?.chromium, redactor) }),
      });
    }
    return all;
  }

  private async upload(upload: UploadRecord, chromium: string | undefined, redactor: Redactor): Promise<ReportUpload> {
    const { at, bytes, sha256 } = upload;
    const found = await this.contents(upload, chromium);
    const { inspection, state, hashes } = found ?? { inspection: undefined, state: 'gone' as const, hashes: [] };
    const files = inspection?.files ?? [];
    const problems = inspection?.problems ?? [];
    const text = (value: string): string => redactor.redact(value, REPORT_LIMITS.text);
    return {
      at,
      bytes,
      sha256,
      folder: state,
      manifestVersion: inspection?.manifest?.manifestVersion ?? 0,
      files: files.slice(0, REPORT_LIMITS.files).map((file, index): ReportFile => ({
        path: redactor.redact(file.path, REPORT_LIMITS.name),
        bytes: file.bytes,
        sha256: hashes[index] ?? '',
      })),
      moreFiles: Math.max(0, files.length - REPORT_LIMITS.files),
      problems: problems.slice(0, REPORT_LIMITS.problems).map((problem): ReportProblem => ({
        severity: problem.severity,
        place: text(`${problem.file}:${problem.line ?? 1}`),
        text: text(this.needs.localize(problem.message)),
      })),
      moreProblems: Math.max(0, problems.length - REPORT_LIMITS.problems),
    };
  }

  /** What is in the folder of an upload now; undefined if that cannot be read. */
  private async contents(
    { folder, digests }: UploadRecord,
    chromium: string | undefined,
  ): Promise<{ inspection: Inspection; state: 'same' | 'changed' | 'unknown'; hashes: readonly string[] } | undefined> {
    try {
      const inspection = await this.needs.inspect(folder, chromium, this.signal);
      if (!inspection.manifest) return undefined;
      const files = inspection.files.slice(0, REPORT_LIMITS.files);
      const hashes = await hashFiles(files, this.signal);
      if (digests === undefined) return { inspection, state: 'unknown', hashes };
      const { added, changed, removed } = changedFiles(digests, await digestExtension(inspection, this.signal));
      return { inspection, state: added + changed + removed === 0 ? 'same' : 'changed', hashes };
    } catch (error) {
      if (this.signal.aborted) throw new Cancelled();
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  private async storage({ loaded }: BrowserAnswers, redactor: Redactor): Promise<ReportStorage[]> {
    const { access, session } = this.needs;
    const found: ReportStorage[] = [];
    let left: number = REPORT_LIMITS.storage;
    for (const { extension } of loaded.slice(0, REPORT_LIMITS.extensions).filter((each) => each.extension.enabled))
      for (const area of STORAGE_AREAS) {
        // What does not fit any more is not read.
        if (left <= 0) return found;
        const read = await this.part(() => readArea(access, { session, extension }, area, this.signal));
        if (!read || Object.keys(read.values).length === 0) continue;
        const walk = new ValueWalk((text) => redactor.redact(text, REPORT_LIMITS.text), left);
        const redacted = await walk.inTurns(read.values, this.turn);
        const json = indentedJson(redacted);
        found.push({
          extension: redactor.redact(extension.name, REPORT_LIMITS.name),
          area,
          json: json.slice(0, left),
          isCut: walk.isCut || json.length > left || read.left > 0,
        });
        left = Math.max(0, left - json.length);
      }
    return found;
  }
}

/** The last upload of each name, as if it was loaded. */
function uploadedOnly(uploads: readonly UploadRecord[] = []): readonly FoundExtension[] {
  const newest = new Map(uploads.toReversed().map((upload) => [upload.name, upload]));
  return [...newest.values()]
    .filter(({ removed }) => !removed)
    .map((upload) => ({
      extension: { id: '', name: upload.title, version: upload.version, path: '', enabled: true },
      upload,
    }));
}

function asMessage(label: string | Message): Message {
  return typeof label === 'string' ? message('{0}', label) : label;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** Milliseconds. Two clocks that differ by less are the same: asking takes as long. */
const SAME_TIME = 250;

async function clockAhead(open: DevToolsConnection, signal: AbortSignal): Promise<number> {
  return withFront(open, signal, async ({ page, part }) => {
    const front = page ?? part;
    if (!front) return 0;
    const began = Date.now();
    const there = await browserTime(open, front, signal);
    if (there === undefined) return 0;
    const ahead = there - (began + Date.now()) / 2;
    return Math.abs(ahead) > SAME_TIME ? ahead : 0;
  });
}
