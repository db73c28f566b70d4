import { refreshExtensions } from '../../app/refresh';
import { uploadToCatalog as upload } from '../../app/upload/upload-to-catalog';
import { extensionNameProblem, proposeExtensionName } from '../../core/extension-name';
import { message } from '../../core/message';
import { nameOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { ask } from '../editor/input-box';
import { chooseBuild, chooseExtensionFolder, requireReadable, folderOf } from '../folders/choose-folder';
import { askIfDoubtful } from '../folders/confirm-build';
import { askAboutSecrets } from '../folders/secrets-box';
import type { Services } from '../services';
import { uploadDependencies } from '../upload/upload';
import { withOffer } from '../upload/upload-error';
import { showStep } from '../upload/upload-progress';
import type { Command } from './command';
import { commandButton } from '../editor/show';

/** Adds a folder to the catalog, from which new sessions can load it. */
export const uploadToCatalog: Command = async (services, target) => {
  const { statusMessages, connection, renew, reveal } = services;
  const pointedAt =
    target.resources?.[0] ?? (await chooseExtensionFolder(message('Upload to Catalog: Select Extension')));
  const folder = folderOf(pointedAt);
  requireReadable(folder);
  const build = await chooseBuild(services, folder, (whole, name) =>
    commandButton(message('Upload “{0}” to Catalog', name), 'uploadToCatalog', whole),
  );
  await askIfDoubtful(build);
  const added = await upload(catalogDependencies(services), build.folder, questions(services), showStep).catch(
    (error: unknown) => {
      throw withOffer(error, services.inspections, { connection: connection.settings, folders: [build.folder] });
    },
  );
  statusMessages.show(message('$(check) Uploaded “{0}” to the catalog', nameOf(added)));
  reveal({ kind: 'extension', connection: connection.settings, extension: added });
  renew('extensions');
};

function catalogDependencies(services: Services): Parameters<typeof upload>[0] {
  const { connection, records } = services;
  const { inspect, serialize, allowedSecrets, limits } = uploadDependencies(services);
  return {
    inspect,
    serialize,
    allowedSecrets,
    limits,
    connect: async () => {
      const client = await connection.client();
      const { extensions } = records;
      // Only to propose a name that is free; the service has the last word.
      if (extensions.all().length === 0)
        await refreshExtensions({ client, extensions }, new AbortController().signal).catch(() => {});
      return { client, extensions };
    },
  };
}

function questions({ connection }: Services): Parameters<typeof upload>[2] {
  return {
    secrets: askAboutSecrets,
    name: async ({ title, taken }) =>
      ask({
        title: message('Upload “{0}” to Catalog', title),
        prompt: message('Name in the catalog'),
        value: proposeExtensionName(title, taken),
        check: (text) =>
          extensionNameProblem(text) ??
          (taken.includes(text)
            ? message('“{0}” is already in the catalog. Choose a different name.', text)
            : undefined),
      }),
    confirm: async ({ title, name }) => {
      if (connection.settings.production)
        await confirmAt(
          connection,
          message('Upload “{0}” to the production catalog?', title),
          [message('Everyone’s new sessions can load it as “{0}”.', name)],
          message('Upload'),
        );
    },
  };
}
