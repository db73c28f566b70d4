import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { isNotFound, ServiceError } from '../../core/service-error';
import { withTimeLimit } from '../../core/time-limit';
import type { SessionRecord } from '../../state';
import type { BrowserAccess } from '../devtools-sessions';
import { proveLoaded } from '../upload/prove-loaded';
import { recordOf } from '../upload/upload-packages';
import type { ExtensionBuilds } from './extension-builds';
import type { StartSession } from './test-browsers';

/** Milliseconds in which the entry is deleted when all is over. */
const MAX_DELETE = 5000;
/** Statuses with which a service refuses a session because of its extension. */
const ABOUT_EXTENSION = new Set([400, 404, 422]);

/**
 * The folder of the extension that is put into the catalog for tests; undefined if none is: they do not all have it, or
 * only one browser would start with it.
 * @param folders that of each test; undefined: it has none.
 */
export function sharedExtension(folders: readonly (string | undefined)[], browsers: number): string | undefined {
  const [folder, ...others] = new Set(folders);
  return others.length === 0 && browsers > 1 ? folder : undefined;
}

/** Puts the extension that tests share into the catalog. @returns undefined if they share none. */
export async function putIntoCatalog(
  access: BrowserAccess,
  builds: ExtensionBuilds,
  folders: readonly (string | undefined)[],
  browsers: number,
  signal: AbortSignal,
): Promise<CatalogExtension | undefined> {
  const folder = sharedExtension(folders, browsers);
  if (folder === undefined) return undefined;
  const catalog = new CatalogExtension(access, builds, folder);
  await catalog.add(signal);
  return catalog;
}

/**
 * An extension that is in the service's catalog while tests run, so that each browser has it when it starts: an upload
 * into one that runs takes longer, and has it started anew. Where the service has no catalog, or refuses it, the
 * extension is uploaded.
 */
export class CatalogExtension {
  /** As no other entry is named, in anybody's run. */
  private readonly name = `browser-sessions-test-${crypto.randomUUID().slice(0, 13)}`;
  private isAsked = false;
  private isAdded = false;
  private isRefused = false;
  /** IDs of the sessions that have started with it. */
  private readonly started = new Set<string>();

  constructor(
    private readonly access: BrowserAccess,
    private readonly builds: ExtensionBuilds,
    private readonly folder: string,
  ) {}

  /** Puts it into the catalog. It is no error that this is not possible: what is wrong is told by the tests. */
  async add(signal: AbortSignal): Promise<void> {
    try {
      const { zip } = await this.builds.pack(this.folder, signal);
      this.isAsked = true;
      await this.access.client.addToCatalog(this.name, zip, signal);
      this.isAdded = true;
    } catch (error) {
      if (!(error instanceof UserError || error instanceof Cancelled)) throw error;
    }
  }

  /** Starts a session, with the extension if that is possible. */
  readonly start: StartSession = async (options, create) => {
    if (!this.isAdded || this.isRefused) return create(options);
    try {
      const session = await create({ ...options, extensions: [{ name: this.name }] });
      this.started.add(session.id);
      return session;
    } catch (error) {
      if (!(error instanceof ServiceError && ABOUT_EXTENSION.has(error.status))) throw error;
      this.isRefused = true;
      return create(options);
    }
  };

  /**
   * Whether a session has started with the extension of a folder. It is remembered of the session, as an upload is.
   * @throws Cancelled
   */
  async isIn(session: SessionRecord, folder: string, signal: AbortSignal): Promise<boolean> {
    if (folder !== this.folder || !this.started.has(session.id)) return false;
    const { client, devtools, sessions } = this.access;
    const proof = await proveLoaded(devtools.of(client, session.id), [{ name: this.name }], signal);
    if (proof.kind === 'notLoaded') {
      this.isRefused = true;
      return false;
    }
    const packed = await this.builds.pack(this.folder, signal);
    await sessions.remember({ id: session.id, uploads: [recordOf({ ...packed, name: this.name })] });
    return true;
  }

  /** Takes it out of the catalog. @returns why it is still there; undefined if it is not. */
  async remove(): Promise<Message | undefined> {
    if (!this.isAsked) return undefined;
    try {
      await this.access.client.deleteExtension(this.name, withTimeLimit(new AbortController().signal, MAX_DELETE));
    } catch (error) {
      // A service without a catalog has no entry of it either.
      if (isNotFound(error) || !this.isAdded) return undefined;
      const why = error instanceof Cancelled ? message('It took too long.') : sentenceOf(error);
      return message('“{0}” may still be in the catalog. {1}', this.name, why);
    }
    return undefined;
  }
}
