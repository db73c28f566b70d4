import type { Protocol } from 'devtools-protocol';
import { asRecord, asText } from '../../core/json';
import type { ProtocolEvent } from '../connection';
import { listOf, type Doubtful } from '../doubtful';
import { originOf } from '../script-place';
import type { FileAddresses } from './file-addresses';

type Params = Record<string, unknown>;

/** The calls that a debugger may make. All others, such as those for other targets or for the network, are refused. */
const ALLOWED: ReadonlySet<string> = new Set([
  'Debugger.continueToLocation',
  'Debugger.disable',
  'Debugger.enable',
  'Debugger.evaluateOnCallFrame',
  'Debugger.getPossibleBreakpoints',
  'Debugger.getScriptSource',
  'Debugger.getStackTrace',
  'Debugger.pause',
  'Debugger.removeBreakpoint',
  'Debugger.restartFrame',
  'Debugger.resume',
  'Debugger.setAsyncCallStackDepth',
  'Debugger.setBlackboxPatterns',
  'Debugger.setBlackboxedRanges',
  'Debugger.setBreakpoint',
  'Debugger.setBreakpointByUrl',
  'Debugger.setBreakpointsActive',
  'Debugger.setInstrumentationBreakpoint',
  'Debugger.setPauseOnExceptions',
  'Debugger.setReturnValue',
  'Debugger.setSkipAllPauses',
  'Debugger.setVariableValue',
  'Debugger.stepInto',
  'Debugger.stepOut',
  'Debugger.stepOver',
  'Runtime.awaitPromise',
  'Runtime.callFunctionOn',
  'Runtime.compileScript',
  'Runtime.disable',
  'Runtime.discardConsoleEntries',
  'Runtime.enable',
  'Runtime.evaluate',
  'Runtime.getExceptionDetails',
  'Runtime.getIsolateId',
  'Runtime.getProperties',
  'Runtime.globalLexicalScopeNames',
  'Runtime.releaseObject',
  'Runtime.releaseObjectGroup',
  'Runtime.runIfWaitingForDebugger',
  'Runtime.runScript',
  'Runtime.setAsyncCallStackDepth',
]);

/** Of JSON-RPC. */
const METHOD_NOT_FOUND = -32_601;

/** The calls that run in the page's own world if they name no context. */
const IN_CONTEXT: ReadonlySet<string> = new Set([
  'Runtime.compileScript',
  'Runtime.evaluate',
  'Runtime.globalLexicalScopeNames',
  'Runtime.runScript',
]);

/** Objects and call frames that a debugger may name; of more, the first ones are forgotten. */
const MAX_SHOWN = 100_000;

/** What becomes of a call of the debugger. */
type Call = { readonly params: Params } | { readonly refusal: string; readonly code?: number };

/** What becomes of an event: it is passed on with these parameters, nothing, or the target runs on. */
type Event = { readonly params: Params } | 'dropped' | 'resume';

/**
 * Converts the messages between a debugger and one target of an extension: the debugger sees the extension's scripts
 * at the place of their files, and nothing of a page that they run in.
 */
export class TargetMessages {
  private readonly origin: string;
  private readonly contexts = new Map<number, string | undefined>();
  private readonly scripts = new Set<string>();
  /** IDs of the objects and call frames that the debugger was shown. */
  private readonly shown = new Set<string>();

  /** @param files paths within the extension, with `/`, that breakpoints may be set in. Asked for each breakpoint. */
  constructor(
    extensionId: string,
    private readonly addresses: FileAddresses,
    private readonly files: () => readonly string[],
  ) {
    this.origin = originOf(extensionId);
  }

  call(method: string, params: Params): Call {
    if (!ALLOWED.has(method)) return { refusal: `'${method}' wasn't found`, code: METHOD_NOT_FOUND };
    if (method === 'Debugger.setBreakpointByUrl') return { params: this.breakpoint(params) };
    const { scriptId, location, start } = params;
    const script = scriptId ?? asRecord(location)['scriptId'] ?? asRecord(start)['scriptId'];
    if (script !== undefined && !this.scripts.has(asText(script) ?? '')) return { refusal: 'No script for id' };
    // IDs are easily guessed, and a page's objects have some too.
    if (!idsIn(params).every((id) => this.shown.has(id))) return { refusal: 'Could not find object with given id' };
    return IN_CONTEXT.has(method) || namesContext(params) ? this.inContext(method, params) : { params };
  }

  /** Converts an answer of the target. */
  answer(result: unknown): unknown {
    return this.withFiles(result);
  }

  event({ method, params }: ProtocolEvent): Event {
    if (method === 'Runtime.executionContextCreated') {
      const { id, origin, uniqueId } = params.context ?? {};
      // That of a worker is its whole address.
      if (typeof id !== 'number' || (origin !== this.origin && !this.isOwnFile(origin))) return 'dropped';
      this.contexts.set(id, asText(uniqueId));
    } else if (method === 'Runtime.executionContextDestroyed') {
      const { executionContextId: id } = params;
      if (typeof id !== 'number' || !this.contexts.delete(id)) return 'dropped';
    } else if (method === 'Runtime.executionContextsCleared') {
      this.contexts.clear();
      this.scripts.clear();
      this.shown.clear();
    } else if (method === 'Debugger.scriptParsed' || method === 'Debugger.scriptFailedToParse') {
      if (!this.isOurs(params.executionContextId) && !this.isOwnFile(params.url)) return 'dropped';
      this.scripts.add(asText(params.scriptId) ?? '');
    } else if (method === 'Debugger.paused') {
      // A website's own statements and errors are not debugged.
      if (!this.scripts.has(scriptOf(params))) return 'resume';
    } else if (method === 'Runtime.consoleAPICalled') {
      if (!this.isOurs(params.executionContextId)) return 'dropped';
    } else if (method === 'Runtime.exceptionThrown') {
      const { executionContextId, url } = params.exceptionDetails ?? {};
      if (!this.isOurs(executionContextId) && !this.isOwnFile(url)) return 'dropped';
    } else if (!/^(Runtime|Debugger)\./.test(method)) return 'dropped';
    return { params: asRecord(this.withFiles(params)) };
  }

  private isOurs(context: unknown): boolean {
    return typeof context === 'number' && this.contexts.has(context);
  }

  private isOwnFile(address: unknown): boolean {
    return typeof address === 'string' && address.startsWith(`${this.origin}/`);
  }

  /** Without a context, code would run in that of the page, and each method knows only one of the two names of it. */
  private inContext(method: string, { contextId, executionContextId, ...params }: Params): Call {
    const { uniqueContextId } = params;
    const [name, named] =
      method === 'Runtime.evaluate' ? ['contextId', contextId] : ['executionContextId', executionContextId];
    if (named !== undefined && !this.isOurs(named)) return { refusal: 'Cannot find context with specified id' };
    if (uniqueContextId !== undefined && ![...this.contexts.values()].includes(asText(uniqueContextId)))
      return { refusal: 'uniqueContextId not found' };
    if (named !== undefined) return { params: { ...params, [name]: named } };
    if (uniqueContextId !== undefined || !IN_CONTEXT.has(method)) return { params };
    const [first] = this.contexts.keys();
    return first === undefined
      ? { refusal: 'Cannot find default execution context' }
      : { params: { ...params, [name]: first } };
  }

  /** A hash names a file as it is on this machine; the browser may have another version of it. */
  private breakpoint(params: Params): Params {
    const { url, urlRegex, lineNumber, columnNumber, condition } = params;
    const place =
      typeof urlRegex === 'string'
        ? { urlRegex: this.addresses.patternFor(urlRegex, this.files()) }
        : { url: this.addresses.toBrowser(asText(url) ?? '') };
    return { ...place, lineNumber, columnNumber, condition };
  }

  private show(id: string): void {
    this.shown.add(id);
    const [first] = this.shown;
    if (this.shown.size > MAX_SHOWN && first !== undefined) this.shown.delete(first);
  }

  /** The same with addresses of files where the protocol has an address of a script. */
  private withFiles(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.withFiles(each));
    if (typeof value !== 'object' || value === null) return value;
    const isRemote = 'type' in value && typeof value.type === 'string';
    const isError = 'subtype' in value && value.subtype === 'error';
    return Object.fromEntries(
      Object.entries(value).map(([key, each]: [string, unknown]) => {
        // The contents of a value are the extension's own, and stay unchanged.
        if (key === 'value' && isRemote) return [key, each];
        if (typeof each !== 'string') return [key, this.withFiles(each)];
        if (key === 'objectId' || key === 'callFrameId') this.show(each);
        if (key === 'url' || key === 'sourceMapURL') return [key, this.addresses.toFile(each)];
        return [key, key === 'description' && isError ? this.addresses.inStack(each) : each];
      }),
    );
  }
}

function namesContext(params: Params): boolean {
  return ['contextId', 'executionContextId', 'uniqueContextId'].some((name) => params[name] !== undefined);
}

/** The objects and call frames that a call is about. */
function idsIn({ objectId, promiseObjectId, errorObjectId, callFrameId, newValue, ...more }: Params): string[] {
  const given = Array.isArray(more['arguments']) ? more['arguments'] : [];
  const values = [newValue, ...given].map((value) => asRecord(value)['objectId']);
  return [objectId, promiseObjectId, errorObjectId, callFrameId, ...values].filter((id) => typeof id === 'string');
}

/** The script that a target has paused in. */
function scriptOf({ callFrames, data, reason }: Doubtful<Protocol.Debugger.PausedEvent>): string {
  if (reason === 'instrumentation') return asText(asRecord(data)['scriptId']) ?? '';
  return asText(listOf(callFrames, 1)[0]?.location?.scriptId) ?? '';
}
