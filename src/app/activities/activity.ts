import type { Message } from '../../core/message';
import type { ResolvedStep } from '../../core/steps';
import type { AttachedPages, PageChoice } from '../../devtools';
import type { BrowserAccess } from '../devtools-sessions';
import { keyOf, type ConnectionKey, type Label, type SessionRecord } from '../../state';

/** Why something that runs has to end. */
export type StopReason =
  /** The user has stopped it. */
  | 'stopped'
  /** The window closes. */
  | 'closing'
  /** It cannot go on; an error says why. */
  | 'failed'
  | 'sessionEnded'
  | 'sessionReleased'
  /** The user has ended it, or removed it from the list. */
  | 'sessionForgotten'
  /** What was uploaded was removed from the list of its session. */
  | 'uploadForgotten'
  /** Only a new upload would help, and that restarts the browser each time. */
  | 'notInPlace'
  | 'tokenCleared'
  | 'connectionRemoved'
  | 'addressChanged'
  /** Its connection is marked as production now, which it was not confirmed for. */
  | 'production';

/** What all that runs in a window has in common. */
interface ActivityBase {
  readonly connection: ConnectionKey;
  /** As it was remembered when this began; undefined while it is not known yet. */
  readonly session: SessionRecord | undefined;
  /** What it is about, for the user: the name of an extension, or the label of the session. */
  readonly title: Label;
  /** Whether it ends when its connection becomes production, because it was not confirmed for that. */
  readonly endsInProduction: boolean;
  /** Ends it, and says why where it shows what it does. The registry does not have it any more then. */
  readonly stop: (why: Message, reason: StopReason) => void;
}

/** How the last upload went; if it failed, with the number of errors in the folder, 0 for any other reason. */
export type WatchState = 'uploaded' | { readonly errors: number };

interface Watching extends ActivityBase {
  readonly session: SessionRecord;
  readonly folder: string;
  readonly state: WatchState;
  /** Why the last change was not uploaded; undefined if it was. */
  readonly problem: Message | undefined;
}

/** A folder that is uploaded at each change. */
export interface WatchActivity extends Watching {
  readonly kind: 'watch';
}

/** The same by a task. */
export interface WatchTaskActivity extends Watching {
  readonly kind: 'watchTask';
}

/** Whether a log that is followed has its connection, or waits to be connected again. */
export type LogState = 'following' | 'waiting';

/** A loaded extension whose log is followed. */
export interface LogActivity extends ActivityBase {
  readonly kind: 'log';
  readonly session: SessionRecord;
  /** Chromium's ID of the extension. */
  readonly extensionId: string;
  /** Where its files are on this machine; undefined if it was not uploaded from here. */
  readonly folder: string | undefined;
  readonly state: LogState;
  /** Forgets the errors of the version that ran before a reload, which began at this time, in milliseconds since 1970. */
  readonly reloaded: (at: number) => void;
}

/** Whether something of a debugged extension stands at a breakpoint. */
export type DebugState = 'running' | 'paused';

/** An extension that is debugged. */
export interface DebugActivity extends ActivityBase {
  readonly kind: 'debug';
  /** Chromium's ID of the extension; undefined while it is looked for. */
  readonly extensionId: string | undefined;
  readonly state: DebugState;
  /** Which pages of the web are debugged. */
  readonly choice: PageChoice;
  /** The pages of the web that its scripts run in; undefined while it is not connected. */
  readonly pages: AttachedPages | undefined;
  /** When the session ends if nobody uses it, in milliseconds since 1970; undefined if it does not, or if unknown. */
  readonly endsAt: () => number | undefined;
}

/** What a person does in a session is recorded. */
export interface RecordingActivity extends ActivityBase {
  readonly kind: 'recording';
  readonly session: SessionRecord;
  /** How many steps were recorded. */
  readonly count: number;
  /** How much more was done that the recording can't hold. */
  readonly left: number;
  /**
   * Adds a step that is no input.
   * @throws UserError if the recording is full.
   */
  readonly addStep: (step: ResolvedStep) => void;
  readonly access: BrowserAccess;
  /** Settles after it was stopped, when what was recorded is open or cannot be opened. */
  readonly opened: Promise<void>;
}

/** A video of the session's display, which the service records. */
export interface VideoActivity extends ActivityBase {
  readonly kind: 'video';
  readonly session: SessionRecord;
  /** ID of the video at the service. */
  readonly video: string;
  /** Settles after it was stopped, when the service has done so; rejects if that failed. */
  readonly ended: Promise<void>;
}

/** What runs of a session's uploads is counted. */
export interface CoverageActivity extends ActivityBase {
  readonly kind: 'coverage';
  readonly session: SessionRecord;
}

/** Ports of this machine that the pages of a session can reach. */
export interface ShareActivity extends ActivityBase {
  readonly kind: 'share';
  readonly session: SessionRecord;
  /** In the order in which they were shared. */
  readonly ports: readonly number[];
  /** Why a request was not answered; undefined while there is nothing to tell. */
  readonly problem: Message | undefined;
  /** Whether nothing listens at one of the ports. */
  readonly isDown: boolean;
  /** Loads the pages anew of the ports at which nothing listened. @throws UserError, or Cancelled. */
  readonly tryAgain: (signal: AbortSignal) => Promise<void>;
  /** Shares another port. @throws UserError, or Cancelled. */
  readonly add: (port: number, signal: AbortSignal) => Promise<void>;
}

/** A tab that shows the display of a session. */
export interface ScreenActivity extends ActivityBase {
  readonly kind: 'screen';
  readonly session: SessionRecord;
}

/**
 * An agent that works in a session, or worked there a moment ago; its title is the agent's name. Without a session, it
 * runs tests in browsers of their own.
 */
export interface AgentActivity extends ActivityBase {
  readonly kind: 'agent';
}

/** A document with what an extension has stored, which follows the changes. */
export interface StorageActivity extends ActivityBase {
  readonly kind: 'storage';
  readonly session: SessionRecord;
  /** Chromium's ID of the extension. */
  readonly extensionId: string;
}

export type Activity =
  | WatchActivity
  | WatchTaskActivity
  | LogActivity
  | DebugActivity
  | RecordingActivity
  | VideoActivity
  | CoverageActivity
  | ShareActivity
  | ScreenActivity
  | AgentActivity
  | StorageActivity;

export type ActivityOf<Kind extends Activity['kind']> = Extract<Activity, { kind: Kind }>;

/** Whether an activity belongs to a connection. */
export function belongsTo({ connection }: Pick<Activity, 'connection'>, wanted: ConnectionKey): boolean {
  return keyOf(connection) === keyOf(wanted);
}
