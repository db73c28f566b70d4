import path from 'node:path';
import { Cancelled, sentenceOf, throwIfCancelled, UserError } from '../../core/errors';
import { asRecord } from '../../core/json';
import { message, type Message } from '../../core/message';
import type { PlayedStep } from '../../core/sequence';
import { STORAGE_AREAS } from '../../core/storage-area';
import {
  browserVersion,
  ExtensionFollower,
  listLoaded,
  withFront,
  type DevToolsConnection,
  type LoadedExtension,
  type LogEntry,
} from '../../devtools';
import { changedFiles, digestExtension, hashFiles, type Inspection } from '../../packaging';
import { labelOf, type ConnectionKey, type SessionRecord, type UploadRecord } from '../../state';
import { takeScreenshot } from '../computer';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser } from '../in-browser';
import { withUploads, type FoundExtension } from '../loaded/find-extension';
import { readArea } from '../loaded/storage';
import type { LogLine } from '../log/follow-log';
import {
  REPORT_LIMITS,
  type Report,
  type ReportExtension,
  type ReportFile,
  type ReportLine,
  type ReportLog,
  type ReportPart,
  type ReportPath,
  type ReportPicture,
  type ReportProblem,
  type ReportStorage,
  type ReportUpload,
} from './report';
import { isSecretName, REMOVED, SecretsGate } from './secrets-gate';
import type { SessionHistory } from './session-history';

export interface ReportNeeds {
  readonly access: BrowserAccess;
  readonly session: SessionRecord;
  /** Its address is that of the service now. */
  readonly connection: ConnectionKey;
  readonly history: SessionHistory;
  /** Versions of this extension and of the editor; empty where there is none. */
  readonly versions: Pick<Report['versions'], 'extension' | 'editor'>;
  readonly inspect: (folder: string, chromium: string | undefined, signal: AbortSignal) => Promise<Inspection>;
  /** The folder of the project that an extension’s folder is in. */
  readonly topOf: (folder: string) => string;
  readonly localize: (text: Message) => string;
}

/** Milliseconds. A session with many pages is long in being attached to. */
const READ_WITHIN = 20_000;

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
interface Told {
  readonly chromium: string | undefined;
  readonly loaded: readonly FoundExtension[];
  readonly entries: readonly LogEntry[];
  /** Milliseconds that its clock is ahead of ours. */
  readonly ahead: number;
}

class Collecting {
  private readonly notes: string[] = [];

  constructor(
    private readonly needs: ReportNeeds,
    private readonly parts: ReadonlySet<ReportPart>,
    private readonly signal: AbortSignal,
  ) {}

  async collect(): Promise<Report> {
    const { access, session, connection, history, versions } = this.needs;
    const gate = await this.gate();
    const picture = this.parts.has('picture') ? await this.part(() => this.picture()) : undefined;
    const told = await this.part(() => this.ask());
    const extensions = this.parts.has('extensions') ? await this.extensions(told, gate) : undefined;
    const storage = this.parts.has('storage') && told ? await this.storage(told, gate) : undefined;
    const name = (text: string): string => gate.pass(text, REPORT_LIMITS.name);
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
      ...(this.parts.has('path') && history.path && { path: gatedPath(history.path, gate, this.parts) }),
      ...(extensions && { extensions }),
      ...(this.parts.has('log') && { log: this.log(told, gate) }),
      ...(storage && { storage }),
      notes: this.notes.slice(0, REPORT_LIMITS.notes).map((text) => gate.pass(text, REPORT_LIMITS.text)),
    };
  }

  /** The addresses that are secrets are asked for, because a log may have them. */
  private async gate(): Promise<SecretsGate> {
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
    return new SecretsGate({
      redact: client.redact,
      service: this.needs.connection.address,
      addresses: addresses.filter((address) => address !== undefined),
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
    this.note(message('The picture is too large for a report.'));
    return undefined;
  }

  private ask(): Promise<Told> {
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
  private async extensions(told: Told | undefined, gate: SecretsGate): Promise<ReportExtension[]> {
    const { access, session } = this.needs;
    const found = told?.loaded ?? uploadedOnly(access.sessions.get(session.id)?.uploads);
    const all: ReportExtension[] = [];
    for (const { extension, upload } of found.slice(0, REPORT_LIMITS.extensions)) {
      const { id, name, version, enabled } = extension;
      all.push({
        id: gate.pass(id, REPORT_LIMITS.name),
        name: gate.pass(name, REPORT_LIMITS.name),
        version: gate.pass(version, REPORT_LIMITS.name),
        isEnabled: enabled,
        ...(upload && { upload: await this.upload(upload, told?.chromium, gate) }),
      });
    }
    return all;
  }

  private async upload(upload: UploadRecord, chromium: string | undefined, gate: SecretsGate): Promise<ReportUpload> {
    const { at, bytes, sha256 } = upload;
    const found = await this.contents(upload, chromium);
    const { inspection, state, hashes } = found ?? { inspection: undefined, state: 'gone' as const, hashes: [] };
    const files = inspection?.files ?? [];
    const problems = inspection?.problems ?? [];
    const text = (value: string): string => gate.pass(value, REPORT_LIMITS.text);
    return {
      at,
      bytes,
      sha256,
      folder: state,
      manifestVersion: inspection?.manifest?.manifestVersion ?? 0,
      files: files.slice(0, REPORT_LIMITS.files).map((file, index): ReportFile => ({
        path: gate.pass(file.path, REPORT_LIMITS.name),
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

  private log(told: Told | undefined, gate: SecretsGate): ReportLog {
    const { lines: followed, dropped } = this.needs.history;
    const known = new Set(followed.map(keyOfLine));
    const others = (told?.entries ?? [])
      .filter((entry) => !known.has(keyOfLine(entry)))
      .map((entry): LogLine => ({
        ...entry,
        place: entry.place && { ...entry.place, source: undefined },
        stack: entry.stack.map(({ name, place }) => ({ name, place: place && { ...place, source: undefined } })),
      }));
    // A request that failed has the time of our clock; all else has that of the browser’s.
    const timed = [...followed, ...others].map((line) =>
      line.isRequest ? line : { ...line, at: Math.round(line.at - (told?.ahead ?? 0)) },
    );
    const all = timed.toSorted((one, other) => one.at - other.at);
    const lines = all.slice(-REPORT_LIMITS.lines).map((line) => this.line(line, gate));
    const kept = newestOf(lines);
    return { lines: kept, moreLines: dropped + all.length - kept.length };
  }

  private line(
    { at, level, source, text, place, stack, isUncaught, isRequest }: LogLine,
    gate: SecretsGate,
  ): ReportLine {
    const short = (value: string): string => gate.pass(value, REPORT_LIMITS.name);
    return {
      at,
      level,
      source:
        source.kind === 'page'
          ? { kind: 'page', path: short(source.path) }
          : source.kind === 'contentScript'
            ? { kind: 'contentScript', host: short(source.host) }
            : source,
      text: gate.pass(text, REPORT_LIMITS.text),
      place: place ? short(this.placeText(place)) : '',
      stack: stack
        .slice(0, REPORT_LIMITS.frames)
        .map((frame) => short([frame.name, frame.place && this.placeText(frame.place)].filter(Boolean).join(' '))),
      isUncaught,
      isRequest: isRequest === true,
    };
  }

  /** Only the path within the project: the rest of it is the person’s. */
  private placeText({ path: built, line, column, source }: NonNullable<LogLine['place']>): string {
    if (!source) return `${built}:${line}:${column}`;
    const top = this.needs.topOf(path.dirname(source.file));
    const within = path.relative(top, source.file).replaceAll(path.sep, '/');
    const name = within.startsWith('..') || path.isAbsolute(within) ? path.basename(source.file) : within;
    return `${name}:${source.line}:${source.column}`;
  }

  private async storage({ loaded }: Told, gate: SecretsGate): Promise<ReportStorage[]> {
    const { access, session } = this.needs;
    const found: ReportStorage[] = [];
    let left: number = REPORT_LIMITS.storage;
    for (const { extension } of loaded.slice(0, REPORT_LIMITS.extensions).filter((each) => each.extension.enabled))
      for (const area of STORAGE_AREAS) {
        const read = await this.part(() => readArea(access, { session, extension }, area, this.signal));
        if (!read || Object.keys(read.values).length === 0) continue;
        const passed = gate.passValue(read.values, REPORT_LIMITS.text);
        const json = JSON.stringify(passed, undefined, 2);
        found.push({
          extension: gate.pass(extension.name, REPORT_LIMITS.name),
          area,
          json: json.slice(0, left),
          isCut: json.length > left,
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

/** The newest lines that together are not too long. */
function newestOf(lines: readonly ReportLine[]): readonly ReportLine[] {
  let left = REPORT_LIMITS.log;
  const first = lines.findLastIndex(({ text, stack }) => {
    left -= text.length + stack.join('').length;
    return left < 0;
  });
  return lines.slice(first + 1);
}

function keyOfLine({ at, text }: Pick<LogEntry, 'at' | 'text'>): string {
  return `${at} ${text}`;
}

function asMessage(label: string | Message): Message {
  return typeof label === 'string' ? message('{0}', label) : label;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

/** The steps too have texts from outside. */
function gatedPath(
  { name, extension, steps, results, picture }: ReportPath,
  gate: SecretsGate,
  parts: ReadonlySet<ReportPart>,
): ReportPath {
  return {
    name: gate.pass(name, REPORT_LIMITS.name),
    ...(extension !== undefined && { extension: gate.pass(path.basename(extension), REPORT_LIMITS.name) }),
    steps: steps.map((step) => gatedStep(step, gate)),
    results: results.map(({ error, ...result }) => ({
      ...result,
      ...(error !== undefined && { error: gate.pass(error, REPORT_LIMITS.text) }),
    })),
    ...(picture && parts.has('picture') && picture.png.length <= REPORT_LIMITS.picture && { picture }),
  };
}

/** UTF-16 units of a text in a step, as a sequence file may have. */
const MAX_STEP_TEXT = 10_000;

function gatedStep(step: PlayedStep, gate: SecretsGate): PlayedStep {
  const pass = (text: string): string => gate.pass(text, MAX_STEP_TEXT);
  const target = (named: { role: string; name: string }): { role: string; name: string } => ({
    role: pass(named.role),
    name: pass(named.name),
  });
  switch (step.kind) {
    case 'click':
    case 'pause':
    case 'scroll':
      return step;
    case 'named':
      return { ...step, target: target(step.target) };
    case 'type':
      return {
        ...step,
        into: step.into && target(step.into),
        text: step.into && isSecretName(step.into.name.trim()) ? REMOVED : pass(step.text),
      };
    case 'press':
      return { ...step, key: pass(step.key) };
    case 'open':
      return { ...step, page: pass(step.page) };
    case 'waitFor':
    case 'expect': {
      const { condition } = step;
      switch (condition.kind) {
        case 'text':
          return { ...step, condition: { ...condition, text: pass(condition.text) } };
        case 'visible':
          return { ...step, condition: { ...condition, target: target(condition.target) } };
        case 'address':
          return { ...step, condition: { ...condition, address: pass(condition.address) } };
        case 'storage': {
          const values = Object.entries(condition.values).map(
            ([area, keys]) => [area, asRecord(gate.passValue(keys, MAX_STEP_TEXT))] as const,
          );
          return { ...step, condition: { ...condition, values: Object.fromEntries(values) } };
        }
        case 'noErrors':
          return step;
      }
    }
  }
}

/** What the extensions said that run now, as far as the browser still knows it. */
async function readEntries(
  open: DevToolsConnection,
  extensions: readonly LoadedExtension[],
  signal: AbortSignal,
): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    for (const { id } of extensions.filter(({ enabled }) => enabled).slice(0, REPORT_LIMITS.extensions)) {
      const follower = new ExtensionFollower({
        extensionId: id,
        pausesWorkers: false,
        runsIn: () => true,
        onEntry: (entry) => entries.push(entry),
        onRestart: () => {},
        onTooMany: () => {},
      });
      // What is said was told before the answers to the requests that begin to follow.
      await follower.follow(open, either);
    }
    return entries;
  } finally {
    ending.abort();
  }
}

/** Milliseconds. Two clocks that differ by less are the same: asking takes as long. */
const SAME_TIME = 250;

async function clockAhead(open: DevToolsConnection, signal: AbortSignal): Promise<number> {
  return withFront(open, signal, async ({ page, part }) => {
    const front = page ?? part;
    if (!front) return 0;
    const began = Date.now();
    const asked = { expression: 'Date.now()', returnByValue: true };
    const { result } = asRecord(await open.send('Runtime.evaluate', asked, { sessionId: front.sessionId, signal }));
    const ahead = Number(asRecord(result)['value']) - (began + Date.now()) / 2;
    return Math.abs(ahead) > SAME_TIME ? ahead : 0;
  });
}
