import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Running } from '../../app/activities/activities';
import type { StorageActivity } from '../../app/activities/activity';
import { changeArea, differenceOf, followArea, readArea, readStored } from '../../app/loaded/storage';
import type { Connection } from '../../app/connections/connection';
import type { LoadedTarget } from '../../app/loaded/change-loaded';
import { Cancelled, sentenceOf, UserError } from '../../core/errors';
import { formatBytes } from '../../core/format';
import { indentedJson } from '../../core/json';
import { message, withTexts, type Message } from '../../core/message';
import { cutPlain } from '../../core/plain-text';
import type { Client } from '../../api';
import { MAX_STORED, type StorageChange, type StoredItems } from '../../devtools';
import { labelOf, type Label } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { localize, MAX_PROBLEM, t } from '../editor/localize';
import { servicesFor, type WindowServices } from '../services';
import { askDetails } from '../sessions/check-session';
import { STORAGE, type StoragePlace } from './storage-uri';

const OWNER = 'browserSessionsStorage';
const SOURCE = 'Browser Sessions';
/** Milliseconds between two readings of what changes all the time, at least. */
const READ_INTERVAL = 300;
/** Of what takes long to read, the readings take at most a fifth of the time. */
const PAUSES_PER_READING = 4;

/** What an area has, as it was read or saved last. Nothing of it is stored. */
interface Held extends StoredItems {
  /** As the editor has it. */
  readonly text: Uint8Array;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
}

type StorageServices = Pick<
  WindowServices,
  'activities' | 'connections' | 'devtools' | 'loaded' | 'log' | 'statusMessages' | 'storagePlaces'
> &
  Parameters<typeof servicesFor<WindowServices>>[0];

/** An area that can be reached. */
interface Opened {
  readonly connection: Connection;
  readonly client: Client;
  readonly access: Parameters<typeof readArea>[0];
  readonly target: LoadedTarget;
}

/**
 * What extensions have stored, as JSON documents. The editor compares the time and the size of a document before it
 * saves; so a conflict with what the extension has stored meanwhile is the editor's own.
 */
export class StorageFiles {
  private readonly held = new Map<string, Held>();
  /** Those that were just saved: what the editor asks next is about what it has saved. */
  private readonly saved = new Set<string>();
  /** Those that were confirmed to be changed at a production connection. */
  private readonly confirmed = new Set<string>();
  private readonly followed = new Map<string, Running<StorageActivity>>();
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly problems = vscode.languages.createDiagnosticCollection(OWNER);
  private readonly listeners: readonly vscode.Disposable[];

  constructor(private readonly services: StorageServices) {
    this.listeners = [
      this.changes,
      this.problems,
      vscode.window.onDidChangeVisibleTextEditors(() => this.followVisible()),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === STORAGE) this.tellLeft(uri);
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) if (uri.scheme === STORAGE) this.leaveToEditor(uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
    ];
    this.followVisible();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    // The editor looks for the folder before it saves what it could not find.
    if (!uri.path.endsWith('.json')) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return this.asFile(uri, async () => {
      const { area } = this.services.storagePlaces.placeOf(uri);
      const key = uri.toString();
      const known = this.saved.delete(key) ? this.held.get(key) : undefined;
      const { size, mtime } = known ?? (await this.read(uri));
      const permissions = area === 'managed' ? { permissions: vscode.FilePermission.Readonly } : {};
      return { type: vscode.FileType.File, ctime: 0, mtime, size, ...permissions };
    });
  }

  /** The editor has just asked for its time. */
  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.asFile(uri, async () => (this.held.get(uri.toString()) ?? (await this.read(uri))).text);
  }

  /** Sends what is different from what the editor has seen. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await this.asFile(uri, async () => {
      const values = this.valuesOf(uri, content);
      const { connection, access, target } = await this.open(this.services.storagePlaces.placeOf(uri));
      const { area } = this.services.storagePlaces.placeOf(uri);
      const before = this.held.get(uri.toString()) ?? (await this.read(uri));
      const difference = differenceOf(before.values, values);
      if (difference.length > 0) await this.confirm(uri, connection, target);
      await changeArea(access, target, area, difference, new AbortController().signal);
      this.saved.add(uri.toString());
      this.put(uri, { values, left: before.left }, content);
      this.services.statusMessages.show(savedText(difference, area));
      void this.askSizes(uri).catch(this.logged);
    });
  }

  dispose(): void {
    for (const running of this.followed.values()) running.stop('closing');
    vscode.Disposable.from(...this.listeners).dispose();
  }

  /** @throws UserError, with a problem at its place, if it is nothing that can be stored. */
  private valuesOf(uri: vscode.Uri, content: Uint8Array): StoredItems['values'] {
    if (content.length > MAX_STORED)
      throw new UserError(
        message('Not saved: it has {0}, and the limit is {1}.', formatBytes(content.length), formatBytes(MAX_STORED)),
      );
    const text = new TextDecoder().decode(content);
    const read = readStored(text);
    if ('values' in read) return read.values;
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    const at = document?.positionAt(read.offset) ?? new vscode.Position(0, 0);
    this.tell(uri, new vscode.Range(at, at.translate(0, 1)), read.text, vscode.DiagnosticSeverity.Error);
    throw new UserError(message('Not saved. Line {0}, column {1}: {2}', at.line + 1, at.character + 1, read.text));
  }

  private async confirm(uri: vscode.Uri, connection: Connection, { session, extension }: LoadedTarget): Promise<void> {
    if (!connection.settings.production || this.confirmed.has(uri.toString())) return;
    await confirmAt(connection, {
      question: message('Change the storage of “{0}” in “{1}” in production?', extension.name, labelOf(session)),
      effect: message('You aren’t asked again until you close the document.'),
      dont: message('Don’t Change'),
      buttons: [message('Change')],
    });
    this.confirmed.add(uri.toString());
  }

  private async read(uri: vscode.Uri): Promise<Held> {
    const place = this.services.storagePlaces.placeOf(uri);
    const { access, target } = await this.open(place);
    return this.put(uri, await readArea(access, target, place.area, new AbortController().signal));
  }

  /** The text stays as it was saved, while it means the same. */
  private put(uri: vscode.Uri, { values, left }: StoredItems, saved?: Uint8Array): Held {
    const before = this.held.get(uri.toString());
    if (!saved && before?.left === left && isDeepStrictEqual(before.values, values)) return before;
    const text = saved ?? Buffer.from(`${indentedJson(values)}\n`);
    const mtime = Math.max(Date.now(), (before?.mtime ?? 0) + 1);
    const held = { values, left, text, size: text.length + fingerprint(text), mtime };
    this.held.set(uri.toString(), held);
    this.tellLeft(uri);
    return held;
  }

  /**
   * Nothing is asked for, because the editor itself opens and saves documents.
   * @throws UserError if its connection cannot be used.
   */
  private async open({
    connection: { name, address },
    session,
    extension,
    name: title,
  }: StoragePlace): Promise<Opened> {
    const { devtools } = this.services;
    const { connection, records } = servicesFor(this.services, { connection: name, address });
    // The local service of the window ended with it.
    if (connection.address === undefined) throw new UserError(message('“{0}” has ended.', session));
    const client = await connection.client(noToken);
    const { sessions } = records;
    const target = { session: sessions.get(session) ?? { id: session }, extension: { id: extension, name: title } };
    return { connection, client, access: { client, sessions, devtools }, target };
  }

  private followVisible(): void {
    const visible = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === STORAGE);
    const uris = new Map(visible.map(({ document: { uri } }) => [uri.toString(), uri]));
    for (const [key, running] of this.followed) if (!uris.has(key)) running.stop('stopped');
    for (const [key, uri] of uris) if (!this.followed.has(key)) void this.follow(uri).catch(this.logged);
  }

  private async follow(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const { connection: owner, session, extension, area, name } = this.services.storagePlaces.placeOf(uri);
    const ending = new AbortController();
    const running = this.services.activities.start<StorageActivity>({
      kind: 'storage',
      connection: owner,
      session: this.services.connections.recordsOf(owner)?.sessions.get(session) ?? { id: session },
      extensionId: extension,
      title: name,
      endsInProduction: false,
      stop: () => {
        ending.abort();
        this.followed.delete(key);
      },
    });
    this.followed.set(key, running);
    try {
      const { client } = await this.open(this.services.storagePlaces.placeOf(uri));
      const news = new Latest(() => this.refresh(uri), READ_INTERVAL, this.logged);
      await followArea(this.services.devtools.of(client, session), extension, area, () => news.due(), ending.signal);
    } catch (error) {
      if (ending.signal.aborted) return;
      // Whoever saves is told why it cannot be reached.
      running.stop('failed');
      if (!(error instanceof Cancelled)) this.logged(error);
    }
  }

  /** Lets the editor read again what has changed. */
  private async refresh(uri: vscode.Uri): Promise<void> {
    if (!this.followed.has(uri.toString())) return;
    const before = this.held.get(uri.toString());
    const now = await this.read(uri);
    if (now === before) return;
    this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    await this.askSizes(uri);
  }

  /** For the rows. */
  private async askSizes(uri: vscode.Uri): Promise<void> {
    const place = this.services.storagePlaces.placeOf(uri);
    const { connection, target } = await this.open(place);
    await askDetails({ ...this.services, connection, records: connection.records }, target);
  }

  private forget(uri: vscode.Uri): void {
    const key = uri.toString();
    for (const each of [this.held, this.saved, this.confirmed]) each.delete(key);
    this.problems.delete(uri);
  }

  /** Whether all is shown; in place of the problem of a text that has changed since. */
  private tellLeft(uri: vscode.Uri): void {
    const { left = 0 } = this.held.get(uri.toString()) ?? {};
    if (left === 0) return this.problems.delete(uri);
    const text = message('{0} more keys aren’t shown, because the limit is {1}.', left, formatBytes(MAX_STORED));
    this.tell(uri, new vscode.Range(0, 0, 0, 1), text, vscode.DiagnosticSeverity.Information);
  }

  /** The editor's own problem in a line tells more. */
  private leaveToEditor(uri: vscode.Uri): void {
    const [ours] = this.problems.get(uri) ?? [];
    const isBoth = vscode.languages
      .getDiagnostics(uri)
      .some(
        ({ source, severity, range }) =>
          source !== SOURCE &&
          severity === vscode.DiagnosticSeverity.Error &&
          range.start.line === ours?.range.start.line,
      );
    if (isBoth && ours?.severity === vscode.DiagnosticSeverity.Error) this.tellLeft(uri);
  }

  private tell(uri: vscode.Uri, range: vscode.Range, text: Message, severity: vscode.DiagnosticSeverity): void {
    const problem = new vscode.Diagnostic(range, cutPlain(localize(text), MAX_PROBLEM), severity);
    this.problems.set(uri, [Object.assign(problem, { source: SOURCE })]);
  }

  private readonly logged = (error: unknown): void => this.services.log.error(error);

  /** Errors of the service name a session by its ID. */
  private labelOf(uri: vscode.Uri, id: string): Label {
    const { connection, session } = this.services.storagePlaces.placeOf(uri);
    const known = id === session && this.services.connections.recordsOf(connection)?.sessions.get(id);
    return known ? labelOf(known) : id;
  }

  /** The editor shows the words of these errors alone. */
  private async asFile<T>(uri: vscode.Uri, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Cancelled) throw vscode.FileSystemError.Unavailable(t('Not saved: you canceled.'));
      if (!(error instanceof UserError)) this.logged(error);
      throw vscode.FileSystemError.Unavailable(localize(withTexts(sentenceOf(error), (id) => this.labelOf(uri, id))));
    }
  }
}

/** Does some work whenever it is due, one after the other, with a pause between. */
class Latest {
  private isDue = false;
  private isBusy = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly interval: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  due(): void {
    this.isDue = true;
    if (!this.isBusy) this.run();
  }

  private run(): void {
    if (!this.isDue) return;
    this.isDue = false;
    this.isBusy = true;
    const begun = performance.now();
    void this.work()
      .catch(this.onError)
      .finally(() => {
        const pause = Math.max(this.interval, PAUSES_PER_READING * (performance.now() - begun));
        setTimeout(() => {
          this.isBusy = false;
          this.run();
        }, pause).unref();
      });
  }
}

/** The editor overlooks a change if the size is the same, so each text has another one. */
function fingerprint(text: Uint8Array): number {
  return createHash('sha256').update(text).digest().readUInt16BE(0);
}

async function noToken(): Promise<never> {
  throw new UserError(message('No token is set.'), 'setToken');
}

function savedText(difference: readonly StorageChange[], area: string): Message {
  const set = difference.flatMap((each) => ('set' in each ? Object.keys(each.set) : [])).length;
  const removed = difference.flatMap((each) => ('remove' in each ? each.remove : [])).length;
  return set + removed === 0
    ? message('Nothing in “{0}” has changed', area)
    : message('$(check) Saved “{0}”: {1} set, {2} removed', area, set, removed);
}
