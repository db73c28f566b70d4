import { isSameSize, type Size } from '../../core/screen/geometry';

/** Changes of the size that are kept. */
const MAX_RUNS = 1000;

/** The sizes of pictures by their IDs, which grow: a click on an older picture can be checked. */
export class PictureSizes {
  /** Each size with the first picture that had it. */
  private readonly runs: { readonly first: number; readonly size: Size }[] = [];
  private last = 0;

  add(id: number, { width, height }: Size): void {
    const before = this.runs.at(-1);
    if (!before || !isSameSize(before.size, { width, height })) this.runs.push({ first: id, size: { width, height } });
    if (this.runs.length > MAX_RUNS) this.runs.shift();
    this.last = id;
  }

  /** @returns undefined if there was no such picture, or it is too old. */
  of(id: number): Size | undefined {
    return id > this.last ? undefined : this.runs.findLast(({ first }) => first <= id)?.size;
  }
}
