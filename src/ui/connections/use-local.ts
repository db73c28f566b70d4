import { isLocal, LOCAL } from '../../core/connection-settings';
import { message } from '../../core/message';
import type { Connections } from '../../app/connections/connections';
import { localize } from '../editor/localize';
import { type StatusMessages } from '../editor/show';

/** Uses the local service, and starts it if it is not running. The first call creates its connection. */
export async function useLocal({
  statusMessages,
  connections,
}: {
  readonly statusMessages: Pick<StatusMessages, 'show'>;
  readonly connections: Connections;
}): Promise<void> {
  const known = connections.entries().find((entry) => 'settings' in entry && isLocal(entry.settings));
  if (known) await connections.activate(known.name);
  else
    await connections.add({
      name: freeName(localize(message('Local Browser')), connections),
      address: LOCAL,
      production: false,
    });
  await connections.local.start();
  statusMessages.show(message('$(check) Local browser started'));
}

/** The name, or the name with the first number that makes it unique. */
export function freeName(name: string, connections: Connections): string {
  const taken = new Set(connections.entries().map((entry) => entry.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(free)) return free;
  }
}
