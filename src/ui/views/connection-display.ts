import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../core/errors';
import { message, sentences } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import type { Connection } from '../../app/connections/connection';
import type { Connections } from '../../app/connections/connections';
import { formatTags } from '../../core/tags';
import type { KeyValue } from '../../state';
import { setContext } from '../editor/context';
import { localize, MAX_NAME, t } from '../editor/localize';
import type { Log } from '../editor/log';
import { commandButton, showWarning } from '../editor/show';
import { areConnectionsUnset } from '../connections/connections-setting';
import { StatusBar, tokenWords, type StatusBarContent } from '../connections/status-bar';
import type { ListStates } from './list-states';
import type { Views } from '.';
import type { NotOffered } from './not-offered';

/** Milliseconds. */
const PATIENCE = 1000;
/** In the workspace's storage: the extension was used there. */
const USED = 'used';

/**
 * The state of the connection in use, which selects the welcome texts. `unset`: it is the one that is there from the
 * start, and has no token, so that nobody has chosen it yet.
 */
type State = 'none' | 'unset' | 'wrong' | 'localStopped' | 'noToken' | 'ready';

/**
 * Shows which connection is in use: in the status bar, beside the titles of the views, and in their welcome texts. In a
 * workspace that never used the extension it shows nothing, and reads no token.
 */
export class ConnectionDisplay {
  private readonly statusBar: StatusBar;
  private isUsed: boolean;
  private keyringLooked = false;
  private newest = 0;
  /**
   * The rows may be those of another connection. They are drawn together with the name above them: while a keyring
   * waits, nobody may take them for rows of the connection with that name.
   */
  private isAnother = false;

  constructor(
    private readonly connections: Connections,
    private readonly views: Views,
    private readonly lists: ListStates,
    private readonly notOffered: NotOffered,
    private readonly log: Log,
    private readonly workspace: KeyValue,
  ) {
    this.statusBar = new StatusBar(connections);
    this.isUsed = workspace.get(USED) === true;
  }

  /** The extension is used in this workspace: shows the current state, from now on in each of its windows. */
  use(): void {
    if (!this.isUsed) {
      this.isUsed = true;
      void this.workspace.update(USED, true);
    }
    this.refresh();
  }

  /** Shows the current state. */
  refresh(): void {
    if (this.isUsed) this.logged(this.show());
  }

  /** Like `refresh`. Also updates the views, whose items may belong to another connection, or can be requested now. */
  onConnectionChanged(): void {
    if (this.isUsed) this.logged(this.showAnew());
  }

  dispose(): void {
    this.statusBar.dispose();
  }

  /**
   * Updates everything together, and only for the newest call: an older call whose token arrives late would show a
   * connection that is no longer in use.
   */
  private async show(): Promise<void> {
    const turn = ++this.newest;
    const connection = this.active();
    const known = this.stateOf(connection);
    // A keyring may wait to be unlocked: until then everything except the token is shown.
    const late = await Promise.race([known.then(() => false), delay(PATIENCE, true, { ref: false })]);
    if (late) await this.put(turn, connection, await this.contentFor('noToken', waitingWords), 'noToken');
    const state = await known;
    await this.put(turn, connection, await this.contentFor(state, tokenWords), state);
    if (connection && turn === this.newest) await this.tellOfKeyring(connection);
  }

  private async contentFor(state: State, token: typeof tokenWords): Promise<StatusBarContent> {
    return state === 'unset' ? this.statusBar.firstStep() : this.statusBar.content(token, this.lists.ofService);
  }

  private async put(
    turn: number,
    connection: Connection | undefined,
    content: StatusBarContent,
    state: State,
  ): Promise<void> {
    if (turn !== this.newest) return;
    const shows = (kind: 'pools' | 'extensions'): boolean => connection !== undefined && this.canShow(kind, connection);
    await Promise.all([
      setContext('shows.pools', shows('pools')),
      setContext('shows.extensions', shows('extensions')),
      setContext('connection', state),
      ...this.showThings(connection),
      setContext('localRuns', this.connections.local.running !== undefined),
      this.notOffered.show(connection?.settings),
    ]);
    if (turn !== this.newest) return;
    this.statusBar.show(content);
    this.views.sessions.describe(connection && state !== 'unset' ? headingOf(connection) : undefined);
    // The editor puts the title of a view that is alone behind that of all views, but the same title only once. It has
    // that one from the start.
    const isAlone = state !== 'ready' || !(shows('pools') || shows('extensions'));
    this.views.sessions.name(isAlone ? t('Browser Sessions') : t('Sessions'));
    // A view that is alone has no room beside its title.
    const filter = isAlone && connection ? filterOf(connection) : undefined;
    for (const kind of KINDS)
      this.views[kind].tell(this.troubleOf(kind, connection) ?? (kind === 'sessions' ? filter : undefined));
    if (!this.isAnother) return;
    this.isAnother = false;
    for (const kind of KINDS) this.views[kind].showAgain();
  }

  /** Shows which kinds of items exist, because some commands need one to choose. */
  private showThings(connection: Connection | undefined): Promise<void>[] {
    const folders = connection ? foldersOf(connection) : [];
    return [
      setContext('uploadedFolders', folders),
      setContext('has.uploads', folders.length > 0),
      setContext('has.sessions', connection?.records.sessions.notReleased().some(isThere) ?? false),
      setContext('has.pools', connection?.records.pools.all().some(isThere) ?? false),
    ];
  }

  private async stateOf(connection: Connection | undefined): Promise<State> {
    if (!connection) return this.connections.activeName === undefined ? 'none' : 'wrong';
    if (await connection.isReady()) return 'ready';
    if (connection.isLocal) return 'localStopped';
    return areConnectionsUnset() ? 'unset' : 'noToken';
  }

  /** Where nothing can be in a view, the view is not there: a browser of one's own has no pools, some services no lists. */
  private canShow(kind: 'pools' | 'extensions', connection: Connection): boolean {
    if (connection.records[kind].all().length > 0) return true;
    return !connection.isLocal && !connection.isBrowser && !this.lists.isMissing(kind);
  }

  private async showAnew(): Promise<void> {
    this.lists.forget();
    this.isAnother = true;
    await this.show();
  }

  /** Why a list did not come; what is so of all of them is said of the sessions alone. */
  private troubleOf(kind: keyof Views, connection: Connection | undefined): PlainText | undefined {
    if (!connection) return kind === 'sessions' ? this.wrong() : undefined;
    const { name } = connection;
    const trouble = this.lists.trouble(kind);
    if (!trouble) return undefined;
    const { state, cause } = trouble;
    const hasRows = connection.records[kind].notReleased().length > 0;
    const isSaid = kind !== 'sessions' && this.lists.trouble('sessions')?.state === state;
    switch (state) {
      case 'unreachable':
        return localize(isSaid ? message('Not loaded.') : sentences(message('Couldn’t reach “{0}”.', name), cause));
      // Without rows, the welcome text says what the token lacks.
      case 'noToken':
        return hasRows ? localize(cause) : undefined;
      case 'rejected':
        if (!hasRows) return undefined;
        return isSaid ? t('Not loaded.') : t('“{0}” rejected the token.', name);
      case 'forbidden':
        return hasRows ? localize(FORBIDDEN[kind]) : undefined;
      case 'failed':
        return localize(cause);
    }
  }

  private active(): Connection | undefined {
    try {
      return this.connections.active();
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  /** What is wrong with the connection in use; undefined if none was ever added. */
  private wrong(): PlainText | undefined {
    try {
      if (this.connections.activeName !== undefined) this.connections.active();
      return undefined;
    } catch (error) {
      if (error instanceof UserError) return localize(error.text);
      throw error;
    }
  }

  /** Checked only the first time: later, another window may just be clearing the token. */
  private async tellOfKeyring({ isLocal, settings }: Connection): Promise<void> {
    if (this.keyringLooked) return;
    this.keyringLooked = true;
    if (isLocal || !(await this.connections.tokens.isForgotten(settings))) return;
    void this.offerToken(settings.name);
  }

  private async offerToken(name: string): Promise<void> {
    const words = message(
      'Token for “{0}” lost: no system keyring was found. Install one or set BROWSER_SESSIONS_TOKEN.',
      name,
    );
    await showWarning(words, commandButton(message('Set Token'), 'setToken', { connection: name }));
  }

  private logged(work: Promise<void>): void {
    void work.catch((error: unknown) => this.log.error(error));
  }
}

async function waitingWords(): Promise<PlainText> {
  return t('waiting for VS Code’s secret storage');
}

function foldersOf({ records }: Connection): string[] {
  const sessions = records.sessions.notReleased().filter(isThere);
  return [...new Set(sessions.flatMap(({ uploads = [] }) => uploads.map(({ folder }) => folder)))];
}

function isThere({ gone }: { readonly gone?: boolean }): boolean {
  return gone !== true;
}

/** Before it the tags that are listed alone: what is missing must be seen. After it, of a list of which the service has more, how many are shown. */
function headingOf(connection: Connection): PlainText {
  const { sessions } = connection.records;
  const { tags } = connection.settings;
  const shown = sessions.listEnd.isCut ? sessions.notReleased().length.toLocaleString() : undefined;
  return joinPlain(' · ', [
    tags && plainText(formatTags(tags), MAX_NAME),
    titleOf(connection),
    shown === undefined ? undefined : t('{0}+', shown),
  ]);
}

/** Which sessions are listed alone; without rows, the welcome text is more important. */
function filterOf({ records, settings: { tags } }: Connection): PlainText | undefined {
  return tags && records.sessions.notReleased().length > 0 ? t('Only sessions with {0}', formatTags(tags)) : undefined;
}

function titleOf({ name, settings }: Connection): PlainText {
  return settings.production ? t('{0} · production', name) : plainText(name, MAX_NAME);
}

const KINDS = ['sessions', 'pools', 'extensions'] as const;

const FORBIDDEN = {
  sessions: message('Your token or plan can’t list sessions.'),
  pools: message('Your token or plan can’t list pools.'),
  extensions: message('Your token or plan can’t list the catalog.'),
};
