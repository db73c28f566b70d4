/** A page of the web that scripts of an extension run in. */
export interface WebPage {
  readonly targetId: string;
  readonly url: string;
  readonly title: string;
}

/** More are not remembered. */
const MAX_PAGES = 1000;

/** The pages of the web that scripts of an extension run in, and which of them the user does not want. */
export class WebPages {
  private readonly pages = new Map<string, WebPage>();
  private readonly unwanted = new Set<string>();

  /** In the order in which they were found. */
  get all(): readonly WebPage[] {
    return [...this.pages.values()];
  }

  has(targetId: string): boolean {
    return this.pages.has(targetId);
  }

  set(page: WebPage): void {
    if (this.pages.size < MAX_PAGES || this.pages.has(page.targetId)) this.pages.set(page.targetId, page);
  }

  delete(targetId: string): void {
    this.pages.delete(targetId);
    this.unwanted.delete(targetId);
  }

  /** Whether it may be attached to without being asked for. */
  isWanted(targetId: string): boolean {
    return !this.unwanted.has(targetId);
  }

  /** Keeps which pages the user wants. Those that open later are wanted. */
  choose(wanted: ReadonlySet<string>): void {
    for (const id of this.pages.keys()) {
      if (wanted.has(id)) this.unwanted.delete(id);
      else this.unwanted.add(id);
    }
  }
}
