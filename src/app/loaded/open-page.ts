import { NotDone, UserError } from '../../core/errors';
import { message } from '../../core/message';
import {
  inExtension,
  inOwnSession,
  navigate,
  openedBy,
  openTab,
  ProtocolError,
  readExtensionPages,
  triggerAction,
  type DevToolsConnection,
  type ExtensionPages,
  type LoadedExtension,
  type Target,
} from '../../devtools';
import type { BrowserAccess } from '../devtools-sessions';
import { andWhy, inBrowser } from '../in-browser';
import type { LoadedTarget } from './change-loaded';

/** Milliseconds until a popup is open. */
const POPUP_WITHIN = 3000;

type Named = Pick<LoadedExtension, 'id' | 'name'>;

/**
 * Opens a page in a session: the `popup` of an extension, its `options` or `side_panel` page, the path of another one
 * of its pages, or a web address. A page of the extension opens in a tab of its own; a popup as a click on the icon
 * opens it.
 * @param tab ID of the target in which a web address opens; undefined: in a tab of its own.
 * @returns the ID of the target that has the page.
 * @throws UserError with what is wrong; DevToolsFailure, or Cancelled.
 */
export async function openPage(
  connection: DevToolsConnection,
  extension: Named,
  page: string,
  tab: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (page === 'popup') return openPopupOf(connection, extension, signal);
  const address = await pageAddress(connection, extension, page, signal);
  return openAddress(connection, address, isWebAddress(address) ? tab : undefined, signal);
}

/** The same for a person, for whom a side panel opens beside the page. @throws the errors of `inBrowser`. */
export async function openPageOf(
  access: BrowserAccess,
  { session, extension }: LoadedTarget,
  page: string,
  signal: AbortSignal,
): Promise<void> {
  const failed = message('“{0}” didn’t open.', page);
  await inBrowser<unknown>(access, session, { failed: andWhy(failed) }, signal, (open, limited) =>
    page === 'side_panel'
      ? inExtension(open, extension.id, limited, (state) => state.openSidePanel(limited))
      : openPage(open, extension, page, undefined, limited),
  );
}

/** The pages that the manifest of a loaded extension names. @throws the errors of `inBrowser`. */
export async function namedPages(
  access: BrowserAccess,
  { session, extension: { id, name } }: LoadedTarget,
  signal: AbortSignal,
): Promise<ExtensionPages> {
  const failed = message('Couldn’t read the pages of “{0}”.', name);
  return inBrowser(access, session, { failed: andWhy(failed) }, signal, (open, limited) =>
    readExtensionPages(open, id, limited),
  );
}

/**
 * The address of a page: `options`, `side_panel`, a path in the extension, or a web address.
 * @throws UserError if there is none; DevToolsFailure, or Cancelled.
 */
export async function pageAddress(
  connection: DevToolsConnection,
  { id, name }: Named,
  page: string,
  signal: AbortSignal,
): Promise<string> {
  if (isWebAddress(page)) {
    if (URL.canParse(page)) return new URL(page).href;
    throw new NotDone(message('“{0}” isn’t a web address.', page));
  }
  if (page !== 'options' && page !== 'side_panel') {
    const address = pathAddress(id, page);
    if (address !== undefined) return address;
    throw new NotDone(message('“{0}” is neither a path in the extension nor a web address.', page));
  }
  const pages = await readExtensionPages(connection, id, signal);
  const named = page === 'options' ? pages.options : pages.sidePanel;
  const address = named === undefined ? undefined : pathAddress(id, named);
  if (address === undefined) throw new NotDone(message('“{0}” has no {1} page in its manifest.', name, page));
  return address;
}

/** @returns undefined if there is no such extension, or it leads out of it. */
export function pathAddress(extensionId: string | undefined, path: string): string | undefined {
  if (extensionId === undefined) return undefined;
  const base = `chrome-extension://${extensionId}/`;
  const relative = path.replace(/^[\\/]+/, '');
  const address = URL.canParse(relative, base) ? new URL(relative, base).href : '';
  return address.startsWith(base) ? address : undefined;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * Opens an address.
 * @param tab ID of the target that it opens in; undefined: in a new tab, which is in front then.
 * @returns the ID of the target that has it.
 * @throws UserError with Chromium's own error; DevToolsFailure, or Cancelled.
 */
export async function openAddress(
  connection: DevToolsConnection,
  address: string,
  tab: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const inNewTab = (): Promise<string> => openTab(connection, address, signal);
  if (tab === undefined) return inNewTab();
  const inTab = async (targetSession: string): Promise<string> => {
    const failed = await navigate(connection, { targetSession }, address, signal);
    if (failed !== undefined) throw new UserError(message('“{0}” didn’t open: {1}.', address, failed));
    return tab;
  };
  return inOwnSession(connection, tab, signal, inTab, inNewTab);
}

async function openPopupOf(connection: DevToolsConnection, { id, name }: Named, signal: AbortSignal): Promise<string> {
  const isOfExtension = ({ url }: Target): boolean => url.startsWith(`chrome-extension://${id}/`);
  try {
    const trigger = (): Promise<void> => triggerAction(connection, id, signal);
    const targetId = await openedBy(connection, trigger, isOfExtension, POPUP_WITHIN, signal);
    if (targetId !== undefined) return targetId;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new UserError(message('The popup of “{0}” didn’t open: “{1}”.', name, error.message), 'refresh');
  }
  throw new UserError(
    message('“{0}” didn’t open a popup: it may not have one, or its worker handled the click.', name),
  );
}
