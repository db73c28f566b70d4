import type { ResolvedStep } from '../../core/steps';
import type { Pixel } from '../../core/screen/geometry';
import type { StorageArea } from '../../core/storage-area';
import type { LogLevel, LogSource } from '../../devtools';

/** What a report can have, each only if it was chosen. */
export const REPORT_PARTS = ['picture', 'path', 'extensions', 'log', 'storage'] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

/** What our own limits are: a report is to be sent by mail. What is beyond them is left out, and counted. */
export const REPORT_LIMITS = {
  /** Bytes of the whole file. */
  file: 32 * 1024 * 1024,
  /** Bytes of one picture. */
  picture: 4 * 1024 * 1024,
  /** UTF-16 units of a text such as a line of the log. */
  text: 2000,
  /** UTF-16 units of a name or a title. */
  name: 300,
  /** UTF-16 units of all areas of the storage as JSON, and of all lines of the log. */
  storage: 500_000,
  log: 1_000_000,
  lines: 500,
  frames: 30,
  extensions: 20,
  files: 1000,
  problems: 100,
  notes: 20,
} as const;

/**
 * What happened in a session, for somebody who was not there. All its times are in milliseconds since 1970 by the clock
 * of the machine that made it. Its texts come from outside, and are redacted.
 */
export interface Report {
  readonly at: number;
  readonly session: { readonly id: string; readonly label: string };
  /** Name of the connection, and the host of its service. */
  readonly connection: { readonly name: string; readonly host: string };
  /** Empty: not known. */
  readonly versions: { readonly extension: string; readonly editor: string; readonly chromium: string };
  readonly picture?: ReportPicture;
  readonly path?: ReportPath;
  readonly extensions?: readonly ReportExtension[];
  readonly log?: ReportLog;
  readonly storage?: readonly ReportStorage[];
  /** What could not be found out, as sentences. */
  readonly notes: readonly string[];
}

/** A picture of the session's display. */
export interface ReportPicture {
  readonly at: number;
  readonly png: Buffer;
  /** The page in front had painted nothing, although that was waited for. */
  readonly isBlank?: boolean;
}

/** The steps that were run or recorded last. */
export interface ReportPath {
  /** Of its file. */
  readonly name: string;
  /** Name, ID or folder of the extension that it is about. */
  readonly extension?: string;
  readonly steps: readonly ResolvedStep[];
  /** One for each step; none if the steps were recorded, and not run. */
  readonly results: readonly StepResult[];
  /** The display when the path ended. */
  readonly picture?: ReportPicture;
}

export interface StepResult {
  /** `byPoint`: clicked at its point, because nothing had its name. `canceled`: the user canceled during it. */
  readonly state: 'passed' | 'byPoint' | 'failed' | 'canceled' | 'skipped';
  readonly began?: number;
  readonly ended?: number;
  /** Where it clicked on the display. */
  readonly point?: Pixel;
  /** Why it failed, as a sentence. */
  readonly error?: string;
}

/** Index of the step that failed; -1 if none did. */
export function failedStep(results: readonly StepResult[]): number {
  return results.findIndex(({ state }) => state === 'failed');
}

/** How many steps were done, whether as written or by their points. */
export function doneSteps(results: readonly StepResult[]): number {
  return results.filter(({ state }) => state === 'passed' || state === 'byPoint').length;
}

/** An extension that the session has loaded. */
export interface ReportExtension {
  /** Chromium's ID of it; empty: not known, because the browser didn’t tell what it has loaded. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly isEnabled: boolean;
  readonly upload?: ReportUpload;
}

/** What was uploaded of it. */
export interface ReportUpload {
  readonly at: number;
  /** Of the zip. */
  readonly bytes: number;
  /** Of the zip, in hexadecimal. */
  readonly sha256: string;
  /**
   * Whether its folder is still as it was uploaded: `unknown` if it cannot be compared, `gone` if it cannot be read any
   * more, so that there are no files and no verdict.
   */
  readonly folder: 'same' | 'changed' | 'unknown' | 'gone';
  /** 0: not known. */
  readonly manifestVersion: number;
  readonly files: readonly ReportFile[];
  /** How many more files there are. */
  readonly moreFiles: number;
  readonly problems: readonly ReportProblem[];
  readonly moreProblems: number;
}

export interface ReportFile {
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal; empty: not known. */
  readonly sha256: string;
}

/** What our check says of it. */
export interface ReportProblem {
  readonly severity: 'error' | 'warning';
  /** `manifest.json:3`. */
  readonly place: string;
  readonly text: string;
}

export interface ReportLog {
  /** In the order of their times. */
  readonly lines: readonly ReportLine[];
  /** How many older lines were left out. */
  readonly moreLines: number;
}

export interface ReportLine {
  readonly at: number;
  readonly level: LogLevel;
  readonly source: LogSource;
  readonly text: string;
  /** `src/worker.ts:12:5`; empty: not known. */
  readonly place: string;
  /** The calls that led there, the innermost first. */
  readonly stack: readonly string[];
  readonly isUncaught: boolean;
  /** Whether it is a request that failed. */
  readonly isRequest: boolean;
}

/** An area of an extension’s storage. */
export interface ReportStorage {
  readonly extension: string;
  readonly area: StorageArea;
  /** JSON, or its beginning. */
  readonly json: string;
  readonly isCut: boolean;
}
