import type { Client } from '../api';
import type { DevToolsSessions } from '../app/devtools-sessions';
import type { LoadedExtensions } from '../app/loaded/loaded-extensions';
import type { Inspect } from '../app/upload/inspect-folders';
import type { AgainDependencies } from '../app/upload/upload-again';
import type { UploadDependencies } from '../app/upload/upload-folders';
import type { ConnectionSettings } from '../core/connection-settings';
import type { Message } from '../core/message';
import type { AllowedSecrets, ConnectionRecords } from '../state';
import type { AgentWork } from './agent-work';
import type { AgentText, Answer } from './answer';
import type { CallOutcome } from './call-outcome';
import type { Leases } from './leases';
import type { CalledSession } from './in-session';
import type { Change } from './question';
import type { SessionWorks } from './session-work';

/** A part of JSON Schema: what the tools need, and what every client understands. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type PropertySchema = { readonly description?: string } & (
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'number' | 'integer' | 'boolean' }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' | 'number' } }
  | { readonly type: 'object'; readonly properties?: Readonly<Record<string, PropertySchema>> }
);

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
  readonly question?: (input: ToolInput, called: CalledSession, call: ToolCall) => Promise<Message>;
  /** @throws UserError: a sentence with what to do next; Cancelled. */
  readonly run: (input: ToolInput, call: ToolCall) => Promise<Answer>;
}

export type ToolInput = Readonly<Record<string, unknown>>;

export interface ToolResult extends Pick<Answer, 'picture'> {
  /** At most 8 kB. */
  readonly text: AgentText;
}

/** Who calls: one agent, or one command. */
export interface Caller {
  /** Different for each agent, even if they have the same name. */
  readonly id: string;
  /** For people and other agents: `Copilot`, `Claude Code`. */
  readonly name: string;
  /** Where it works since its first call. */
  at?: BoundConnection;
}

/** A connection, as a caller is bound to it. */
export interface BoundConnection {
  readonly name: string;
  /** A SHA-256 of its name and place, in hexadecimal digits. */
  readonly key: string;
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
  readonly upload: UploadDependencies & AgainDependencies;
  /** What makes it another connection for an agent: the address, or the machine's own service. */
  readonly place: string;
  /**
   * Asks a person before something is changed, where that is needed: at production each time.
   * @throws UserError where nobody can be asked, Cancelled if the answer is no.
   */
  readonly confirm: (change: Change) => Promise<void>;
}

/** Where the tools run: a window of the editor, or a process of its own. */
export interface ToolHost {
  /** @throws UserError if there is no connection or no token; nobody is asked for one. */
  readonly connect: () => Promise<ToolConnection>;
  readonly inspect: Inspect;
  readonly allowedSecrets: Pick<AllowedSecrets, 'all' | 'salt'>;
  readonly devtools: DevToolsSessions;
  readonly loaded: LoadedExtensions;
  /** Where it shows which agents work. */
  readonly agents: AgentWork;
  readonly leases: Leases;
  readonly works: SessionWorks;
  /** The folder of the project that a folder belongs to, at or above it: source maps may lead no higher. */
  readonly topOf: (folder: string) => string;
  /** Writes what is too long for a result. @returns the path of the file. */
  readonly writeFile: (name: string, content: string | Buffer) => Promise<string>;
}
