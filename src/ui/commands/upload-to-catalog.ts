import {
  addFromStore,
  uploadToCatalog as upload,
  type Added,
  type AddQuestions,
} from '../../app/upload/upload-to-catalog';
import { storeAddress } from '../../core/store-address';
import { extensionNameProblem, proposeExtensionName } from '../../core/extension-name';
import { message, type Message } from '../../core/message';
import { nameOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { ask } from '../editor/input-box';
import { chooseBuild, chooseExtensionFolder, requireReadable, folderOf } from '../folders/choose-folder';
import { askIfDoubtful } from '../folders/confirm-build';
import { askAboutSecrets } from '../folders/secrets-box';
import { uploadLimits } from '../editor/settings';
import type { Services } from '../services';
import { uploadDependencies } from '../upload/upload';
import { withOffer } from '../upload/upload-error';
import { showStep } from '../upload/upload-progress';
import type { Command } from './command';
import { commandButton } from '../editor/show';

/** Adds a folder to the catalog, from which new sessions can load it. */
export const uploadToCatalog: Command = async (services, target) => {
  const { connection } = services;
  const pointedAt =
    target.resources?.[0] ?? (await chooseExtensionFolder(message('Upload to Catalog: Select Extension')));
  const folder = folderOf(pointedAt);
  requireReadable(folder);
  const build = await chooseBuild(services, folder, (whole, name) =>
    commandButton(message('Upload “{0}” to Catalog', name), 'uploadToCatalog', whole),
  );
  await askIfDoubtful(build);
  const added = await upload(
    catalogDependencies(services),
    build.folder,
    { secrets: askAboutSecrets, ...questions(services) },
    showStep,
  ).catch((error: unknown) => {
    throw withOffer(error, services.inspections, { connection: connection.settings, folders: [build.folder] });
  });
  showAdded(services, added, (name) => message('$(check) Uploaded “{0}” to the catalog', name));
};

const FROM_STORE = message('Add from Chrome Web Store');
const STORE_PAGE = 'https://chromewebstore.google.com/detail/…';

/** Adds an extension of the Chrome Web Store to the catalog, by its address there. */
export const addFromChromeStore: Command = async (services) => {
  const { connection, notOffered, records } = services;
  const client = await connection.client();
  const entered = await ask({
    title: FROM_STORE,
    step: { step: 1, of: 2 },
    prompt: message('Address or ID of the extension in the store'),
    placeholder: message('{0}', STORE_PAGE),
    check: (text) =>
      storeAddress(text) === undefined
        ? message('Enter the address of the store page, such as {0}, or the extension’s ID.', STORE_PAGE)
        : undefined,
  });
  const access = { client, extensions: records.extensions, limits: uploadLimits() };
  const added = await addFromStore(access, storeAddress(entered) ?? entered, questions(services, true), showStep);
  notOffered.works(connection.settings, 'fetchFromStore');
  showAdded(services, added, (name) => message('$(check) Added “{0}” to the catalog', name), true);
};

function showAdded(
  { statusMessages, connection, renew, reveal, revealInFront }: Services,
  { extension, isKnown }: Added,
  wordsFor: (name: string) => Message,
  isFromCatalog = false,
): void {
  const name = nameOf(extension);
  statusMessages.show(isKnown ? message('$(info) Already in the catalog as “{0}”', name) : wordsFor(name));
  // What was not sent is the row itself, wherever the person is now. Who adds to the catalog looks at it.
  const show = isKnown || isFromCatalog ? revealInFront : reveal;
  show({ kind: 'extension', connection: connection.settings, extension });
  renew('extensions');
}

function catalogDependencies(services: Services): Parameters<typeof upload>[0] {
  const { connection, records } = services;
  return {
    ...uploadDependencies(services),
    connect: async () => ({ client: await connection.client(), extensions: records.extensions }),
  };
}

function questions({ connection }: Services, isFromStore = false): AddQuestions {
  return {
    name: async ({ title, taken }) =>
      ask({
        title: isFromStore ? FROM_STORE : message('Upload “{0}” to Catalog', title),
        ...(isFromStore && { step: { step: 2, of: 2 } }),
        prompt: message('Name of “{0}” in the catalog', title),
        value: proposeExtensionName(title, taken),
        check: (text) =>
          extensionNameProblem(text) ??
          (taken.includes(text)
            ? message('“{0}” is already in the catalog. Choose a different name.', text)
            : undefined),
      }),
    confirm: async ({ title, name }) => {
      if (connection.settings.production)
        await confirmAt(connection, {
          question: message('Upload “{0}” to the production catalog?', title),
          effect: message('Everyone’s new sessions can load it as “{0}”.', name),
          buttons: [message('Upload to Production')],
        });
    },
  };
}
