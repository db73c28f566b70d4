import type { Message } from '../../core/message';
import type { PatternList } from './pattern-list';
import type { Rule } from './rule';

/** What leaves a path out. */
export interface Exclusion {
  readonly rule: Rule;
  /** A few words. */
  readonly reason: Message;
  /** What is included only by an own rule: naming it in the manifest is not enough. */
  readonly secret?: true;
  /**
   * True for what never belongs to an extension: version control, files of the system, secrets, installed packages. A
   * file in such a folder is included only if the manifest names that very file.
   */
  readonly external?: true;
}

/** Patterns, and how they see the paths of the folder that is zipped. */
export interface IgnoreLayer<T = Exclusion> {
  readonly list: PatternList<T>;
  /** Leads from where the patterns belong to the folder: empty, or ends with `/`. */
  readonly prefix: string;
  /** Where the patterns belong to a folder within: the length of its path with `/`. */
  readonly baseLength: number;
  /** The patterns fit nothing but what lies in the folder itself. */
  readonly onlyTop?: true;
}

/** A path of the folder as the layer's patterns see it. */
export function seenBy({ prefix, baseLength }: IgnoreLayer<unknown>, path: string): string {
  return prefix + path.slice(baseLength);
}

/** The layer for the inside of a folder that is included. `path` ends with `/`. */
export function entering(layer: IgnoreLayer, path: string): IgnoreLayer {
  const list = layer.list.entering(seenBy(layer, path));
  return list === layer.list ? layer : { ...layer, list };
}

/** A layer for a folder below the one its patterns belong to, whether or not they exclude that folder itself. */
export function seenFrom<T>(list: PatternList<T>, prefix: string): IgnoreLayer<T> {
  const above = prefix
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);
  return { list: above.reduce((entered, folder) => entered.entering(folder), list), prefix, baseLength: 0 };
}

/**
 * What the layers leave a path out for; of several layers the last that says anything decides. A folder's path ends
 * with `/`.
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
