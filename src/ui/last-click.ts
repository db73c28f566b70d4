import type { Owner } from '../state';

/** What was clicked last in this window, at each connection: what is remembered is shared with the other windows. */
export class LastClick {
  private readonly clicks = new Map<string, { readonly session: string; readonly text: string }>();

  set({ name, address }: Owner, session: string, text: string): void {
    this.clicks.set(`${address} ${name}`, { session, text });
  }

  get({ name, address }: Owner): { readonly session: string; readonly text: string } | undefined {
    return this.clicks.get(`${address} ${name}`);
  }
}
