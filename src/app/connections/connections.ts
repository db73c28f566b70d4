import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../api';
import {
  isLocal,
  readConnections,
  type ConnectionEntry,
  type ConnectionSettings,
} from '../../core/connection-settings';
import { secretsIn } from '../../core/devtools-address';
import { Emitter, type Subscribe, type Subscription } from '../../core/emitter';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import {
  forgetConnections,
  keyOf,
  openRecords,
  ShownNotices,
  type ChosenConnection,
  type ClickAt,
  type ConnectionKey,
  type ListedKeyValue,
  type ConnectionRecords,
  type Tokens,
} from '../../state';
import {
  Connection,
  type AskToken,
  type Connect,
  type ConnectionList,
  type Destination,
  type LocalRunner,
} from './connection';

export interface ConnectionsDependencies {
  readonly list: ConnectionList;
  readonly tokens: Tokens;
  /** Fires after a token was set or cleared, in whatever window. */
  readonly onTokensChanged: Subscribe;
  readonly local: LocalRunner;
  readonly connect: Connect;
  readonly askToken: AskToken;
  readonly chosen: ChosenConnection;
  /**
   * The user's storage. What belongs to the local service is not stored here, because it is discarded with the service.
   */
  readonly storage: ListedKeyValue;
}

/** All that was opened with the token of one connection. */
interface TokenInUse {
  readonly owner: ConnectionKey;
  readonly ending: AbortController;
  /** The one that was used last. */
  readonly token: string;
}

/** All connections of the settings, and the one that this window uses. */
export class Connections {
  private readonly changes = new Emitter();
  /** Fires when another connection is in use, or when the one in use has changed. */
  readonly onDidChange = this.changes.event;
  private readonly clicks = new Emitter<ClickAt>();
  /** Fires after each click in a session of any connection, whatever front door it came through. */
  readonly onDidClick = this.clicks.event;
  private readonly remembered = new Emitter<keyof ConnectionRecords>();
  /** Fires when something that is remembered of sessions, pools or extensions has changed, at any connection. */
  readonly onDidRemember = this.remembered.event;
  private readonly open = new Map<
    string,
    { readonly to: Destination; readonly token: string; readonly client: Promise<Client> }
  >();
  private readonly tokensInUse = new Map<string, TokenInUse>();
  private readonly cleared = new Emitter<ConnectionKey>();
  /** Fires when the token of a connection that is in use was cleared, in whatever window. */
  readonly onDidClearToken = this.cleared.event;
  private readonly listeners: readonly Subscription[];
  private readonly records = new Map<string, { readonly owner: ConnectionKey; readonly records: ConnectionRecords }>();
  private first: string | undefined;

  constructor(private readonly deps: ConnectionsDependencies) {
    this.listeners = [
      deps.list.onDidChange(() => this.listChanged()),
      deps.local.onDidChange(() => this.changes.fire()),
      deps.onTokensChanged(() => void this.tokensChanged()),
    ];
  }

  get tokens(): Tokens {
    return this.deps.tokens;
  }

  get local(): LocalRunner {
    return this.deps.local;
  }

  get connect(): Connect {
    return this.deps.connect;
  }

  entries(): ConnectionEntry[] {
    return readConnections(this.deps.list.read());
  }

  /**
   * The connection that the user chose, even if it no longer exists. If none was chosen: the first one, for as long as
   * it exists, because reordering the list must not change where this window sends requests.
   */
  get activeName(): string | undefined {
    const names = this.entries().map(({ name }) => name);
    if (names.length === 0) return undefined;
    if (this.first === undefined || !names.includes(this.first)) [this.first] = names;
    return this.deps.chosen.get() ?? this.first;
  }

  /**
   * @throws UserError if there is no connection, or the settings are invalid: a request must never go to another
   * connection instead.
   */
  active(): Connection {
    if (this.activeName === undefined)
      throw new UserError(message('Add a connection to get started.'), 'addConnection');
    return this.named(this.activeName);
  }

  /** @throws UserError if no valid connection has this name. */
  named(name: string): Connection {
    const entry = this.entries().find((each) => each.name === name);
    if (!entry)
      throw new UserError(message('Connection “{0}” was removed. Select another one.', name), 'switchConnection');
    if ('problem' in entry)
      throw new UserError(message('Connection “{0}” is invalid. {1}', name, entry.problem), 'editConnections');
    return this.connectionTo(entry.settings);
  }

  /** Whether the settings have a connection at its address. An invalid one counts: it may just be edited. */
  has({ name, address }: ConnectionKey): boolean {
    return this.entries().some(
      (entry) => entry.name === name && ('problem' in entry || entry.settings.address === address),
    );
  }

  /** Whether the settings mark a connection as production. */
  isProduction({ name, address }: ConnectionKey): boolean {
    return this.entries().some(
      (entry) =>
        entry.name === name && 'settings' in entry && entry.settings.address === address && entry.settings.production,
    );
  }

  /** The tokens of all connections, for a text that must not have them. One that cannot be read was not used either. */
  async knownTokens(): Promise<readonly string[]> {
    const connections = this.entries().flatMap((entry) =>
      'settings' in entry ? [this.connectionTo(entry.settings)] : [],
    );
    const stored = await Promise.all(connections.map((connection) => connection.tokenToShow()));
    const used = [...this.tokensInUse.values()].map(({ token }) => token);
    const local = this.deps.local.running?.token;
    const all = [...stored.flatMap((token) => token?.value ?? []), ...used, ...(local ? [local] : [])];
    return [...new Set(all.flatMap(secretsIn))];
  }

  /** What is remembered of a connection, if it was used in this window and is still there. */
  recordsOf(connection: ConnectionKey): ConnectionRecords | undefined {
    return this.records.get(keyOf(connection))?.records;
  }

  async activate(name: string): Promise<void> {
    await this.deps.chosen.set(name);
    this.changes.fire();
  }

  async add(settings: ConnectionSettings): Promise<void> {
    const { production, ...rest } = settings;
    await this.rewrite((list) => [...list, { ...rest, ...(production && { production }) }]);
    await this.activate(settings.name);
  }

  /**
   * Changes fields of the first entry with this name; its other fields stay unchanged. What was remembered of another
   * address is deleted.
   */
  async change(name: string, fields: Partial<ConnectionSettings>): Promise<void> {
    await this.rewrite((list) => {
      const at = list.findIndex((entry) => isNamed(entry, name));
      return list.map((entry, index) => (index === at && isNamed(entry, name) ? { ...entry, ...fields } : entry));
    });
    await this.forgetGone(name);
  }

  /**
   * Removes a connection with its tokens and what is remembered of it. Nothing changes at the service. If it was in use,
   * no connection is in use until the user chooses another one.
   */
  async remove(name: string): Promise<void> {
    // Keep the removed connection selected instead of the next one in the list, which may be production.
    if (this.activeName === name) await this.deps.chosen.set(name);
    await this.rewrite((list) => {
      const at = list.findIndex((entry) => isNamed(entry, name));
      return list.filter((_entry, index) => index !== at);
    });
    await this.forgetGone(name);
    if (this.entries().length === 0) await this.deps.chosen.set(undefined);
    // The connection is removed even if its tokens could not be deleted.
    await this.deps.tokens.clearAll(name).finally(() => this.changes.fire());
  }

  /** Ends everything that uses the token of a connection, because it was cleared. */
  tokenCleared(owner: ConnectionKey): void {
    this.cleared.fire(owner);
    this.end(
      owner,
      message('Stopped: the token for “{0}” was cleared. What was being sent may have happened.', owner.name),
    );
  }

  dispose(): void {
    for (const name of this.open.keys()) this.close(name);
    for (const listener of this.listeners) listener.dispose();
    this.changes.dispose();
    this.cleared.dispose();
    this.clicks.dispose();
    this.remembered.dispose();
  }

  private listChanged(): void {
    // First, so that views know that a connection is gone when its activities end.
    this.changes.fire();
    this.endGone();
  }

  private endGone(): void {
    // Records that were too large for the storage are only here.
    for (const [key, { owner }] of this.records) if (!this.has(owner)) this.records.delete(key);
    for (const { owner } of this.tokensInUse.values())
      if (!this.has(owner))
        this.end(
          owner,
          message(
            'Stopped: connection “{0}” was removed, or its address or project has changed. What was being sent may have happened.',
            owner.name,
          ),
        );
  }

  /** An ID means nothing to another connection, or at another address. */
  private async forgetGone(name: string): Promise<void> {
    // What still runs could remember something again.
    this.endGone();
    const isGone = (key: ConnectionKey): boolean => key.name === name && !this.has(key);
    await Promise.all([this.deps.storage, this.deps.local.storage].map((each) => forgetConnections(each, isGone)));
    for (const kind of ['sessions', 'pools', 'extensions'] as const) this.remembered.fire(kind);
  }

  /** A token that was replaced by another one ends nothing, and one that cannot be read may still be there. */
  private async tokensChanged(): Promise<void> {
    for (const use of this.tokensInUse.values()) {
      // A browser by its DevTools may need none.
      if (isLocal(use.owner) || use.token === '') continue;
      const isCleared = await this.deps.tokens.get(use.owner).then(
        (token) => token === undefined || (token.variable !== undefined && token.value !== use.token),
        () => false,
      );
      if (isCleared && this.tokensInUse.get(keyOf(use.owner))?.ending === use.ending) this.tokenCleared(use.owner);
    }
  }

  private end(owner: ConnectionKey, why: Message): void {
    const use = this.tokensInUse.get(keyOf(owner));
    this.tokensInUse.delete(keyOf(owner));
    this.close(owner.name);
    use?.ending.abort(new UserError(why));
  }

  /** Entries that cannot be read stay unchanged. */
  private async rewrite(change: (list: readonly unknown[]) => readonly unknown[]): Promise<void> {
    await this.deps.list.write(change(this.deps.list.read()));
  }

  private connectionTo(settings: ConnectionSettings): Connection {
    const { tokens, local, askToken } = this.deps;
    const storage = isLocal(settings) ? local.storage : this.deps.storage;
    const key = keyOf(settings);
    const open = (): ConnectionRecords => {
      const opened = openRecords(storage, settings, (kind) => this.remembered.fire(kind));
      opened.sessions.onDidClick((click) => this.clicks.fire({ ...click, connection: settings }));
      return opened;
    };
    // Kept, because a list that was read once is not read again until it changes.
    const { records } = this.records.get(key) ?? { records: open() };
    this.records.set(key, { owner: settings, records });
    records.sessions.tags = settings.tags;
    return new Connection(settings, records, new ShownNotices(storage, settings), {
      tokens,
      local,
      askToken,
      clientFor: (...asked) => this.clientFor(...asked),
      has: (connection) => this.has(connection),
      onEnvironmentAllowed: () => this.changes.fire(),
    });
  }

  private clientFor(
    { name, address: wanted }: ConnectionKey,
    { address, tags }: Destination,
    token: string,
  ): Promise<Client> {
    const owner = { name, address: wanted };
    const to = { address, tags };
    const { ending = new AbortController() } = this.tokensInUse.get(keyOf(owner)) ?? {};
    this.tokensInUse.set(keyOf(owner), { owner, ending, token });
    const known = this.open.get(name);
    if (known?.token === token && isDeepStrictEqual(known.to, to)) return known.client;
    this.close(name);
    const client = this.deps.connect(to, token, ending.signal);
    this.open.set(name, { to, token, client });
    return client;
  }

  /** A client that could not be opened was already reported to the caller that requested it. */
  private close(name: string): void {
    void this.open.get(name)?.client.then(
      (client) => client.close(),
      () => {},
    );
    this.open.delete(name);
  }
}

/** Compares the name of an entry as `readConnections` reads it. */
function isNamed(entry: unknown, name: string): entry is object {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'name' in entry &&
    typeof entry.name === 'string' &&
    entry.name.trim() === name
  );
}
