import { MANIFEST } from '../manifest/manifest-text';
import { foldersAbove } from '../paths';
import { commonDefaults } from './defaults';
import type { OwnRules, OwnDecision } from './extension-ignore';
import { entering, type Exclusion, type IgnoreLayer, lastMatch } from './ignore-patterns';
import type { InBy, InclusionReason, Rule } from './rule';

/** The rules that apply in a folder. A path is excluded if any of the three excludes it. */
export interface Scope {
  readonly defaults: readonly IgnoreLayer[];
  /** From the outermost to the innermost; undefined if git's rules do not apply. */
  readonly git: readonly IgnoreLayer[] | undefined;
  readonly maps: readonly IgnoreLayer[];
  /** Only for a folder that is included as a whole although a rule excludes it. */
  readonly why?: InclusionReason;
}

/** What decides in addition to the patterns of a scope. */
export interface Requirements {
  readonly own: OwnRules;
  /** Files named by the manifest, or by a page that the manifest names. */
  readonly named: ReadonlyMap<string, InBy>;
  /**
   * Folders that must be entered because they contain a named file: path of the folder, without `/` at the end, and the
   * first such file. Installed packages are not included: a named file in a package is included alone.
   */
  readonly namedBelow: ReadonlyMap<string, InBy>;
}

/** A file that the extension needs. */
export interface Needed {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** The page that loads it; undefined if the manifest names it itself. */
  readonly page?: string;
}

/** Characters, more than any system accepts in a path: a longer path that a manifest names cannot exist. */
export const MAX_PATH = 4096;

/** The named files, indexed by path; if a file is named twice, the first counts. */
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

export type Decision =
  | { readonly included: true; readonly why?: InclusionReason }
  /** `otherwise`: the rule that would exclude it if the own rule were removed. */
  | { readonly included: false; readonly exclusion: Exclusion; readonly otherwise?: Rule };

/** Files that the service installs from the zip's root if the user asks for it. Source: docs/service.md, "Upload". */
const PACKAGE = /^([^/]+\.crx|update\.xml)$/i;

/**
 * Decides whether a file is included. `more` is another exclusion that applies to the file: that of a link's target.
 */
export function decideFile(scope: Scope, needs: Requirements, path: string, more?: Exclusion): Decision {
  // The extension does not work without its manifest; a `*` in own rules does not mean it.
  if (path === MANIFEST) return { included: true };
  return preferOwn(needs.own.decide(path), fileWithoutOwn(scope, needs, path, more));
}

/** Like `decideFile`; a folder that is included with a reason is included as a whole. */
export function decideFolder(scope: Scope, needs: Requirements, path: string, more?: Exclusion): Decision {
  return preferOwn(needs.own.decide(`${path}/`), folderWithoutOwn(scope, needs, path, more));
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
  // Include the whole folder: the files that a named script of a build imports are beside it, and git ignores them too.
  if (by && !exclusion.external) return { included: true, why: { by, instead: exclusion.rule } };
  return { included: false, exclusion };
}

function preferOwn(own: OwnDecision | undefined, otherwise: Decision): Decision {
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

/** The rules for the inside of an included folder. */
export function scopeInside(scope: Scope, path: string, why: InclusionReason | undefined): Scope {
  if (why) return wholeScope(scope, path, why);
  return { ...scope, git: scope.git?.map((layer) => entering(layer, `${path}/`)) };
}

/** The rules of a build folder; the choice about source maps still applies. */
function wholeScope({ maps }: Scope, path: string, why: InclusionReason): Scope {
  return { defaults: [{ list: commonDefaults(), prefix: '', baseLength: path.length + 1 }], git: undefined, maps, why };
}

/** The scope with the `.gitignore` of a folder added; `path` is empty or ends with `/`. */
export function withGitIgnore(scope: Scope, list: IgnoreLayer['list'], path: string): Scope {
  return { ...scope, git: [...(scope.git ?? []), { list, prefix: '', baseLength: path.length }] };
}

function exclusionOf({ defaults, git, maps }: Scope, path: string): Exclusion | undefined {
  return lastMatch(defaults, path) ?? lastMatch(git ?? [], path) ?? lastMatch(maps, path);
}

/** A path that is included although a folder above it is excluded. */
export interface Reached {
  readonly path: string;
  readonly why: InclusionReason;
}

/**
 * What own rules re-include by exact path, and what the manifest or a page names, below a folder that the exclusion
 * excludes. Each is looked up by its path, so the folder is never listed. A path below another re-included path is not
 * returned, because it is included with that one.
 */
export function reachable({ own, named }: Requirements, folder: string, { rule: instead }: Exclusion): Reached[] {
  const isBelow = (path: string): boolean => path.startsWith(`${folder}/`);
  const external = commonDefaults();
  const byName = [...named]
    .filter(([path]) => isBelow(path) && mayBeNamed(own, external, path))
    .map(([path, by]) => ({ path, why: { by, instead } }));
  const byOwn = own.reincluded
    .map(({ path }) => path)
    .filter(isBelow)
    .flatMap((path) => {
      const by = own.reaching(path);
      return by ? [{ path, why: { by, instead } }] : [];
    });
  const reached = new Map([...byName, ...byOwn].map((each) => [each.path, each]));
  return [...reached.values()].filter(({ path }) => !foldersAbove(path).some((above) => reached.has(above)));
}

function mayBeNamed(own: OwnRules, external: ReturnType<typeof commonDefaults>, path: string): boolean {
  const found = external.find(path);
  const isSecret = found?.verdict === 'out' && found.means.secret;
  return !isSecret && own.decide(path)?.verdict !== 'out';
}
