import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import type { ConnectionKey } from '../../state';
import { plainLabel } from '../editor/localize';
import { pathPart } from '../sessions/screenshot-uri';
import { labelOf, type SessionRecord } from '../../state';

/** The scheme of the URIs of what extensions have stored. */
export const STORAGE = 'browser-sessions-storage';

/** An area of an extension's storage. */
export interface StoragePlace {
  readonly connection: ConnectionKey;
  readonly session: string;
  /** Chromium's ID of the extension. */
  readonly extension: string;
  readonly area: StorageArea;
  /** The extension's name, for the user. */
  readonly name: string;
}

/** The URI of an area, with folders that a person can read above the editor. The editor may open it in another window. */
export function storageUri(
  connection: ConnectionKey,
  session: SessionRecord,
  extension: { readonly id: string; readonly name: string },
  area: StorageArea,
): vscode.Uri {
  const parts = [plainLabel(labelOf(session)), extension.name].map(pathPart);
  const query = new URLSearchParams({
    connection: connection.name,
    address: connection.address,
    session: session.id,
    extension: extension.id,
  });
  return vscode.Uri.from({ scheme: STORAGE, path: `/${parts.join('/')}/${area}.json`, query: query.toString() });
}

/** @throws UserError if it is none of ours. */
export function storagePlace(uri: vscode.Uri): StoragePlace {
  const query = new URLSearchParams(uri.query);
  const [file = '', name = ''] = uri.path.split('/').toReversed();
  const area = STORAGE_AREAS.find((each) => file === `${each}.json`);
  const [session, extension] = [query.get('session'), query.get('extension')];
  if (uri.scheme !== STORAGE || !area || !session || !extension)
    throw new UserError(message('This isn’t the storage of an extension. Open it from the row of the extension.'));
  const connection = { name: query.get('connection') ?? '', address: query.get('address') ?? '' };
  return { connection, session, extension, area, name };
}
