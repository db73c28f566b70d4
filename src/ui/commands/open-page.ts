import * as vscode from 'vscode';
import type { BrowserAccess } from '../../app/devtools-sessions';
import type { LoadedTarget } from '../../app/loaded/change-loaded';
import { loadedAs } from '../../app/loaded/loaded-extensions';
import { namedPages, openPageOf } from '../../app/loaded/open-page';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import { labelOf } from '../../state';
import { MAX_NAME, plainLabel, t } from '../editor/localize';
import { pick, type Choice, type Heading } from '../editor/pick';
import { withStatus } from '../editor/progress';
import { isInside, pathWithin } from '../editor/uris';
import type { Services } from '../services';
import { askLoaded } from '../sessions/check-session';
import { loadedOf, type ChosenExtension } from '../sessions/choose-loaded';
import type { Command } from './command';

const HTML = /\.x?html?$/i;

/** Opens a page of a loaded extension in its session: one that its manifest names, or any other of its package. */
export const openPage: Command = async (services, target) => {
  const chosen = await loadedOf(services, target, message('Open Page'), ({ enabled }) => enabled);
  const choices = await withStatus(message('Reading the pages of “{0}”…', chosen.extension.name), (signal) =>
    pagesOf(services, chosen, signal),
  );
  if (choices.length === 0) throw new UserError(message('“{0}” has no pages.', chosen.extension.name));
  const page = await pick(
    message('Open Page of “{0}” in “{1}”', chosen.extension.name, labelOf(chosen.session)),
    message('Select a page'),
    choices,
  );
  await openIn(services, chosen, page);
};

async function pagesOf(
  services: Services,
  { upload, ...chosen }: ChosenExtension,
  signal: AbortSignal,
): Promise<(Choice<string> | Heading)[]> {
  const [{ popup, options, sidePanel }, inspection] = await Promise.all([
    namedPages(await accessOf(services), chosen, signal),
    upload && services.inspections.inspect(vscode.Uri.file(upload.folder), signal),
  ]);
  const named = [
    { label: t('Popup'), value: 'popup', path: popup },
    { label: t('Options'), value: 'options', path: options },
    { label: t('Side Panel'), value: 'side_panel', path: sidePanel },
  ];
  const inOptions = options?.replace(/^\.?\/|[?#].*$/gs, '');
  const html = (inspection?.files ?? [])
    .map((file) => file.path)
    .filter((path) => HTML.test(path) && path !== inOptions);
  return [
    ...headed(
      t('In the Manifest'),
      named.flatMap(({ label, value, path }) =>
        path === undefined ? [] : [{ label, value, description: plainText(path, MAX_NAME) }],
      ),
    ),
    // Also those of the manifest that otherwise open elsewhere.
    ...headed(
      t('In a Tab'),
      html.map((path) => ({ label: plainText(path, MAX_NAME), value: path })),
    ),
  ];
}

function headed(label: PlainText, choices: readonly Choice<string>[]): (Choice<string> | Heading)[] {
  return choices.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...choices];
}

/** Opens an HTML file of an uploaded extension, as its session has it. */
export const openInSession: Command = async (services, { resources: [file] = [] }) => {
  if (!file) return;
  const { connection, records, loaded } = services;
  const sessions = records.sessions.notReleased().filter(({ gone }) => !gone);
  const uploads = sessions.flatMap((session) =>
    (session.uploads ?? [])
      .filter((upload) => !upload.removed && isInside(file, vscode.Uri.file(upload.folder)))
      .map((upload) => ({ session, upload })),
  );
  const [first, ...others] = uploads;
  const name = vscode.workspace.asRelativePath(file, false);
  if (!first) throw new UserError(message('“{0}” isn’t part of an uploaded extension. Upload it first.', name));
  const { session, upload } =
    others.length === 0
      ? first
      : await pick(
          message('Open “{0}”: Select Session', name),
          message('Select a session that has the extension'),
          uploads.map((each) => ({
            label: plainLabel(labelOf(each.session)),
            description: plainText(each.upload.name, MAX_NAME),
            value: each,
          })),
        );
  await withStatus(message('Checking what “{0}” has loaded…', labelOf(session)), () => askLoaded(services, session.id));
  const { extensions = [], whyUnknown } = loaded.get(connection.settings, session.id) ?? {};
  const extension = loadedAs(extensions, upload.name);
  if (!extension)
    throw new UserError(
      whyUnknown ?? message('“{0}” isn’t loaded in “{1}”. Upload it again.', upload.name, labelOf(session)),
    );
  await openIn(services, { session, extension }, pathWithin(vscode.Uri.file(upload.folder), file));
};

/** Opens it, and shows it. */
async function openIn(services: Services, target: LoadedTarget, page: string): Promise<void> {
  const { connection, screens } = services;
  const access = await accessOf(services);
  await withStatus(message('Opening “{0}” in “{1}”…', page, labelOf(target.session)), (signal) =>
    access.sessions.byPerson(target.session.id, { type: 'open', page }, () => openPageOf(access, target, page, signal)),
  );
  screens.open(connection, target.session.id, access.client);
}

async function accessOf({ connection, records, devtools }: Services): Promise<BrowserAccess> {
  return { client: await connection.client(), sessions: records.sessions, devtools };
}
