import { commonDefaults } from './defaults';
import type { Exclusion } from './ignore-layer';
import type { OwnRules } from './extension-ignore';
import type { InclusionReason } from './rule';
import type { Requirements } from './scope';

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
  return [...reached.values()].filter(
    ({ path }) =>
      !Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)).some((above) => reached.has(above)),
  );
}

function mayBeNamed(own: OwnRules, external: ReturnType<typeof commonDefaults>, path: string): boolean {
  const found = external.find(path);
  const isSecret = found?.verdict === 'out' && found.means.secret;
  return !isSecret && own.say(path)?.verdict !== 'out';
}
