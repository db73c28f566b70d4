import type { Message } from '../../core/message';
import type { PatternList } from './pattern-list';
import type { Rule } from './rule';

/** Why a path is excluded. */
export interface Exclusion {
  readonly rule: Rule;
  /** A few words. */
  readonly reason: Message;
  /** Included only by an own rule: naming it in the manifest is not enough. */
  readonly secret?: true;
  /**
   * True for files that are never part of an extension: version control, system files, secrets, installed packages. A
   * file in such a folder is included only if the manifest names exactly that file.
   */
  readonly external?: true;
}

/** Patterns, and how they apply to the paths of the folder that is zipped. */
export interface IgnoreLayer<T = Exclusion> {
  readonly list: PatternList<T>;
  /** The path from the folder that the patterns apply to, down to this folder: empty, or ends with `/`. */
  readonly prefix: string;
  /** If the patterns apply to a folder inside this one: the length of its path with `/`. */
  readonly baseLength: number;
  /** The patterns match only entries of the folder itself. */
  readonly onlyTop?: true;
}

/** A path of the folder, relative to the folder that the layer's patterns apply to. */
export function seenBy({ prefix, baseLength }: IgnoreLayer<unknown>, path: string): string {
  return prefix + path.slice(baseLength);
}

/** The layer for the inside of an included folder. `path` ends with `/`. */
export function entering(layer: IgnoreLayer, path: string): IgnoreLayer {
  const list = layer.list.entering(seenBy(layer, path));
  return list === layer.list ? layer : { ...layer, list };
}

/** A layer for a folder below the one its patterns apply to, even if they exclude that folder itself. */
export function seenFrom<T>(list: PatternList<T>, prefix: string): IgnoreLayer<T> {
  const above = prefix
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);
  return { list: above.reduce((entered, folder) => entered.entering(folder), list), prefix, baseLength: 0 };
}

/**
 * The exclusion that the layers give a path; the last layer that decides anything counts. A folder's path ends with
 * `/`.
 */
export function lastMatch(layers: readonly IgnoreLayer[], path: string): Exclusion | undefined {
  for (const layer of layers.toReversed()) {
    if (layer.onlyTop && isDeep(path)) continue;
    const found = layer.list.find(seenBy(layer, path));
    if (found) return found.verdict === 'out' ? found.means : undefined;
  }
  return undefined;
}

function isDeep(path: string): boolean {
  const slash = path.indexOf('/');
  return slash !== -1 && slash < path.length - 1;
}
