import { EndedSessions } from '../../app/ended-sessions';
import { formatWait } from '../../core/format';
import { message } from '../../core/message';
import { keyOf, labelOf } from '../../state';
import { commandButton, showInformation } from '../editor/show';
import type { ConnectionServices } from '../services';

/** Milliseconds. */
const ASK_WITHIN = 10_000;

const endedSessions = new EndedSessions();

/** Asks the service about a session whose time is over, and tells the user if it has ended, with all that end with it. */
export async function tellEnded({ connection, records: { sessions } }: ConnectionServices, id: string): Promise<void> {
  const client = async () => ((await connection.isReady()) ? connection.client() : undefined);
  const ended = await endedSessions.verifyEnd(keyOf(connection.settings), id, { client, sessions }, () =>
    AbortSignal.timeout(ASK_WITHIN),
  );
  const [first, ...others] = ended ?? [];
  if (!first) return;
  const { name, address } = connection.settings;
  await showInformation(
    others.length > 0
      ? message('{0} sessions have ended: they weren’t used.', others.length + 1)
      : message(
          '“{0}” has ended: it wasn’t used for {1}.',
          labelOf(first),
          formatWait((first.timeoutSeconds ?? 0) * 1000),
        ),
    commandButton(message('New Session'), 'startSession', { connection: name, address }),
  );
}
