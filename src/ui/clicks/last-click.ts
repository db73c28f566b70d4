import { keyOf, type ConnectionKey } from '../../state';
import { setContext } from '../editor/context';

/**
 * The last click of this window for each connection. It is kept apart from the stored clicks, which are shared with the
 * other windows.
 */
export class LastClick {
  private readonly clicks = new Map<string, { readonly session: string; readonly text: string }>();

  set(connection: ConnectionKey, session: string, text: string): void {
    this.clicks.set(keyOf(connection), { session, text });
    void setContext('clicked', true);
  }

  get(connection: ConnectionKey): { readonly session: string; readonly text: string } | undefined {
    return this.clicks.get(keyOf(connection));
  }
}
