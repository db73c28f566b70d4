import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isExtensionName } from '../../core/extension-name';
import { asCount, asRecord, asText, asWrittenTime, parseJson } from '../../core/json';
import { MEGABYTE } from '../../core/format';
import { isIdentifier, newIdentifier } from '../identifier';
import { badRequest, notFound, Problem } from '../problem';
import { lock, unlock } from './profile-lock';
import { copyUserData, readCookies, removeCaches, sizeOf, writeCookies, type SessionCookies } from './user-data';

/** A profile of this user: the data of a browser, for sessions that start later. */
export interface Profile {
  readonly id: string;
  readonly name?: string;
  readonly createdAt: Date;
  /** When it was last saved. */
  readonly updatedAt?: Date;
  readonly sizeBytes: number;
}

/** Which profile a request is about. */
export type ProfileReference = { readonly id: string } | { readonly name: string };

/** What a session has of its profile. */
export interface ProfileUse {
  readonly profile: Profile;
  /** The folder of the browser’s data; undefined: one of the session’s own, which ends with it. */
  readonly userData?: string;
  /** The folder for its extensions, whose IDs depend on it; undefined as above. */
  readonly extensions?: string;
  readonly cookies: SessionCookies;
  /** Keeps the data of a browser that has ended, if that is wanted, and lets go of the profile. */
  readonly end: (cookies: SessionCookies) => Promise<void>;
}

/** Profiles and bytes of one: more is an accident. */
const [MOST, LARGEST] = [200, 2048 * MEGABYTE];

/** The data of the browser, as it was saved; what it becomes while a session runs that saves it; the one before. */
const [DATA, RUNNING, PREVIOUS] = ['data', 'running', 'previous'];
const RECORD = 'profile.json';

/**
 * The profiles of this user on the disk, each in a folder of its ID. All services of this machine have the same: only
 * the one with a profile's lock writes to it. A session that saves works on `running`, and at its end that becomes
 * `data`; also if it ended by accident.
 */
export class Profiles {
  /** @param processFolder that of this process: it tells others whether the process still runs. */
  constructor(
    private readonly root: string,
    private readonly processFolder: string,
  ) {}

  /** The newest last. */
  async list(): Promise<readonly Profile[]> {
    const names = await readdir(this.root).catch(() => []);
    const found = await Promise.all(names.filter(isIdentifier).map((id) => this.read(id)));
    return found.filter((each) => each !== undefined).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  /** @throws a 404. */
  async get(reference: ProfileReference): Promise<Profile> {
    const found = await this.find(reference);
    if (!found) throw notFound('profile', 'id' in reference ? reference.id : reference.name);
    return found;
  }

  /** @throws a 404. */
  async named(idOrName: string): Promise<Profile> {
    return (await this.find({ id: idOrName })) ?? this.get({ name: idOrName });
  }

  /** @throws a 409 if the name is taken; a 400 if it is none, or there are too many. */
  async create(name?: string): Promise<Profile> {
    if (name !== undefined && !isExtensionName(name))
      throw badRequest('name must be 1 to 255 letters, digits, dots, dashes or underscores');
    const all = await this.list();
    if (name !== undefined && all.some((each) => each.name === name))
      throw new Problem(409, 'already_exists', `profile name already exists: ${name}`);
    if (all.length >= MOST) throw badRequest(`there are ${MOST} profiles already; delete one first`);
    const profile: Profile = {
      id: newIdentifier(),
      ...(name !== undefined && { name }),
      createdAt: new Date(),
      sizeBytes: 0,
    };
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    // It may have been there, open to others.
    await chmod(this.root, 0o700);
    await mkdir(this.place(profile.id), { mode: 0o700 });
    await this.write(profile);
    return profile;
  }

  /** @throws a 404; a 409 while a session saves its changes to it. */
  async delete(idOrName: string): Promise<void> {
    const { id } = await this.named(idOrName);
    await this.lock(id);
    await rm(this.place(id), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  /**
   * Prepares a profile for a session.
   * @param userData the folder of the session’s own for the browser’s data: without `saves`, a copy is put there.
   * @throws a 404; a 409 if another session saves its changes to it, and this one would too.
   */
  async use(reference: ProfileReference, saves: boolean, userData: string): Promise<ProfileUse> {
    const profile = await this.get(reference);
    if (saves) return this.own(profile);
    await this.recover(profile.id);
    const data = this.place(profile.id, DATA);
    if (await exists(data)) await copyUserData(data, userData);
    return { profile, cookies: await readCookies(userData), end: async () => {} };
  }

  /**
   * Saves a copy of the data of a browser that does not run.
   * @returns whether the profile is a new one.
   * @throws a 404 for an ID, a 409 while a session saves its changes to it, a 400 if the data is too large.
   */
  async save(
    reference: ProfileReference,
    userData: string,
    cookies: SessionCookies,
  ): Promise<{ readonly profile: Profile; readonly isNew: boolean }> {
    const known = 'id' in reference ? await this.get(reference) : await this.find(reference);
    const { id } = known ?? (await this.create('name' in reference ? reference.name : undefined));
    await this.lock(id);
    const copy = this.place(id, newIdentifier());
    try {
      await copyUserData(userData, copy);
      await this.keep(id, copy, cookies);
    } finally {
      await rm(copy, { recursive: true, force: true });
      await unlock(this.place(id));
    }
    return { profile: await this.get({ id }), isNew: known === undefined };
  }

  private async own(profile: Profile): Promise<ProfileUse> {
    const { id } = profile;
    await this.lock(id);
    const folder = this.place(id);
    const [data, running, extensions] = [this.place(id, DATA), this.place(id, RUNNING), this.place(id, 'extensions')];
    try {
      const copy = path.join(folder, newIdentifier());
      if (await exists(data)) await copyUserData(data, copy);
      else await mkdir(copy, { mode: 0o700 });
      await rename(copy, running);
      await rm(extensions, { recursive: true, force: true });
    } catch (error) {
      await unlock(folder);
      throw error;
    }
    return {
      profile,
      userData: running,
      extensions,
      cookies: await readCookies(running),
      end: async (cookies) => {
        try {
          await removeCaches(running);
          await this.keep(id, running, cookies);
        } finally {
          await rm(running, { recursive: true, force: true });
          await rm(extensions, { recursive: true, force: true });
          await unlock(folder);
        }
      },
    };
  }

  /** Puts a folder with the data of a browser in the place of what was saved before. */
  private async keep(id: string, folder: string, cookies: SessionCookies): Promise<void> {
    const size = await sizeOf(folder);
    if (size > LARGEST)
      throw badRequest(
        `the profile would have ${Math.ceil(size / MEGABYTE)} MB, more than ${LARGEST / MEGABYTE} MB; it stays as it was`,
      );
    await writeCookies(folder, cookies);
    const [data, previous] = [this.place(id, DATA), this.place(id, PREVIOUS)];
    await rm(previous, { recursive: true, force: true });
    if (await exists(data)) await rename(data, previous);
    await rename(folder, data);
    await rm(previous, { recursive: true, force: true });
    const profile = await this.get({ id });
    await this.write({ ...profile, updatedAt: new Date(), sizeBytes: size });
  }

  /** @throws a 409. */
  private async lock(id: string): Promise<void> {
    if (!(await lock(this.place(id), this.processFolder)))
      throw new Problem(409, 'conflict', 'the profile is in use: a session that runs saves its changes to it');
    try {
      await this.restore(id);
    } catch (error) {
      await unlock(this.place(id));
      throw error;
    }
  }

  /** What a service that was killed has left becomes what is saved. */
  private async recover(id: string): Promise<void> {
    const folder = this.place(id);
    const isLeft = (await exists(path.join(folder, RUNNING))) || (await exists(path.join(folder, PREVIOUS)));
    if (!isLeft || !(await lock(folder, this.processFolder))) return;
    try {
      await this.restore(id);
    } finally {
      await unlock(folder);
    }
  }

  /** Under the lock. */
  private async restore(id: string): Promise<void> {
    const [data, running, previous] = [this.place(id, DATA), this.place(id, RUNNING), this.place(id, PREVIOUS)];
    if (!(await exists(data)) && (await exists(previous))) await rename(previous, data);
    for (const name of await readdir(this.place(id)))
      if (isIdentifier(name)) await rm(this.place(id, name), { recursive: true, force: true });
    if (!(await exists(running))) return;
    try {
      await removeCaches(running);
      await this.keep(id, running, await readCookies(running));
    } finally {
      // One that can't be kept would be in the way each time.
      await rm(running, { recursive: true, force: true });
    }
  }

  private async find(reference: ProfileReference): Promise<Profile | undefined> {
    if ('id' in reference) return isIdentifier(reference.id) ? this.read(reference.id) : undefined;
    return (await this.list()).find(({ name }) => name === reference.name);
  }

  private async read(id: string): Promise<Profile | undefined> {
    const file = this.place(id, RECORD);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const fields = asRecord(parseJson(text));
    const name = asText(fields['name']);
    const createdAt = asWrittenTime(fields['created_at']) ?? (await stat(file)).birthtimeMs;
    const updatedAt = asWrittenTime(fields['updated_at']);
    return {
      id,
      ...(name !== undefined && isExtensionName(name) && { name }),
      createdAt: new Date(createdAt),
      ...(updatedAt !== undefined && { updatedAt: new Date(updatedAt) }),
      sizeBytes: asCount(fields['size_bytes']) ?? 0,
    };
  }

  private async write(profile: Profile): Promise<void> {
    const file = this.place(profile.id, RECORD);
    await writeFile(`${file}.new`, JSON.stringify(profileBody(profile)), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  private place(id: string, ...names: string[]): string {
    return path.join(this.root, id, ...names);
  }
}

/** A profile in JSON. Source of the fields: the service’s published API; `size_bytes` exists here only. */
export function profileBody({ id, name, createdAt, updatedAt, sizeBytes }: Profile): object {
  return {
    id,
    ...(name !== undefined && { name }),
    created_at: createdAt.toISOString(),
    ...(updatedAt && { updated_at: updatedAt.toISOString() }),
    size_bytes: sizeBytes,
  };
}

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
