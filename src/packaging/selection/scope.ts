import { MANIFEST } from '../manifest/manifest-text';
import { entering, type Exclusion, lastMatch, type IgnoreLayer } from './ignore-layer';
import { commonDefaults } from './defaults';
import type { OwnRules, OwnSay } from './extension-ignore';
import type { InBy, InclusionReason, Rule } from './rule';

/** Which rules count in a folder. A path is excluded where any of the three says so. */
export interface Scope {
  readonly defaults: readonly IgnoreLayer[];
  /** From the outermost to the innermost; undefined where it does not matter what git ignores. */
  readonly git: readonly IgnoreLayer[] | undefined;
  readonly maps: readonly IgnoreLayer[];
  /** Of a folder that is included as a whole although a rule excludes it. */
  readonly why?: InclusionReason;
}

/** What decides beyond the patterns of a scope. */
export interface Requirements {
  readonly own: OwnRules;
  /** Files that the manifest names, or a page that it names. */
  readonly named: ReadonlyMap<string, InBy>;
  /**
   * Folders that must be entered because a named file lies somewhere in them: path of the folder, without `/` at its
   * end, and the first such file. Installed packages are not among them: a named file of theirs is included alone.
   */
  readonly namedBelow: ReadonlyMap<string, InBy>;
}

/** A file that the extension needs. */
export interface Needed {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** The page that loads it, where the manifest does not name it itself. */
  readonly page?: string;
}

/** Characters of a path, more than any system opens: whatever a manifest names by a longer one is not there. */
export const MAX_PATH = 4096;

/** The files that are named, ready to be looked up; of two that name the same file the first counts. */
export function requirementsOf(own: OwnRules, needed: readonly Needed[]): Requirements {
  const named = needed.map((each) => [each.path, byOf(each)] as const);
  const above = named
    .filter(([path]) => path.length <= MAX_PATH && !/(^|\/)node_modules\//.test(path))
    .flatMap(([path, by]) => foldersAbove(path).map((folder) => [folder, by] as const));
  return { own, named: new Map(named.toReversed()), namedBelow: new Map(above.toReversed()) };
}

function byOf({ path, page }: Needed): InBy {
  return page === undefined ? { kind: 'manifest', named: path } : { kind: 'page', named: path, page };
}

function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

export type Decision =
  | { readonly included: true; readonly why?: InclusionReason }
  /** `otherwise`: what would exclude it, were an own rule taken away. */
  | { readonly included: false; readonly exclusion: Exclusion; readonly otherwise?: Rule };

/** Installed on the person's demand by the service, from the zip's root: see "Upload" of the service's facts. */
const PACKAGE = /^([^/]+\.crx|update\.xml)$/i;

/** `more` would leave the file out too: where a link leads to. */
export function decideFile(scope: Scope, needs: Requirements, path: string, more?: Exclusion): Decision {
  // Without it there is no extension: the `*` of own rules does not mean it.
  if (path === MANIFEST) return { included: true };
  return lastSay(needs.own.say(path), fileWithoutOwn(scope, needs, path, more));
}

/** As `decideFile`; a folder that is included with a reason is included as a whole. */
export function decideFolder(scope: Scope, needs: Requirements, path: string, more?: Exclusion): Decision {
  return lastSay(needs.own.say(`${path}/`), folderWithoutOwn(scope, needs, path, more));
}

function fileWithoutOwn(scope: Scope, { named }: Requirements, path: string, more: Exclusion | undefined): Decision {
  const exclusion = exclusionOf(scope, path) ?? more;
  if (!exclusion) return { included: true, why: scope.why };
  if (PACKAGE.test(path)) return { included: true, why: { by: { kind: 'package' }, instead: exclusion.rule } };
  const by = named.get(path);
  if (by && !exclusion.secret) return { included: true, why: { by, instead: exclusion.rule } };
  return { included: false, exclusion };
}

function folderWithoutOwn(
  scope: Scope,
  { namedBelow }: Requirements,
  path: string,
  more: Exclusion | undefined,
): Decision {
  const exclusion = exclusionOf(scope, `${path}/`) ?? more;
  if (!exclusion) return { included: true };
  const by = namedBelow.get(path);
  // What a named script of a build imports lies beside it, and git ignores it as well.
  if (by && !exclusion.external) return { included: true, why: { by, instead: exclusion.rule } };
  return { included: false, exclusion };
}

function lastSay(own: OwnSay | undefined, otherwise: Decision): Decision {
  if (own?.verdict === 'out')
    return {
      included: false,
      exclusion: own.exclusion,
      ...(!otherwise.included && { otherwise: otherwise.exclusion.rule }),
    };
  if (own?.verdict === 'in' && !otherwise.included)
    return { included: true, why: { by: own.rule, instead: otherwise.exclusion.rule } };
  return otherwise;
}

/** The rules for the inside of a folder that is included. */
export function scopeInside(scope: Scope, path: string, why: InclusionReason | undefined): Scope {
  if (why) return wholeScope(scope, path, why);
  return { ...scope, git: scope.git?.map((layer) => entering(layer, `${path}/`)) };
}

/** As in a build folder, with the choice of source maps still standing. */
function wholeScope({ maps }: Scope, path: string, why: InclusionReason): Scope {
  return { defaults: [{ list: commonDefaults(), prefix: '', baseLength: path.length + 1 }], git: undefined, maps, why };
}

/** With the `.gitignore` of a folder; `path` is empty or ends with `/`. */
export function withGitIgnore(scope: Scope, list: IgnoreLayer['list'], path: string): Scope {
  return { ...scope, git: [...(scope.git ?? []), { list, prefix: '', baseLength: path.length }] };
}

function exclusionOf({ defaults, git, maps }: Scope, path: string): Exclusion | undefined {
  return lastMatch(defaults, path) ?? lastMatch(git ?? [], path) ?? lastMatch(maps, path);
}
