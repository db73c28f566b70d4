/** What decides that a file or folder is excluded. */
export type Rule =
  /** One of ours; `pattern` in the syntax of gitignore. */
  | { readonly kind: 'default'; readonly pattern: string }
  | IgnoreFileRule
  /** The person's choice, see SelectOptions. */
  | { readonly kind: 'source-maps' }
  /** A link that leaves the folder, a socket, …: no rule can put it in. */
  | { readonly kind: 'none' };

/** A line of a `.gitignore`, of git's `info/exclude`, or of an `.extensionignore`. */
export interface IgnoreFileRule {
  readonly kind: 'ignore-file';
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As written, with its `!` where it puts something back. */
  readonly pattern: string;
}

/** Why a file is included although a rule excludes it. */
export interface InclusionReason {
  readonly by: InBy;
  /** What would have left it out: the file itself or a folder above it. */
  readonly instead: Rule;
}

export type InBy =
  /** The manifest names the file at `named`: this one, or one of the same folder that is excluded otherwise. */
  | { readonly kind: 'manifest'; readonly named: string }
  /** As with the manifest, by a page that the manifest names. */
  | { readonly kind: 'page'; readonly named: string; readonly page: string }
  /** A `!` of the own ignore file. */
  | IgnoreFileRule
  /** A `.crx` or `update.xml` at the root. */
  | { readonly kind: 'package' };
