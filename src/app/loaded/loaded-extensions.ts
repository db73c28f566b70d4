import { Emitter } from '../../core/emitter';
import type { Message } from '../../core/message';
import type { LoadedExtension } from '../../devtools';
import { keyOfSession, type ConnectionKey } from '../../state';

/** What is known of a session's browser. */
export interface LoadedInSession {
  /** Version of its Chromium, such as `156.0.8078.114`. */
  readonly version?: string;
  /** Everything that it has loaded; undefined if it does not tell. */
  readonly extensions?: readonly LoadedExtension[];
  /** Why it does not tell. */
  readonly whyUnknown?: Message;
  /** It was tried to turn an extension off or on, and this browser has no way to. */
  readonly isFixed?: boolean;
  /** The folder in the session that has the uploaded extensions; known as soon as one of them was loaded. */
  readonly uploadsFolder?: string;
}

/** A window with more sessions drops the one that was asked first. */
const MAX_SESSIONS = 200;

/**
 * What the browsers of sessions have loaded, as they reported it last. Nothing of it is stored: a browser that is asked
 * again may have restarted with something else.
 */
export class LoadedExtensions {
  private readonly known = new Map<string, LoadedInSession>();
  private readonly changes = new Emitter();
  readonly onDidChange = this.changes.event;

  /** @returns undefined if the session was not asked yet. */
  get(connection: ConnectionKey, session: string): LoadedInSession | undefined {
    return this.known.get(keyOfSession(connection, session));
  }

  /** Replaces what is known of a session; its version is kept if `news` has none, and so is what is known beside the list. */
  set(connection: ConnectionKey, session: string, news: LoadedInSession): void {
    const { version, isFixed, extensions: old, uploadsFolder: before } = this.get(connection, session) ?? {};
    const extensions = news.extensions?.map((each) => withDetails(each, old));
    const uploadsFolder = uploadsFolderOf(extensions ?? []) ?? before;
    this.put(keyOfSession(connection, session), {
      ...(version !== undefined && { version }),
      ...(isFixed && { isFixed }),
      ...news,
      ...(extensions && { extensions }),
      ...(uploadsFolder !== undefined && { uploadsFolder }),
    });
  }

  /** What a session has loaded is not known any more. */
  forget(connection: ConnectionKey, session: string): void {
    if (this.known.delete(keyOfSession(connection, session))) this.changes.fire();
  }

  /** Replaces one extension of a session, such as one that was reloaded. */
  replace(connection: ConnectionKey, session: string, extension: LoadedExtension): void {
    const { extensions } = this.get(connection, session) ?? {};
    if (extensions?.some(({ id }) => id === extension.id))
      this.set(connection, session, {
        extensions: extensions.map((each) => (each.id === extension.id ? extension : each)),
      });
  }

  /** Sets the number of errors of an extension; 0: none since its last reload. */
  setErrors(connection: ConnectionKey, session: string, extensionId: string, count: number): void {
    const found = this.find(connection, session, extensionId);
    if (!found || (found.errors ?? 0) === count) return;
    this.replace(connection, session, { ...found, errors: count });
  }

  /** Sets what an extension has stored, and what it may do. */
  setDetails(
    connection: ConnectionKey,
    session: string,
    extensionId: string,
    details: Pick<LoadedExtension, 'storage' | 'permissions'>,
  ): void {
    const found = this.find(connection, session, extensionId);
    if (found) this.replace(connection, session, { ...found, ...details });
  }

  /** Sets which workers of a session run. @param stateOf of the extension with this ID; undefined: not known. */
  setWorkers(
    connection: ConnectionKey,
    session: string,
    stateOf: (extensionId: string) => LoadedExtension['worker'],
  ): void {
    const { extensions } = this.get(connection, session) ?? {};
    if (!extensions) return;
    this.set(connection, session, {
      ...this.get(connection, session),
      extensions: extensions.map((each) => ({ ...each, worker: stateOf(each.id) })),
    });
  }

  dispose(): void {
    this.changes.dispose();
    this.known.clear();
  }

  private find(connection: ConnectionKey, session: string, extensionId: string): LoadedExtension | undefined {
    return this.get(connection, session)?.extensions?.find(({ id }) => id === extensionId);
  }

  private put(key: string, now: LoadedInSession): void {
    // No event for an equal result: redrawing the rows would lose a click that the user is just making.
    if (JSON.stringify(now) === JSON.stringify(this.known.get(key))) return;
    this.known.delete(key);
    this.known.set(key, now);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_SESSIONS && oldest !== undefined) this.known.delete(oldest);
    this.changes.fire();
  }
}

/**
 * The extension that was loaded from an upload of this name. The service puts each into `extensions/<name>`. Source:
 * docs/service.md, "Upload".
 */
export function loadedAs(loaded: readonly LoadedExtension[], name: string): LoadedExtension | undefined {
  return loaded.find(({ path }) => path.replaceAll('\\', '/').endsWith(`/extensions/${name}`));
}

/** Whether a browser has reported what it has loaded, and an upload of this name was not in it. */
export function isMissing(known: LoadedInSession | undefined, name: string): boolean {
  return known?.extensions !== undefined && !loadedAs(known.extensions, name);
}

/** The folder in the session that has the uploaded extensions, as one that is loaded shows it. */
export function uploadsFolderOf(loaded: readonly LoadedExtension[]): string | undefined {
  return loaded.flatMap(({ path }) => /^(.*[\\/]extensions)[\\/][^\\/]+$/.exec(path)?.[1] ?? [])[0];
}

/** The list of a browser does not tell these. */
function withDetails(extension: LoadedExtension, old: readonly LoadedExtension[] = []): LoadedExtension {
  const { errors, worker, storage, permissions } = old.find(({ id }) => id === extension.id) ?? {};
  return {
    ...(errors !== undefined && { errors }),
    ...(worker && { worker }),
    ...(storage && { storage }),
    ...(permissions && { permissions }),
    ...extension,
  };
}
