import { foldersAbove, type Inspection } from '../packaging';

/**
 * The paths of an inspected folder: to know quickly which of the thousands of changes during an installation matter to
 * it.
 */
export class FolderPaths {
  private readonly excluded: ReadonlySet<string>;
  /** With the folders above them. */
  private readonly needed: ReadonlySet<string>;

  constructor({ excluded, files, named }: Pick<Inspection, 'excluded' | 'files' | 'named'>) {
    this.excluded = new Set(excluded.map(({ path }) => path));
    const needed = [...named, ...files.map(({ path }) => path)];
    this.needed = new Set(needed.flatMap((path) => [path, ...foldersAbove(path)]));
  }

  /**
   * Whether a path is inside an excluded folder and not needed.
   * @param within the folder, with `/`.
   */
  isExcludedAlone(within: string): boolean {
    return !this.needed.has(within) && foldersAbove(within).some((folder) => this.excluded.has(folder));
  }
}
