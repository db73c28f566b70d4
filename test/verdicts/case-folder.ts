import { readdir, rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Case, type Files, lay, Link } from './case';

/**
 * A folder that has the files of one case after another. Only what differs from the case before is written, mostly the
 * manifest: to lay and to remove all the files of each case would take longer than to inspect them.
 */
export class CaseFolder {
  private files: Files = {};

  constructor(readonly root: string) {}

  async become({ name, files }: Case): Promise<void> {
    for (const [file, content] of Object.entries(this.files))
      if (!canStay(content, files[file])) await this.remove(file);
    const changed = Object.entries(files).filter(([file, content]) => content !== this.files[file]);
    await lay(this.root, { name, files: Object.fromEntries(changed) });
    this.files = files;
  }

  /** Also removes the folders that it leaves empty. */
  private async remove(file: string): Promise<void> {
    await unlink(path.join(this.root, file));
    for (let within = path.dirname(file); within !== '.'; within = path.dirname(within)) {
      const folder = path.join(this.root, within);
      if ((await readdir(folder)).length > 0) return;
      await rmdir(folder);
    }
  }
}

/** Whether a file is the same in the next case, or can be written over: through a link that would reach another file. */
function canStay(content: Files[string], next: Files[string] | undefined): boolean {
  return next === content || !(next === undefined || content instanceof Link || next instanceof Link);
}
