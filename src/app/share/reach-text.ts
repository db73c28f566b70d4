import { message, type Message } from '../../core/message';
import { portName } from '../../core/shared-port';
import { labelOf, type SessionRecord } from '../../state';

/** What a person is asked, and told, of ports that are shared. */
export function reachText(session: SessionRecord, ports: readonly number[]): Message {
  const [only, ...others] = ports;
  const label = labelOf(session);
  return others.length === 0
    ? message('Pages in “{0}” can reach {1} on this machine.', label, portName(only ?? 0))
    : message('Pages in “{0}” can reach these ports of this machine: {1}.', label, ports.map(portName).join(', '));
}
