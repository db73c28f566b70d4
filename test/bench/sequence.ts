import { createClient } from '../../src/api';
import { readSequenceText } from '../../src/app/sequences/sequence-text';
import { runSteps } from '../../src/app/sequences/run-steps';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import { openRecords } from '../../src/state';
import { storage } from '../support/storage';

const { signal } = new AbortController();

/** Runs sequences in a session, as the commands do. */
export interface Runner {
  /** @throws the error of the step that failed. */
  run(steps: readonly object[]): Promise<void>;
  close(): void;
}

export function openRunner({ url, token, session }: Record<'url' | 'token' | 'session', string>): Runner {
  const client = createClient({ baseUrl: url, token });
  const { sessions } = openRecords(storage(), { name: 'bench', address: url }, () => {});
  const devtools = new DevToolsSessions();
  return {
    run: async (written) => {
      const read = readSequenceText(JSON.stringify({ steps: written }), []);
      if ('problems' in read) throw new Error(JSON.stringify(read.problems));
      const request = { sessionIds: [session], steps: read.steps };
      const [outcome] = await runSteps({ client, sessions, devtools }, request, signal);
      if (outcome?.error !== undefined) throw outcome.error;
    },
    close: () => {
      devtools.close();
      client.close();
    },
  };
}
