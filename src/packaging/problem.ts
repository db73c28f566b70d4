import { type Message, message } from '../core/message';

/** Where a problem is. */
export interface Place {
  /** Path within the folder, with `/`. */
  readonly file: string;
  /** From 1; undefined if the problem is about the whole file. */
  readonly line?: number;
  readonly column?: number;
  /** Characters of the invalid value, on that line. */
  readonly length?: number;
}

/** A problem of the folder that is reported to the user, with its place. */
export interface Problem extends Place {
  /** Error: Chromium rejects the extension, or disables the update. Warning: Chromium loads it, but it does not do what was intended. */
  readonly severity: 'error' | 'warning';
  /** Stable, because tests, quick fixes and searches use it. */
  readonly code: ProblemCode;
  /** What is wrong, and how to correct it. */
  readonly message: Message;
  /** Who reported it, if not our own check: `Chromium 150`. */
  readonly source?: string;
  /** The tested versions of Chromium that report it, such as `150.0.7871.100`; undefined: all of them. */
  readonly reportedBy?: readonly string[];
  /** The path of the file that the problem is about, if it is not there, or there only as a source. */
  readonly missingFile?: string;
  /** Possible fixes, the likeliest first. */
  readonly fixes?: readonly Fix[];
}

/** A change that fixes a problem with one click. */
export type Fix =
  /** Changes the text of the problem's file. */
  | { readonly kind: 'edit'; readonly title: Message; readonly edits: readonly TextEdit[] }
  /** Writes a missing file. `file` is a path within the folder, with `/`. */
  | { readonly kind: 'create'; readonly title: Message; readonly file: string; readonly content: string }
  /** Gives the problem's file the name `to`, in the same folder. */
  | { readonly kind: 'rename'; readonly title: Message; readonly to: string }
  /** Includes a file that the rules exclude. */
  | { readonly kind: 'include'; readonly title: Message; readonly file: string };

/** Replaces a range of a text; lines and columns count from 1. */
export interface TextEdit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

export type ProblemCode =
  | ManifestProblemCode
  | FileProblemCode
  | SelectionProblemCode
  | UpdateProblemCode
  | StoreProblemCode
  | RefusalCode
  | CountCode;

/** Problems of the manifest's text and its keys. */
type ManifestProblemCode =
  | 'manifest-missing'
  | 'manifest-encoding'
  | 'manifest-not-json'
  | 'manifest-not-object'
  | 'manifest-version'
  | 'name'
  | 'version'
  /** Longer than the store accepts. */
  | 'description-length'
  /** Chromium can read it, but the newest image of the service cannot. */
  | 'not-strict-json'
  | 'wrong-type'
  | 'key-missing'
  | 'key-unknown'
  /** Chromium knows the key or permission, but not for extensions, for manifest version 3 or on Linux. */
  | 'key-ignored'
  | 'icon-size'
  | 'url'
  | 'match-pattern'
  | 'content-script'
  | 'permission-unknown'
  | 'permission-ignored'
  | 'permission-missing'
  /** Nothing in the package uses what the permission allows. */
  | 'permission-unused'
  | 'host-in-permissions'
  /** The permission `activeTab` would do. */
  | 'host-permission-unneeded'
  | 'background'
  | 'command'
  | 'content-security-policy'
  | 'public-key'
  | 'minimum-chrome-version'
  | 'extension-id'
  | 'rule-resources'
  | 'web-accessible-resources'
  /** A theme, an app or a shared module, which is not checked. */
  | 'no-extension';

/** Problems of the files that the manifest names, of their contents, and of the files that pages load. */
type FileProblemCode =
  | 'file-empty'
  | 'file-ending'
  | 'file-excluded'
  | 'file-missing'
  | 'file-name'
  | 'file-not-json'
  /** A script imports a file that is not in the package. */
  | 'import-missing'
  /** A page has an inline script, which Chromium never runs. */
  | 'inline-script'
  | 'letter-case'
  | 'locale-default'
  | 'locale-message'
  | 'locale-missing'
  | 'locale-unknown'
  | 'message-undefined'
  | 'not-an-image'
  /** Files are missing that a build of the project makes. */
  | 'not-built'
  | 'not-utf-8'
  | 'page-file-missing'
  | 'remote-script'
  | 'reserved-name'
  | 'rules'
  | 'same-name'
  | 'schema'
  | 'web-request-blocking';

/** Problems of the selection of files. */
type SelectionProblemCode = 'unreadable' | 'link-excluded' | 'name-not-in-zip' | 'name-not-utf-8';

/** What an update does to the people who have the old version. */
type UpdateProblemCode =
  | 'update-address'
  | 'update-chromium'
  /** Chrome disables the extension until each user accepts. */
  | 'update-disables'
  | 'update-id'
  | 'update-locale'
  | 'update-page'
  | 'update-resource'
  | 'update-secret'
  | 'update-sites'
  | 'update-size'
  | 'update-version';

/** What the Chrome Web Store does not take. */
type StoreProblemCode = 'store-icon' | 'store-text';

/** Replaces the problems beyond the limit. */
type CountCode = 'more-problems';

/** Problems that we did not find ourselves: the message of a real Chromium, or of a service that rejected an upload. */
export type RefusalCode = 'chromium' | 'refused';

/**
 * Maximum number of problems for one file. It is also the maximum number, for all files together, of problems that
 * concern a file as a whole, such as excluded links and reserved names.
 */
export const MAX_PROBLEMS_OF_FILE = 100;
/** Maximum number of problems for a folder. */
export const MAX_PROBLEMS = 1000;

/**
 * Limits the number of problems. If there are too many for a file, errors come first, and the last problem says how
 * many are not shown. So an extension that Chromium rejects always has an error in the list, however many warnings
 * there are.
 */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const ofFiles = cutEach(problems, ({ file }) => file, MAX_PROBLEMS_OF_FILE);
  const ofWholeFiles = cutEach(
    ofFiles,
    ({ file, line, code }) => (line === undefined && code !== 'more-problems' ? undefined : file),
    MAX_PROBLEMS_OF_FILE,
  );
  return cut(ofWholeFiles, MAX_PROBLEMS);
}

/** Cuts each group to its maximum. If nothing has to be cut, the order stays the same. */
function cutEach(
  problems: readonly Problem[],
  groupOf: (problem: Problem) => string | undefined,
  most: number,
): readonly Problem[] {
  const groups = new Map<string | undefined, Problem[]>();
  for (const problem of problems) {
    const group = groups.get(groupOf(problem));
    if (group) group.push(problem);
    else groups.set(groupOf(problem), [problem]);
  }
  const needsCut = [...groups.values()].some(({ length }) => length > most);
  return needsCut ? [...groups.values()].flatMap((group) => cut(group, most)) : problems;
}

function cut(problems: readonly Problem[], most: number): readonly Problem[] {
  if (problems.length <= most) return problems;
  const sorted = [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))];
  const left = sorted.slice(most);
  return [...sorted.slice(0, most), more(left)];
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** The problem that counts the others; it is placed at the file of the first problem that is not shown. */
function more(left: readonly Problem[]): Problem {
  const count = left.reduce(
    (sum, { code, message: { args } }) => sum + (code === 'more-problems' ? Number(args[0]) : 1),
    0,
  );
  const [first] = left;
  return {
    severity: left.some(isError) ? 'error' : 'warning',
    code: 'more-problems',
    message:
      count === 1
        ? message('{0} more problem isn’t shown. Fix the others first.', count)
        : message('{0} more problems aren’t shown. Fix the others first.', count),
    file: first?.file ?? '',
  };
}
