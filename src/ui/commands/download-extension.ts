import path from 'node:path';
import { downloadExtension as download } from '../../app/catalog';
import { message } from '../../core/message';
import { nameOf } from '../../state';
import { withStatus } from '../editor/progress';
import { saveFile } from '../editor/save-file';
import { chooseExtension } from '../sessions/choose-extension';
import type { Command } from './command';

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
