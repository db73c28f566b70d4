/** Milliseconds between the two clicks of a double-click. */
const MAX_PAUSE = 500;

/** The editor reports clicks on rows, and not whether two of them are a double-click. */
export class DoubleClick {
  private last: { readonly key: string; readonly at: number } | undefined;

  /** @returns whether this click on an item is the second one of a double-click. */
  isSecond(key: string): boolean {
    const at = performance.now();
    const isSecond = this.last?.key === key && at - this.last.at <= MAX_PAUSE;
    this.last = isSecond ? undefined : { key, at };
    return isSecond;
  }
}
