import { message, type Message } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { nameOf, type ConnectionRecords } from '../../state';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { pick } from '../editor/pick';
import { askId } from './id-box';

/** Asks for an extension of the catalog. */
export async function chooseExtension(extensions: ConnectionRecords['extensions'], title: Message): Promise<string> {
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
