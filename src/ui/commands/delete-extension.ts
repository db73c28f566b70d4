import { deleteExtension as deleteFromCatalog } from '../../app';
import { message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { labelOf, type ConnectionRecords } from '../../state';
import { askId } from '../sessions/id-box';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { confirmAt } from '../connections/confirm-at';
import { withStatus } from '../editor/progress';
import type { Command } from './command';

export const deleteExtension: Command = async ({ brief, connection, records: { extensions } }, target) => {
  const idOrName = target.extension ?? (await chooseExtension(extensions));
  const client = await connection.client();
  const label = labelOf(extensions.get(idOrName) ?? { id: idOrName });
  await confirmAt(
    connection,
    message('Delete “{0}” from the catalog?', label),
    [message('This can’t be undone. Running browsers keep the extension; new sessions can no longer load it.')],
    message('Delete'),
  );
  await withStatus(message('Deleting “{0}”…', label), (signal) =>
    deleteFromCatalog({ client, extensions }, idOrName, signal),
  );
  brief.show(message('$(check) Deleted “{0}” from the catalog', label));
};

async function chooseExtension(extensions: ConnectionRecords['extensions']): Promise<string> {
  const title = message('Delete Extension from Catalog');
  const byHand = async (): Promise<string> => askId(title, message('ID or name of the extension'));
  const known = extensions.all().filter(({ gone }) => !gone);
  if (known.length === 0) return byHand();
  const chosen = await pick<() => Promise<string>>(title, message('Select an extension'), [
    ...known.map((extension) => ({
      label: withIcon('package', plainText(labelOf(extension), MAX_NAME)),
      ...(extension.name && { detail: plainText(extension.id, MAX_NAME) }),
      value: async () => extension.id,
    })),
    { label: t('$(edit) Enter ID or Name…'), value: byHand },
  ]);
  return chosen();
}
