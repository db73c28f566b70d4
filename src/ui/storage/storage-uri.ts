import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { asRecord, asText } from '../../core/json';
import { message } from '../../core/message';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import { keyOf, labelOf, type ConnectionKey, type KeyValue, type SessionRecord } from '../../state';
import { plainLabel } from '../editor/localize';
import { pathPart } from '../sessions/screenshot-uri';

/** The scheme of the URIs of what extensions have stored. */
export const STORAGE = 'browser-sessions-storage';

/** The storage of an extension in a session. */
interface Storage {
  readonly connection: ConnectionKey;
  readonly session: string;
  /** Chromium's ID of the extension. */
  readonly extension: string;
  /** The extension's name, for the user. */
  readonly name: string;
}

/** One area of it. */
export interface StoragePlace extends Storage {
  readonly area: StorageArea;
}

const KEY = 'browserSessions.storageDocuments';
/** The oldest are dropped. */
const MAX_STORAGES = 100;

/**
 * The URIs of what extensions have stored. They have folders that a person can read, because the editor shows them in
 * full when a document cannot be saved. What they stand for is remembered with the workspace: the editor opens its
 * documents again by them alone.
 */
export class StoragePlaces {
  private readonly known: Map<string, Storage>;

  constructor(private readonly memory: KeyValue) {
    const list: unknown = memory.get(KEY);
    this.known = new Map((Array.isArray(list) ? list : []).flatMap(readEntry));
  }

  /** Others with the same names are numbered, if they are open. */
  async uriFor(
    connection: ConnectionKey,
    session: SessionRecord,
    { id, name }: { readonly id: string; readonly name: string },
    area: StorageArea,
  ): Promise<vscode.Uri> {
    const storage: Storage = {
      connection: { name: connection.name, address: connection.address },
      session: session.id,
      extension: id,
      name,
    };
    const label = plainLabel(labelOf(session));
    for (let number = 1; ; number++) {
      const folder = `/${[number === 1 ? label : `${label} ${number}`, name].map(pathPart).join('/')}`;
      const other = this.known.get(folder);
      if (other && !isSame(other, storage) && isOpen(folder)) continue;
      this.known.delete(folder);
      this.known.set(folder, storage);
      await this.memory.update(KEY, [...this.known].slice(-MAX_STORAGES));
      return vscode.Uri.from({ scheme: STORAGE, path: `${folder}/${area}.json` });
    }
  }

  /** @throws UserError if it is none that is remembered. */
  placeOf({ path }: vscode.Uri): StoragePlace {
    const [, folder = '', file] = /^(.*)\/(\w+)\.json$/.exec(path) ?? [];
    const storage = this.known.get(folder);
    const area = STORAGE_AREAS.find((each) => each === file);
    if (storage && area) return { ...storage, area };
    throw new UserError(message('Open this storage again from the row of its extension.'));
  }
}

function readEntry(entry: unknown): [string, Storage][] {
  const [folder, value] = Array.isArray(entry) ? entry.map((each: unknown) => each) : [];
  const { connection, session, extension, name } = asRecord(value);
  const [path, sessionId, id] = [asText(folder), asText(session), asText(extension)];
  if (path === undefined || sessionId === undefined || id === undefined) return [];
  const { name: connectionName, address } = asRecord(connection);
  const key = { name: asText(connectionName) ?? '', address: asText(address) ?? '' };
  return [[path, { connection: key, session: sessionId, extension: id, name: asText(name) ?? id }]];
}

function isSame(one: Storage, other: Storage): boolean {
  return (
    keyOf(one.connection) === keyOf(other.connection) &&
    one.session === other.session &&
    one.extension === other.extension
  );
}

function isOpen(folder: string): boolean {
  return vscode.workspace.textDocuments.some(
    ({ uri, isClosed }) => !isClosed && uri.scheme === STORAGE && uri.path.startsWith(`${folder}/`),
  );
}
