/** A page of the web that scripts of an extension run in. */
export interface WebPage {
  readonly targetId: string;
  readonly url: string;
  readonly title: string;
}

/** Which pages of the web a person wants and does not want. It is kept when the connection breaks. */
export class PageChoice {
  private readonly chosen = new Map<string, boolean>();

  /**
   * @param offered IDs of the pages that the person could choose from: nothing is known of others.
   * @param wanted IDs of those that were chosen.
   */
  set(offered: Iterable<string>, wanted: ReadonlySet<string>): void {
    for (const id of offered) this.chosen.set(id, wanted.has(id));
  }

  /** Whether a page is wanted; undefined if nobody has chosen. */
  get(targetId: string): boolean | undefined {
    return this.chosen.get(targetId);
  }
}
