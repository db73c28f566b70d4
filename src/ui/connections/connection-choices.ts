import {
  isLocal,
  projectOf,
  serviceAddress,
  type ConnectionEntry,
  type ConnectionSettings,
} from '../../core/connection-settings';
import { isDevToolsAddress } from '../../core/devtools-address';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { editConnections } from './connections-setting';
import type { Connections } from '../../app/connections/connections';
import { localize, MAX_NAME, MAX_WORDS, t, withIcon } from '../editor/localize';
import type { Choice } from '../editor/pick';

/**
 * One item for each connection; choosing it activates the connection. The one in use is first, so that Enter alone
 * leads nowhere else.
 * @param verb whether the labels of the others say that they switch.
 */
export function connectionChoices(
  connections: Connections,
  { verb = false }: { readonly verb?: boolean } = {},
): readonly Choice<() => Promise<void>>[] {
  const isActive = ({ name }: ConnectionEntry): boolean => name === connections.activeName;
  const entries = connections.entries();
  return [...entries.filter(isActive), ...entries.filter((entry) => !isActive(entry))].map((entry) => ({
    label: withIcon(iconOf(entry, isActive(entry)), labelOf(entry, verb && !isActive(entry))),
    description: descriptionOf(entry, isActive(entry), verb),
    detail:
      'problem' in entry
        ? localize(entry.problem)
        : isLocal(entry.settings)
          ? localDetail(connections)
          : addressText(entry.settings),
    value: async () => ('problem' in entry ? editConnections() : connections.activate(entry.name)),
  }));
}

function labelOf(entry: ConnectionEntry, verb: boolean): PlainText {
  const name = entry.name ? plainText(entry.name, MAX_NAME) : t('(no name)');
  if (!verb) return name;
  return 'settings' in entry && entry.settings.production
    ? t('Switch to {0} (production)', name)
    : t('Switch to {0}', name);
}

function descriptionOf(entry: ConnectionEntry, isActive: boolean, verb: boolean): PlainText {
  const isProduction = 'settings' in entry && entry.settings.production && !(verb && !isActive);
  return joinPlain(' · ', [isActive ? t('in use') : undefined, isProduction ? t('production') : undefined]);
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
  const { icon, address } = entry.settings;
  return active ? 'check' : (icon ?? (isLocal(entry.settings) ? 'vm' : isDevToolsAddress(address) ? 'plug' : 'cloud'));
}

function localDetail({ local: { running } }: Connections): PlainText {
  return running ? t('Running at {0}', running.url) : t('On this machine; starts when needed');
}
