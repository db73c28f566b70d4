import type { ConnectionRecords } from '../../state';
import { setContext } from '../editor/context';

/** How a list stands with the service; the welcome text of its view goes by it. */
export type ListState =
  'unasked' | 'asking' | 'listed' | 'notOffered' | 'unreachable' | 'rejected' | 'forbidden' | 'failed';

export type ShowListState = (state: ListState) => Promise<void>;

/** Lets the welcome text of each view know how its own list stands: `browserSessions.list.pools` and so on. */
export class ListStates {
  private readonly newest: Record<keyof ConnectionRecords, number> = { sessions: 0, pools: 0, extensions: 0 };

  /**
   * @returns what shows how the list stands, until this is called for the list again: an older answer may be of another
   * connection.
   */
  begin(kind: keyof ConnectionRecords): ShowListState {
    const turn = ++this.newest[kind];
    return async (state) => {
      if (turn === this.newest[kind]) await setContext(`list.${kind}`, state);
    };
  }
}
