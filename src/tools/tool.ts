import type { Client } from '../api';
import type { DevToolsSessions } from '../app/devtools-sessions';
import type { LoadedExtensions } from '../app/loaded/loaded-extensions';
import type { TestSources } from '../app/tests/load-test';
import type { UploadDependencies } from '../app/upload/dependencies';
import type { ConnectionSettings } from '../core/connection-settings';
import type { PageDialog } from '../devtools';
import type { Message } from '../core/message';
import type { AllowedSecrets, ConnectionRecords, SessionRecord } from '../state';
import type { WorkingAgents } from './agents/working-agents';
import type { Caller } from './agents/caller';
import type { AgentLocks } from './agents/agent-locks';
import type { Change } from './agents/question';
import type { AgentText, Answer } from './answer';
import type { CallOutcome } from './call-outcome';
import type { InputSchema, ToolInput } from './input';
import type { FolderSources } from './memory/extension-log';
import type { SessionMemory, SessionMemories } from './memory/session-memory';

/** Something that an agent, or a script, can have done. */
export interface Tool {
  /** `verb_noun`. */
  readonly name: string;
  /** For a person. */
  readonly title: Message;
  /** For an agent: what it does, when to use it, and what comes next. */
  readonly description: string;
  readonly inputSchema: InputSchema;
  /** Whether this input changes something in a session. */
  readonly changes: (input: ToolInput) => boolean;
  /**
   * What a person is asked before it changes something: all that will be done, in order, as it is found now.
   * @throws UserError if that is not there.
   */
  readonly question?: (input: ToolInput, call: ToolCall) => Promise<Message>;
  /** @throws UserError: a sentence with what to do next; Cancelled. */
  readonly run: (input: ToolInput, call: ToolCall) => Promise<Answer>;
}

export interface ToolResult extends Pick<Answer, 'screenshot'> {
  /** At most 8 kB. */
  readonly text: AgentText;
}

export interface ToolCall {
  readonly host: ToolHost;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Is aborted when a person stops the agent. */
  readonly stopping: AbortController;
  /** The question that a person has agreed to already, in English; undefined if nobody was asked. */
  readonly agreed: string | undefined;
  /** What it has done so far. */
  readonly outcome: CallOutcome;
  /** What is done when the call is over. */
  readonly atEnd: (() => void)[];
}

/** The connection that tools work at, opened. */
export interface ToolConnection {
  readonly settings: ConnectionSettings;
  readonly client: Client;
  readonly records: ConnectionRecords;
  readonly upload: UploadDependencies;
  /** What makes it another connection for an agent: the address, or the machine's own service. */
  readonly place: string;
  /**
   * Asks a person before something is changed, where that is needed: at production each time.
   * @throws UserError where nobody can be asked, Cancelled if the answer is no.
   */
  readonly confirm: (change: Change) => Promise<void>;
}

/** Where the tools run: a window of the editor, or a process of its own. */
export interface ToolHost extends FolderSources {
  /** @throws UserError if there is no connection or no token; nobody is asked for one. */
  readonly connect: () => Promise<ToolConnection>;
  readonly allowedSecrets: Pick<AllowedSecrets, 'all' | 'salt'>;
  readonly devtools: DevToolsSessions;
  readonly loaded: LoadedExtensions;
  /** Where it shows which agents work. */
  readonly agents: WorkingAgents;
  readonly locks: AgentLocks;
  readonly memories: SessionMemories;
  readonly tests: ToolTests;
  /** Writes what is too long for a result. @returns the path of the file. */
  readonly writeFile: (name: string, content: string | Buffer) => Promise<string>;
}

/** The tests of a host: where their files are, and in which browsers they run. */
export interface ToolTests {
  /** Absolute paths of the folders that tests are run from and sequences are saved to. */
  readonly folders: () => Promise<readonly string[]>;
  readonly sources: Omit<TestSources, 'topOf'>;
  /** The pool that the user takes browsers from, and how many tests run at a time, where the user says so. */
  readonly chosen: () => { readonly pool: string | undefined; readonly workers: number | undefined };
}

/** The session that a call is about. */
export interface CalledSession {
  readonly connection: ToolConnection;
  readonly session: SessionRecord;
  readonly memory: SessionMemory;
  readonly outcome: CallOutcome;
  /** What the last question of the call is about; undefined if nobody was asked. */
  asked?: AskedAbout;
}

/** What on a page somebody has agreed to: whatever is there in its place later is something else. */
export interface AskedAbout {
  readonly targetId: string;
  /** The document of the page. */
  readonly document: string | undefined;
  /** The references of its elements. */
  readonly elements: ReadonlySet<string>;
  readonly dialog: PageDialog | undefined;
}
