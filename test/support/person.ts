import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Client } from '../../src/api';
import { DevToolsSessions } from '../../src/app/devtools-sessions';
import type { RunStep } from '../../src/app/upload/ports';
import { uploadAgain, type AgainOutcome } from '../../src/app/upload/upload-again';
import type { UploadDependencies } from '../../src/app/upload/dependencies';
import { uploadFolders } from '../../src/app/upload/upload-folders';
import { listLoaded, type LoadedExtension } from '../../src/devtools';
import { openRecords, type ConnectionRecords, type KeyValue, type UploadRecord } from '../../src/state';
import { request, type LocalService } from './local-service';
import { storage as emptyStorage } from './storage';
import { NO_QUESTION, uploadSettings } from './uploads';
import { manifest, writeFiles } from './files';
import { temporaryFolder } from './temporary-folder';

const { signal } = new AbortController();

/** Who uploads: a window of the editor, with what it remembers. */
export class Person {
  readonly client: Client;
  readonly devtools = new DevToolsSessions();
  readonly records: ConnectionRecords;

  constructor(
    { url, token }: Pick<LocalService, 'url' | 'token'>,
    readonly storage: KeyValue = emptyStorage(),
  ) {
    this.client = createClient({ baseUrl: url, token });
    // What is remembered belongs to the service, whichever way leads to it.
    this.records = openRecords(this.storage, { name: 'here', address: 'http://here' }, () => {});
  }

  async upload(folder: string, session: string, name: string): Promise<void> {
    const wanted = { folders: [folder], session, name };
    const outcome = await uploadFolders(this.settings(), wanted, NO_QUESTION, signal, () => {});
    assert.equal(outcome.kind, 'uploaded');
  }

  again(folder: string, session: string, stop = signal): Promise<AgainOutcome> {
    const run: RunStep = (_step, work) => work(stop, () => {});
    return uploadAgain(this.settings(), { folder, session }, NO_QUESTION, run);
  }

  record(folder: string, session: string): UploadRecord | undefined {
    return this.records.sessions.get(session)?.uploads?.find((upload) => upload.folder === folder);
  }

  loaded(session: string): Promise<LoadedExtension[]> {
    return this.devtools.of(this.client, session).use((connection) => listLoaded(connection, signal), signal);
  }

  /** The addresses of the pages. */
  async pages(session: string): Promise<string[]> {
    const { targetInfos }: { targetInfos: { type: string; url: string }[] } = await this.ask(
      session,
      'Target.getTargets',
    );
    return targetInfos.filter(({ type }) => type === 'page').map(({ url }) => url);
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- each method has another answer
  private ask(session: string, method: 'Target.getTargets'): Promise<any> {
    return this.devtools.of(this.client, session).use((connection) => connection.send(method, {}, { signal }), signal);
  }

  close(): void {
    this.devtools.close();
    this.client.close();
  }

  private settings(): UploadDependencies {
    const { client, devtools, records } = this;
    return uploadSettings({ client, sessions: records.sessions, production: false, devtools });
  }
}

/** A folder with an extension. */
export class ExtensionFolder {
  readonly path = temporaryFolder();
  private version = 0;

  /** @param more of its manifest. */
  constructor(private readonly more: object = {}) {
    this.write('worker.js', 'globalThis.mark = 0;');
    for (let index = 0; index < 5; index++) this.write(`data/${index}.json`, `{ "index": ${index} }`);
    this.change();
  }

  write(file: string, content: string): void {
    writeFiles(this.path, { [file]: content });
  }

  /** Changes, adds and removes files. @returns the new version. */
  change(): string {
    const version = `1.${++this.version}`;
    rmSync(path.join(this.path, `data/new-${this.version - 1}.json`), { force: true });
    this.write(`data/new-${this.version}.json`, '{}');
    this.write('worker.js', `globalThis.mark = ${this.version};`);
    this.write(
      'manifest.json',
      JSON.stringify(manifest('Again', { version, background: { service_worker: 'worker.js' }, ...this.more })),
    );
    return version;
  }
}

/** The contents of all files of an extension, here or in a session of a service of this machine. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('_metadata') && !file.startsWith('.browser-sessions/'));
  return Object.fromEntries(files.toSorted().map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]));
}

/** Starts a session. @returns its ID. */
export async function openSession(service: LocalService, start_url?: string): Promise<string> {
  const { status, text } = await request(service, 'POST', '/browsers', { start_url });
  assert.equal(status, 200, text);
  const { session_id }: { session_id: string } = JSON.parse(text);
  return session_id;
}
