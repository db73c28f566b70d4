import type { Message } from '../../core/message';

/** The rule that excludes a file or folder. */
export type Rule =
  /** A default rule; `pattern` is in the syntax of gitignore, `secret`: for files that may contain a secret. */
  | { readonly kind: 'default'; readonly pattern: string; readonly secret?: true }
  | IgnoreFileRule
  /** The user's choice, see SelectOptions. */
  | { readonly kind: 'source-maps' }
  /** A link that leaves the folder, a socket, …: no rule can include it. */
  | { readonly kind: 'none' };

/** A line of a `.gitignore`, of git's `info/exclude`, or of an `.extensionignore`. */
export interface IgnoreFileRule {
  readonly kind: 'ignore-file';
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As written, with `!` if it re-includes. */
  readonly pattern: string;
}

/** Why a file is included although a rule excludes it. */
export interface InclusionReason {
  readonly by: InBy;
  /** The rule that would have excluded the file or a folder above it. */
  readonly instead: Rule;
}

export type InBy =
  /** The manifest names the file at `named`: this file, or another one in the same excluded folder. */
  | { readonly kind: 'manifest'; readonly named: string }
  /** Like `manifest`, for a file that is named by a page that the manifest names. */
  | { readonly kind: 'page'; readonly named: string; readonly page: string }
  /** A line with `!` in the own ignore file. */
  | IgnoreFileRule
  /** A `.crx` or `update.xml` at the root. */
  | { readonly kind: 'package' };

/** A file or folder that is excluded, and why. */
export interface ExcludedFile {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** An excluded folder has one entry, and is never entered. */
  readonly folder: boolean;
  /** Size of a file. */
  readonly bytes?: number;
  /** A few words, such as “version control”. */
  readonly reason: Message;
  readonly rule: Rule;
  /** The rule that would exclude it if `rule` were removed. Only with an own rule. */
  readonly otherwise?: Rule;
}
