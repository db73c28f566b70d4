import * as vscode from 'vscode';
import { deleteExtension as deleteFromCatalogue } from '../../app';
import type { Memory } from '../../state';
import { askId } from '../id-box';
import { confirmAt, pick } from '../pick';
import { withStatus } from '../progress';
import { labelOf } from '../views/items';
import type { Command } from './command';

export const deleteExtension: Command = async ({ connection, memory: { extensions } }, target) => {
  const idOrName = target.extension ?? (await chooseExtension(extensions));
  const client = await connection.client();
  const label = labelOf(extensions.get(idOrName) ?? { id: idOrName });
  await confirmAt(
    connection,
    vscode.l10n.t('Delete {0} from the catalogue?', label),
    vscode.l10n.t('It cannot be brought back. Browsers that are running and have it loaded keep it; new sessions can no longer ask for it.'),
    vscode.l10n.t('Delete'),
  );
  await withStatus(vscode.l10n.t('Deleting {0}…', label), (signal) => deleteFromCatalogue({ client, extensions }, idOrName, signal));
  void vscode.window.showInformationMessage(vscode.l10n.t('{0} is deleted from the catalogue.', label));
};

async function chooseExtension(extensions: Memory['extensions']): Promise<string> {
  const title = vscode.l10n.t('Delete an Extension from the Catalogue');
  const byHand = async (): Promise<string> => askId(title, vscode.l10n.t('ID or name of the extension'));
  const known = extensions.all().filter(({ gone }) => !gone);
  if (known.length === 0) return byHand();
  const chosen = await pick<() => Promise<string>>(title, vscode.l10n.t('Choose the extension'), [
    ...known.map((extension) => ({ label: `$(package) ${labelOf(extension)}`, ...(extension.name && { detail: extension.id }), value: async () => extension.id })),
    { label: vscode.l10n.t('$(edit) By ID or Name…'), value: byHand },
  ]);
  return chosen();
}
