import path from 'node:path';
import { deleteExtension as deleteFromCatalog, downloadExtension as download } from '../../app/catalog';
import { listOf, message, sentences, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { nameOf, type ExtensionRecord, type ConnectionRecords } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { saveFile } from '../editor/save-file';
import { askId } from '../sessions/id-box';
import { workOnSeveral } from '../sessions/several';
import type { Target } from '../target';
import type { Command } from './command';

/** Deletes extensions from the catalog, after one question about all of them. */
export const deleteExtension: Command = async (services, target) => {
  const {
    connection,
    records: { extensions },
    renew,
  } = services;
  const chosen = extensionsOf(target);
  if (chosen.length === 0) {
    const id = target.extension ?? (await chooseExtension(extensions, message('Delete Extension from Catalog')));
    chosen.push(extensions.get(id) ?? { id });
  }
  const client = await connection.client();
  const [only, ...others] = chosen;
  const one = only && others.length === 0 ? nameOf(only) : undefined;
  await confirmAt(connection, {
    question:
      one === undefined
        ? message('Delete {0} extensions from the catalog?', chosen.length)
        : message('Delete “{0}” from the catalog?', one),
    effect:
      one === undefined
        ? sentences(
            message('{0}.', namesOf(chosen)),
            message('Sessions that are running keep them; new ones can’t load them. This can’t be undone.'),
          )
        : message('Sessions that are running keep it; new ones can’t load it. This can’t be undone.'),
    dont: message('Don’t Delete'),
    buttons: [message('Delete')],
  });
  await workOnSeveral(services, {
    items: chosen,
    labelOf: nameOf,
    title: message('Deleting {0}…', namesOf(chosen)),
    work: ({ id }, signal) => deleteFromCatalog({ client, extensions }, id, signal),
    done: (count) =>
      one === undefined
        ? message('Deleted {0} extensions from the catalog', count)
        : message('Deleted “{0}” from the catalog', one),
  });
  renew('extensions');
};

function extensionsOf({ rows = [] }: Target): ExtensionRecord[] {
  return rows.flatMap((row) => (row.kind === 'extension' && !row.extension.gone ? [row.extension] : []));
}

function namesOf(extensions: readonly ExtensionRecord[]): Message {
  return listOf(extensions.map((extension) => message('“{0}”', nameOf(extension))));
}

/** Saves the zip of an extension of the catalog. */
export const downloadExtension: Command = async ({ statusMessages, connection, records: { extensions } }, target) => {
  const id = target.extension ?? (await chooseExtension(extensions, message('Download Extension from Catalog')));
  const client = await connection.client();
  const label = nameOf(extensions.get(id) ?? { id });
  const zip = await withStatus(message('Downloading “{0}”…', label), (signal) =>
    download({ client, extensions }, id, signal),
  );
  const file = await saveFile(message('Download “{0}”', label), zip, `${fileName(label)}.zip`, { Zip: ['zip'] });
  if (file) statusMessages.show(message('$(check) Saved “{0}” as “{1}”', label, path.posix.basename(file.path)));
};

/** A name from outside, without what a file name cannot have. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'extension';
}

/** Asks for an extension of the catalog. */
async function chooseExtension(extensions: ConnectionRecords['extensions'], title: Message): Promise<string> {
  const byHand = async (): Promise<string> => askId(title, message('ID or name of the extension'));
  const known = extensions.all().filter(({ gone }) => !gone);
  if (known.length === 0) return byHand();
  const chosen = await pick<() => Promise<string>>(title, message('Select an extension'), [
    ...known.map((extension) => ({
      label: withIcon('package', plainText(nameOf(extension), MAX_NAME)),
      ...(extension.name && { detail: plainText(extension.id, MAX_NAME) }),
      value: async () => extension.id,
    })),
    { label: t('$(edit) Enter ID or Name…'), value: byHand },
  ]);
  return chosen();
}
