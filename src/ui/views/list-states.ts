import type { ConnectionRecords } from '../../state';
import { setContext } from '../editor/context';

/** The state of a list of the service, which selects the welcome text of its view. */
export type ListState =
  'unasked' | 'asking' | 'listed' | 'notOffered' | 'unreachable' | 'rejected' | 'forbidden' | 'failed';

export type ShowListState = (state: ListState) => Promise<void>;

/** Sets the state of each list for the welcome text of its view: `browserSessions.list.pools` and so on. */
export class ListStates {
  private readonly newest: Record<keyof ConnectionRecords, number> = { sessions: 0, pools: 0, extensions: 0 };

  /**
   * @returns a function that shows the list's state, until this is called for the list again: an older answer may
   * belong to another connection.
   */
  begin(kind: keyof ConnectionRecords): ShowListState {
    const turn = ++this.newest[kind];
    return async (state) => {
      if (turn === this.newest[kind]) await setContext(`list.${kind}`, state);
    };
  }
}
