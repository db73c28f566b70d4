import { message } from '../../core/message';
import { sessionOf } from '../sessions/choose-session';
import type { Services } from '../services';
import type { Target } from '../target';

/** Shows the display of a session in an editor tab; asks for the session if the target has none. */
export async function askAndOpenScreen(services: Services, target: Target): Promise<void> {
  const { connection, records, screens } = services;
  const client = await connection.client();
  const id = await sessionOf(
    target,
    { client, records, connection },
    { title: message('Open Screen: Select Session') },
  );
  screens.open(connection, id, client);
}
