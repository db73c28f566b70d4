import type { Protocol } from 'devtools-protocol';
import { excerpt } from '../../core/format';
import { asNumber, asRecord, asText, textOfPrimitive } from '../../core/json';
import type { ProtocolEvent } from '../connection';
import { listOf, type Doubtful } from '../doubtful';
import { framesIn, framesOf, isCalledFrom, placeIn, type ScriptPlace, type StackFrame } from '../script-place';
import { consoleText, describeValue, MAX_TEXT, needsPreview, type RemoteObject } from './console-text';

/** The least first. */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Which part of an extension a line of its log comes from. */
export type LogSource =
  | { readonly kind: 'worker' }
  /** A page of the extension: its popup, options, side panel, … */
  | { readonly kind: 'page'; readonly path: string }
  /** `host` of the page that the script runs in. */
  | { readonly kind: 'contentScript'; readonly host: string };

/** What an extension said, or what went wrong in it. All its texts come from the browser. */
export interface LogEntry {
  /** Milliseconds since 1970, by the clock of the browser. */
  readonly at: number;
  readonly level: LogLevel;
  readonly source: LogSource;
  readonly text: string;
  readonly place: ScriptPlace | undefined;
  /** The calls that led there, the innermost first; only for errors and traces. */
  readonly stack: readonly StackFrame[];
  /** Whether it is an error that no code has caught. */
  readonly isUncaught: boolean;
  /** A request that failed. Its time is that of this machine’s clock. */
  readonly isRequest?: true;
}

/** The console calls that are not messages. */
const SILENT: ReadonlySet<unknown> = new Set(['endGroup', 'clear', 'profile', 'profileEnd']);
const LEVELS: ReadonlyMap<unknown, LogLevel> = new Map([
  ['debug', 'debug'],
  ['warning', 'warning'],
  ['error', 'error'],
  ['assert', 'error'],
]);

interface TargetLogOptions {
  /** The start of every address in the extension. */
  readonly origin: string;
  /** Where the target's messages come from. */
  readonly source: () => LogSource;
  /** Whether the target belongs to the extension; if not, only what its scripts in the page do is reported. */
  readonly isOwn: boolean;
  readonly onEntry: (entry: LogEntry) => void;
  /** Entries up to this time are skipped, because they were reported over an earlier connection. */
  readonly after: number;
  /** Asks the browser for an object with its properties: those of messages that are told later come without. */
  readonly objectWithPreview?: (objectId: string) => Promise<RemoteObject | null | undefined>;
}

/** Objects that are asked for at a time. */
const MAX_ASKED = 100;

/** Makes entries of the log from the events of one target. */
export class TargetLog {
  private readonly ownContexts = new Set<unknown>();
  private readonly requests: FailedRequests;
  /** The entry that still waits for the properties of its objects; those after it wait too. */
  private waiting: Promise<void> | undefined;
  private asked = 0;
  /** Time of the last entry, by the clock of the browser. */
  last: number;

  constructor(private readonly options: TargetLogOptions) {
    this.requests = new FailedRequests(options.origin, options.isOwn);
    this.last = options.after;
  }

  receive(event: ProtocolEvent): void {
    const { method, params } = event;
    if (method === 'Runtime.executionContextCreated') this.addContext(params.context ?? {});
    else if (method === 'Runtime.executionContextDestroyed') this.ownContexts.delete(params.executionContextId);
    else if (method === 'Runtime.executionContextsCleared') this.ownContexts.clear();
    else if (method === 'Runtime.consoleAPICalled') this.reportCall(params);
    else if (method === 'Runtime.exceptionThrown') this.reportException(params);
    else if (method === 'Log.entryAdded') this.reportEntry(params.entry ?? {});
    else if (method.startsWith('Network.')) this.reportRequest(event);
  }

  private addContext({ id, origin }: Doubtful<Protocol.Runtime.ExecutionContextDescription>): void {
    if (origin === this.options.origin) this.ownContexts.add(id);
  }

  private reportCall(call: Doubtful<Protocol.Runtime.ConsoleAPICalledEvent>): void {
    const { type, executionContextId, timestamp, stackTrace } = call;
    if (SILENT.has(type) || !this.isOurs(executionContextId, stackTrace)) return;
    const frames = framesOf(this.options.origin, stackTrace);
    const args = listOf(call.args);
    const entryOf = (values: readonly RemoteObject[]): Omit<LogEntry, 'at' | 'source'> => {
      const text = consoleText(values);
      return {
        level: LEVELS.get(type) ?? 'info',
        text: type === 'assert' ? `Assertion failed: ${text}` : text,
        place: frames[0]?.place,
        stack: type === 'trace' ? frames : [],
        isUncaught: false,
      };
    };
    const complete = this.withPreviews(args);
    this.report(timestamp, complete ? complete.then(entryOf) : entryOf(args));
  }

  /** @returns undefined if no object lacks its properties, or too many are asked for. */
  private withPreviews(values: readonly RemoteObject[]): Promise<RemoteObject[]> | undefined {
    const { objectWithPreview } = this.options;
    const missing = values.filter((value) => needsPreview(value)).length;
    if (!objectWithPreview || missing === 0 || this.asked + missing > MAX_ASKED) return undefined;
    this.asked += missing;
    return Promise.all(
      values.map(async (value) =>
        needsPreview(value)
          ? ((await objectWithPreview(textOfPrimitive(value.objectId)).catch(() => undefined)) ?? value)
          : value,
      ),
    ).finally(() => (this.asked -= missing));
  }

  private reportException({ exceptionDetails, timestamp }: Doubtful<Protocol.Runtime.ExceptionThrownEvent>): void {
    const details = exceptionDetails ?? {};
    const { text, exception, stackTrace, executionContextId, url } = details;
    const { origin } = this.options;
    const isInFile = placeIn(origin, { url }) !== undefined;
    if (!isInFile && !this.isOurs(executionContextId, stackTrace)) return;
    const thrown = exception ? describeValue(exception) : '';
    const frames = stackTrace === undefined ? framesIn(origin, thrown) : framesOf(origin, stackTrace);
    this.report(timestamp, {
      level: 'error',
      // The stack is part of an error's description, and follows as frames.
      text: `${asText(text) ?? 'Uncaught'} ${frames.length > 0 ? withoutStack(thrown) : thrown}`.trim(),
      place: frames.find(({ place }) => place)?.place ?? placeIn(origin, details),
      stack: frames,
      isUncaught: true,
    });
  }

  /**
   * What Chromium itself says. An error in a listener of `chrome.…` comes in this way, with its stack in the text.
   * Requests that failed are reported by their own events.
   */
  private reportEntry(entry: Doubtful<Protocol.Log.LogEntry>): void {
    const { source, level, text, timestamp } = entry;
    const { origin, isOwn } = this.options;
    const words = asText(text) ?? '';
    const frames = framesIn(origin, words);
    const place = frames.find((frame) => frame.place)?.place ?? placeIn(origin, entry);
    if (source === 'network' || (!isOwn && !place)) return;
    const isError = level === 'error';
    this.report(timestamp, {
      level: isError ? 'error' : level === 'warning' ? 'warning' : level === 'verbose' ? 'debug' : 'info',
      text: frames.length > 0 ? withoutStack(words) : words,
      place,
      stack: frames,
      isUncaught: isError && frames.length > 0,
    });
  }

  private reportRequest(event: ProtocolEvent): void {
    const failed = this.requests.receive(event);
    if (!failed) return;
    // The time of these events counts from the start of the computer.
    const { text, place } = failed;
    this.send({ at: Date.now(), level: 'error', text, place, stack: [], isUncaught: false, isRequest: true });
  }

  /** Whether code of the extension did something. Its scripts in the page's own world are known by their address. */
  private isOurs(contextId: unknown, stack: Doubtful<Protocol.Runtime.StackTrace> | null | undefined): boolean {
    return this.options.isOwn || this.ownContexts.has(contextId) || isCalledFrom(this.options.origin, stack);
  }

  private report(
    timestamp: unknown,
    entry: Omit<LogEntry, 'at' | 'source'> | Promise<Omit<LogEntry, 'at' | 'source'>>,
  ): void {
    const at = asNumber(timestamp) ?? Date.now();
    if (at <= this.options.after) return;
    this.last = Math.max(this.last, at);
    if (!this.waiting && !(entry instanceof Promise)) return this.send({ at, ...entry });
    const before = this.waiting;
    const mine = Promise.all([entry, before]).then(([complete]) => this.send({ at, ...complete }));
    this.waiting = mine;
    void mine.finally(() => {
      if (this.waiting === mine) this.waiting = undefined;
    });
  }

  private send(entry: Omit<LogEntry, 'source'>): void {
    const { origin, source, onEntry } = this.options;
    onEntry({ ...entry, source: source(), text: excerpt(entry.text, MAX_TEXT).replaceAll(`${origin}/`, '') });
  }
}

/** Linear in the length, because a text from outside may be nothing but new lines. */
function withoutStack(text: string): string {
  return text.replace(/\n[ \t]+at [^]*$/, '');
}

/** Requests that are under way. A page that makes more loses the oldest. */
const MAX_REQUESTS = 1000;

/** Characters. Chromium's IDs have at most about 20. */
const MAX_ID = 100;

/** A request of the extension that failed, with the place of the code that made it. */
interface FailedRequest {
  readonly text: string;
  readonly place: ScriptPlace | undefined;
}

/** Finds the requests that failed among the events of the Network domain of one target. */
export class FailedRequests {
  private readonly underWay = new Map<string, FailedRequest>();

  /**
   * @param origin of the extension.
   * @param isOwn whether all requests of the target are the extension's; if not, only those that its code made.
   */
  constructor(
    private readonly origin: string,
    private readonly isOwn: boolean,
  ) {}

  /** @returns the request that an event of the domain reports as failed. */
  receive(event: ProtocolEvent): FailedRequest | undefined {
    const id = asText(asRecord(event.params)['requestId']);
    if (id === undefined || id.length > MAX_ID) return undefined;
    if (event.method === 'Network.requestWillBeSent') this.begin(id, event.params);
    if (event.method === 'Network.loadingFinished') this.underWay.delete(id);
    const request = this.underWay.get(id);
    const reason = request && reasonOf(event);
    if (reason === undefined) return undefined;
    this.underWay.delete(id);
    return { text: `${request?.text ?? ''} ${reason}`, place: request?.place };
  }

  private begin(id: string, { request, initiator }: Doubtful<Protocol.Network.RequestWillBeSentEvent>): void {
    const stack = initiator?.stack;
    if (!this.isOwn && !isCalledFrom(this.origin, stack)) return;
    const address = (asText(request?.url) ?? '').replace(`${this.origin}/`, '');
    const text = excerpt(`${asText(request?.method) ?? ''} ${address}`.trim(), MAX_TEXT);
    // The stack itself may be as long as it likes.
    this.underWay.set(id, { text, place: framesOf(this.origin, stack).find(({ place }) => place)?.place });
    const [oldest] = this.underWay.keys();
    if (this.underWay.size > MAX_REQUESTS && oldest !== undefined) this.underWay.delete(oldest);
  }
}

/** Why a request failed, in Chromium's words; undefined if it did not. A request that was aborted did not fail. */
function reasonOf({ method, params }: ProtocolEvent): string | undefined {
  if (method === 'Network.responseReceived') {
    const { status, statusText } = params.response ?? {};
    return typeof status === 'number' && status >= 400 ? `${status} ${asText(statusText) ?? ''}`.trim() : undefined;
  }
  if (method !== 'Network.loadingFailed' || params.canceled === true) return undefined;
  const details = [params.blockedReason, params.corsErrorStatus?.corsError].flatMap((each) => asText(each) ?? []);
  return [asText(params.errorText) ?? 'failed', ...details].join(', ');
}
