import { keyOf, type ConnectionKey } from '../../state';

/** What was clicked last in this window, at each connection: what is remembered is shared with the other windows. */
export class LastClick {
  private readonly clicks = new Map<string, { readonly session: string; readonly text: string }>();

  set(connection: ConnectionKey, session: string, text: string): void {
    this.clicks.set(keyOf(connection), { session, text });
  }

  get(connection: ConnectionKey): { readonly session: string; readonly text: string } | undefined {
    return this.clicks.get(keyOf(connection));
  }
}
