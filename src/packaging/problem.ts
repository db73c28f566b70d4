import type { Message } from '../core/message';

/** One thing about the folder that the person should know, and where it stands. */
export interface Problem {
  /** Error: Chromium refuses the extension. Warning: it loads, and does not do what was meant. */
  readonly severity: 'error' | 'warning';
  /** Stable: for tests, quick fixes and searches. */
  readonly code: ProblemCode;
  /** What is wrong, and the remedy. */
  readonly message: Message;
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1; left out where the file as a whole is meant. */
  readonly line?: number;
  readonly column?: number;
  /** Characters of the offending value, on that line. */
  readonly length?: number;
  /** Who says so, where it is not our own check: `Chromium 150`. */
  readonly source?: string;
  /** What would mend it, the likeliest first. */
  readonly fixes?: readonly Fix[];
}

/** A change that mends a problem with one click. */
export type Fix =
  /** Changes the text of the problem's file. */
  | { readonly kind: 'edit'; readonly title: Message; readonly edits: readonly TextEdit[] }
  /** Writes a file that is missing. `file` is a path within the folder, with `/`. */
  | { readonly kind: 'create'; readonly title: Message; readonly file: string; readonly content: string }
  /** Puts a file in that the rules leave out. */
  | { readonly kind: 'include'; readonly title: Message; readonly file: string };

/** Replaces a range of a text; lines and columns from 1. */
export interface TextEdit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

export type ProblemCode = ManifestProblemCode | FileProblemCode | SelectionProblemCode | RefusalCode | CountCode;

/** Of the manifest's text and its keys. */
export type ManifestProblemCode =
  | 'manifest-missing'
  | 'manifest-encoding'
  | 'manifest-not-json'
  | 'manifest-not-object'
  | 'manifest-version'
  | 'name'
  | 'version'
  /** Chromium reads it, and the newest image of the service does not. */
  | 'not-strict-json'
  | 'wrong-type'
  | 'key-missing'
  | 'key-unknown'
  /** Chromium knows the key or permission, and not for extensions, for manifest version 3 or on Linux. */
  | 'key-ignored'
  | 'icon-size'
  | 'url'
  | 'match-pattern'
  | 'content-script'
  | 'permission-unknown'
  | 'permission-ignored'
  | 'permission-missing'
  | 'host-in-permissions'
  | 'background'
  | 'command'
  | 'content-security-policy'
  | 'public-key'
  | 'minimum-chrome-version'
  | 'extension-id'
  | 'rule-resources'
  | 'web-accessible-resources'
  | 'app';

/** Of the files that the manifest names, of what they hold, and of the files that pages load. */
export type FileProblemCode =
  | 'file-empty'
  | 'file-ending'
  | 'file-excluded'
  | 'file-missing'
  | 'file-name'
  | 'file-not-json'
  /** A page never runs the code that is written in it. */
  | 'inline-script'
  | 'letter-case'
  | 'locale-default'
  | 'locale-message'
  | 'locale-missing'
  | 'locale-unknown'
  | 'message-undefined'
  | 'not-an-image'
  | 'not-utf-8'
  | 'page-file-missing'
  | 'remote-script'
  | 'reserved-name'
  | 'rules'
  | 'same-name'
  | 'schema'
  | 'web-request-blocking';

/** Of the choice of what is included. */
export type SelectionProblemCode = 'unreadable' | 'link-excluded' | 'name-not-in-zip' | 'name-not-utf-8';

/** In the place of those that are more than a person is told. */
export type CountCode = 'more-problems';

/** What was not found by us: the words of a real Chromium, or of a service that refused an upload. */
export type RefusalCode = 'chromium' | 'refused';
