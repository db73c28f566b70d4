import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import path from 'node:path';
import { stateFolder } from '../../../src/cli/host';

describe('What the command line remembers', () => {
  it('is in the folder that the environment gives, but never in that of a project', () => {
    const [one, other] = [path.resolve('/state/one'), path.resolve('/state/other')];
    for (const [state, xdg, expected] of [
      [one, other, one],
      ['', other, other],
      ['state', other, other],
      [undefined, other, other],
      ...['', '.', 'state', undefined].map((none) => [none, none, path.join(homedir(), '.local', 'state')] as const),
    ] as const) {
      const found = stateFolder({ BROWSER_SESSIONS_STATE: state, XDG_STATE_HOME: xdg });
      assert.equal(found, path.join(expected, 'browser-sessions'));
    }
  });
});
