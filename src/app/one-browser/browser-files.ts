import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServiceFile } from '../../api';
import { extensionOperations } from '../../api/extensions';
import type { UploadItem } from '../../api/multipart';
import { Cancelled, codeOf, UserError } from '../../core/errors';
import { isExtensionName } from '../../core/extension-name';
import { message } from '../../core/message';
import { ServiceError } from '../../core/service-error';
import {
  DevToolsFailure,
  listLoaded,
  loadUnpacked,
  ProtocolError,
  uninstall,
  type DevToolsConnection,
} from '../../devtools';
import { unzip } from '../../packaging/zip/unzip';
import { makePrivateFolder, privateFolder } from '../../state/private-folder';

/** What Chromium answers for a folder that is not on its machine, or that it may not read. */
const NOT_HERE = /cannot be resolved|manifest file is missing or unreadable/i;
/** What it answers without `--enable-unsafe-extension-debugging`, where that is needed. */
const NOT_ALLOWED = /method not available|wasn't found/i;

/**
 * The extensions that were uploaded into the browser at an address: folders of this machine, which the browser has to
 * read. A name has the same folder each time, and so the extension has the same ID after a restart of the browser.
 */
export class BrowserFiles {
  private readonly home: string;
  private readonly root: string;

  /** @param address as in the settings. */
  constructor(private readonly address: string) {
    const home = privateFolder(`browser-${createHash('sha256').update(address).digest('hex').slice(0, 16)}`);
    // Chromium tells the folders of extensions without links.
    const caches = path.resolve(home, '../..');
    this.home = path.join(realPathOf(caches), path.relative(caches, home));
    // Uploads are known by the name of the folder above.
    this.root = path.join(this.home, 'extensions');
  }

  /**
   * Loads extensions: all of them, or none.
   * @throws ServiceError (400) as a service that is refused one; UserError if the browser does not read this machine’s
   * files; DevToolsFailure, or Cancelled.
   */
  async upload(
    connection: DevToolsConnection,
    session: string,
    items: readonly UploadItem[],
    signal: AbortSignal,
  ): Promise<void> {
    const refused = (words: string): ServiceError =>
      new ServiceError(extensionOperations.upload(session), 400, { message: words, details: [] }, this.address);
    const loaded = await listLoaded(connection, signal);
    for (const { name } of items) {
      if (!isExtensionName(name)) throw refused(`invalid extension name: ${name}`);
      if (loaded.some((each) => each.path === this.placeOf(name)))
        throw refused(`extension name already exists: ${name}`);
    }
    const added: string[] = [];
    try {
      for (const item of items) {
        const folder = this.placeOf(item.name);
        await this.unpack(item, folder, signal);
        added.push(await load(connection, item.name, folder, refused, signal));
      }
    } catch (error) {
      for (const id of added) await uninstall(connection, id, signal).catch(ignoreDevTools);
      throw error;
    }
  }

  /** As `FileRequests.writeFiles`. @returns false for a folder that is not of an upload. */
  async write(folder: string, zip: Buffer, signal: AbortSignal): Promise<boolean> {
    if (!this.isWithin(folder)) return false;
    await this.inStaging(zip, signal, (unpacked) => cp(unpacked, folder, { recursive: true, force: true }));
    return true;
  }

  async deleteFile(file: string): Promise<boolean> {
    return this.isWithin(path.dirname(file)) && isDone(unlink(file));
  }

  async deleteFolder(folder: string): Promise<boolean> {
    return this.isWithin(path.dirname(folder)) && isDone(rm(folder, { recursive: true }));
  }

  async list(folder: string): Promise<readonly ServiceFile[] | undefined> {
    if (!this.isWithin(folder)) return undefined;
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return entries?.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  }

  private placeOf(name: string): string {
    return path.join(this.root, name);
  }

  /** Whether a folder is that of an upload, or in one. What a browser says of its folders may be wrong. */
  private isWithin(folder: string): boolean {
    const inside = path.relative(this.root, folder);
    return path.isAbsolute(folder) && inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside);
  }

  private async unpack({ zip }: UploadItem, folder: string, signal: AbortSignal): Promise<void> {
    await this.inStaging(zip, signal, async (unpacked) => {
      await rm(folder, { recursive: true, force: true });
      await rename(unpacked, folder);
    });
  }

  private async inStaging(zip: Buffer, signal: AbortSignal, work: (unpacked: string) => Promise<void>): Promise<void> {
    await makePrivateFolder(this.home);
    await mkdir(this.root, { recursive: true });
    const staging = await mkdtemp(path.join(this.home, 'staging-'));
    try {
      const zipPath = path.join(staging, 'zip');
      await writeFile(zipPath, zip);
      const unpacked = path.join(staging, 'unpacked');
      await unzip(zipPath, unpacked, signal);
      await work(unpacked);
    } catch (error) {
      if (signal.aborted) throw new Cancelled(true);
      throw typeof codeOf(error) === 'string' ? notWritten(this.home, error) : error;
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  }
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** @returns Chromium’s ID of it. */
async function load(
  connection: DevToolsConnection,
  name: string,
  folder: string,
  refused: (words: string) => ServiceError,
  signal: AbortSignal,
): Promise<string> {
  try {
    await loadUnpacked(connection, folder, signal);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!(error instanceof ProtocolError)) throw error;
    if (NOT_HERE.test(error.message)) throw cannotRead();
    if (NOT_ALLOWED.test(error.message)) throw notAllowed();
    throw refused(`invalid extension ${name}: ${error.message.replaceAll(folder, name)}`);
  }
  return (await listLoaded(connection, signal)).find((each) => each.path === folder)?.id ?? '';
}

function cannotRead(): UserError {
  return new UserError(
    message(
      'This browser can’t read this machine’s files, so nothing was uploaded. Load the folder on its own machine at chrome://extensions.',
    ),
  );
}

function notAllowed(): UserError {
  return new UserError(
    message(
      'This browser takes no extensions over DevTools. Start it with --enable-unsafe-extension-debugging, or load the folder at chrome://extensions.',
    ),
  );
}

function notWritten(folder: string, error: unknown): UserError {
  return new UserError(
    message('Nothing was uploaded, because “{0}” can’t be written ({1}).', folder, String(codeOf(error))),
  );
}

async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function ignoreDevTools(error: unknown): void {
  if (!(error instanceof DevToolsFailure || error instanceof Cancelled)) throw error;
}
