import {
  isLocal,
  projectOf,
  serviceAddress,
  type ConnectionEntry,
  type ConnectionSettings,
} from '../../core/connection-settings';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { editConnections } from './connections-setting';
import type { Connections } from '../../app/connections/connections';
import { localize, MAX_NAME, MAX_WORDS, t, withIcon } from '../editor/localize';
import type { Choice } from '../editor/pick';

/**
 * One item for each connection; choosing it activates the connection. The one in use is last: Enter should do
 * something.
 * @param others without the one in use.
 */
export function connectionChoices(
  connections: Connections,
  { others = false }: { readonly others?: boolean } = {},
): Choice<() => Promise<void>>[] {
  const isActive = ({ name }: ConnectionEntry): boolean => name === connections.activeName;
  const entries = connections.entries();
  const shown = [...entries.filter((entry) => !isActive(entry)), ...(others ? [] : entries.filter(isActive))];
  return shown.map((entry) => ({
    label: withIcon(
      iconOf(entry, entry.name === connections.activeName),
      entry.name ? plainText(entry.name, MAX_NAME) : t('(no name)'),
    ),
    description: descriptionOf(entry, entry.name === connections.activeName),
    detail:
      'problem' in entry
        ? localize(entry.problem)
        : isLocal(entry.settings)
          ? localDetail(connections)
          : addressText(entry.settings),
    value: async () => ('problem' in entry ? editConnections() : connections.activate(entry.name)),
  }));
}

function addressText(settings: ConnectionSettings): PlainText {
  const project = projectOf(settings);
  return joinPlain(' · ', [
    plainText(serviceAddress(settings.address), MAX_WORDS),
    project === undefined ? undefined : t('project {0}', project),
  ]);
}

function iconOf(entry: ConnectionEntry, active: boolean): string {
  if ('problem' in entry) return 'warning';
  return active ? 'check' : (entry.settings.icon ?? (isLocal(entry.settings) ? 'vm' : 'cloud'));
}

function descriptionOf(entry: ConnectionEntry, active: boolean): PlainText {
  const production = 'settings' in entry && entry.settings.production;
  return joinPlain(', ', [active ? t('in use') : undefined, production ? t('production') : undefined]);
}

function localDetail({ local: { running } }: Connections): PlainText {
  return running ? t('Running at {0}', running.url) : t('On this machine; starts when needed');
}
