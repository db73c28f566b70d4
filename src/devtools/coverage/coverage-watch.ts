import { setTimeout as delay } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { Cancelled, raceWithAbort } from '../../core/errors';
import { asCount, asText } from '../../core/json';
import { MAX_COUNTED, type FunctionCounts, type ScriptCounts } from '../../core/script-counts';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import { listOf, type Doubtful } from '../doubtful';
import { EarlyAttachment, type AttachedOver } from '../early-attachment';
import { ignoreFailure } from '../failures';
import { originOf, pathWithin } from '../script-place';
import { addCounts } from './add-counts';

/** Never with `allowTriggeredUpdates`: as soon as a page changes its process, nothing is counted then. */
const COUNT = { callCount: true, detailed: true };
/** Milliseconds between two times at which counts are taken: those of a page that leaves by itself are lost. */
const INTERVAL = 1000;
/** Milliseconds for which a page that is busy is waited for. Its counts come later. */
const MAX_TAKE = 2000;
/**
 * Milliseconds from the end of a page until the others of its process are told to count again. A busy process ends it
 * long after the browser has told.
 */
const SETTLED = [10, 100, 500];
/** Milliseconds after which a worker's script has run, should Chromium not tell. */
const MAX_START = 30_000;
/** Scripts of extensions, in all targets together, and functions of one. */
const MAX_SCRIPTS = 20_000;
const MAX_FUNCTIONS = 200_000;
/** Counts of a script that are kept before they are added up. */
const MAX_PARTS = 16;

const EXTENSION = /^chrome-extension:\/\/([a-p]{32})\//;

/** A script of an extension, in whatever targets it runs. */
interface CountedScript {
  readonly extensionId: string;
  readonly path: string;
  /** Undefined: it could not be had any more. */
  readonly text: Promise<string | undefined>;
  parts: (readonly FunctionCounts[])[];
}

/**
 * Counts what runs of the scripts of all extensions in a session's browser: in workers, pages, offscreen documents and
 * content scripts. It can begin again over another connection, and then goes on adding up.
 */
export class CoverageWatch {
  private readonly attachment = new EarlyAttachment({
    prepare: (targetSession, over, { type }, isNew) => {
      if (type === 'service_worker' && isNew) this.starting.set(targetSession, performance.now());
      return this.prepare(targetSession, over);
    },
    receive: (event) => this.receive(event),
    onLeave: (site, over) => this.countAgain(site, over),
  });
  /** By their address and digest. */
  private readonly scripts = new Map<string, CountedScript>();
  /** By the session of a target and the ID of a script in it: keys of `scripts`. */
  private readonly keys = new Map<string, string>();
  /** By the ID of a script and its address, in whatever target: keys of `scripts`. */
  private readonly anywhere = new Map<string, string>();
  /** When workers began to start. What is taken before their scripts have run is lost. */
  private readonly starting = new Map<string, number>();
  /** What is being taken, by the session of its target. */
  private readonly taking = new Map<string, Promise<void>>();
  private readonly large = new Set<string>();
  /** By the site of pages that have ended: when the others are told to count again. */
  private readonly again = new Map<string, readonly NodeJS.Timeout[]>();

  /** Paths of scripts, with their extension's ID, that are too large to be counted. */
  get tooLarge(): readonly string[] {
    return [...this.large];
  }

  /**
   * Resolves when all that is open is counted. What starts later is counted from its first line, until the connection
   * ends or the signal is aborted. Of scripts that ran before, only functions that are called from now on are counted.
   * @throws DevToolsFailure, or Cancelled.
   */
  async begin(connection: DevToolsConnection, signal: AbortSignal): Promise<void> {
    await this.attachment.begin(connection, signal);
    void this.takeRegularly(signal);
  }

  /**
   * Takes the counts of all targets: they end with their documents and workers. A page that is busy is waited for only
   * for a while.
   * @throws Cancelled.
   */
  async take(signal: AbortSignal): Promise<void> {
    const { current, sessions } = this.attachment;
    if (!current) return;
    const isStarting = (each: string): boolean =>
      performance.now() - (this.starting.get(each) ?? -Infinity) < MAX_START;
    const takes = sessions.filter((each) => !isStarting(each)).map((each) => this.takeFrom(each, current));
    try {
      await raceWithAbort(Promise.all(takes), withTimeLimit(signal, MAX_TAKE));
    } catch (error) {
      if (signal.aborted || !(error instanceof Cancelled)) throw error;
    }
  }

  /** All scripts that were counted until now. */
  async counts(): Promise<readonly ScriptCounts[]> {
    const found = await Promise.all(
      [...this.scripts.values()].map(async ({ extensionId, path, text: asked, parts }) => {
        const text = await asked;
        return text === undefined
          ? []
          : [{ extensionId, path, text, functions: withBeginning(addCounts(parts), text.length) }];
      }),
    );
    return found.flat();
  }

  private async prepare(targetSession: string, { connection, signal }: AttachedOver): Promise<void> {
    const options = { signal, targetSession };
    await Promise.all([
      // Without a debugger, a reload takes scripts as they were compiled, and their blocks are not counted.
      connection.send('Debugger.enable', {}, options),
      connection.send('Debugger.setSkipAllPauses', { skip: true }, options),
      connection.send('Profiler.enable', undefined, options),
      connection.send('Profiler.startPreciseCoverage', COUNT, options),
    ]);
  }

  private receive({ method, params, targetSession }: ProtocolEvent & { readonly targetSession: string }): void {
    // The types of the protocol don't know all of them yet.
    const name: string = method;
    if (method === 'Debugger.scriptParsed') this.parsed(params, targetSession);
    else if (method === 'Inspector.targetReloadedAfterCrash') this.starting.set(targetSession, performance.now());
    else if (name === 'Inspector.workerScriptLoaded') this.starting.delete(targetSession);
  }

  private parsed(script: Doubtful<Protocol.Debugger.ScriptParsedEvent>, targetSession: string): void {
    // A comment in the script can change its `url`.
    const url = asText(script.embedderName) ?? asText(script.url) ?? '';
    const [, extensionId] = EXTENSION.exec(url) ?? [];
    const [scriptId, path] = [asText(script.scriptId), pathWithin(originOf(extensionId ?? ''), url)];
    const over = this.attachment.current;
    const place = `${targetSession} ${scriptId ?? ''}`;
    // In another process, a target's scripts have the same IDs again.
    this.keys.delete(place);
    if (extensionId === undefined || scriptId === undefined || !path || !over || this.keys.size >= MAX_SCRIPTS) return;
    if ((asCount(script.length) ?? 0) > MAX_COUNTED) return void this.large.add(`${extensionId}/${path}`);
    const key = `${extensionId}/${path} ${asText(script.hash) ?? ''}`;
    this.keys.set(place, key);
    this.anywhere.set(`${scriptId} ${asText(script.url) ?? ''}`, key);
    if (this.scripts.has(key)) return;
    const options = { signal: over.signal, targetSession };
    const text = over.connection
      .send('Debugger.getScriptSource', { scriptId }, options)
      .then(({ scriptSource }) => (typeof scriptSource === 'string' ? scriptSource : undefined))
      .catch((error: unknown) => {
        ignoreFailure(error);
        // Another target may have it.
        this.scripts.delete(key);
        return undefined;
      });
    this.scripts.set(key, { extensionId, path, text, parts: [] });
  }

  private async takeRegularly(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(INTERVAL, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.take(signal).catch(ignoreFailure);
    }
  }

  /**
   * Whoever waits for one that is on its way waits for one more: it may have been answered already.
   * @param startsAgain whether counting is begun again right after it, in case that it was ended.
   */
  private async takeFrom(targetSession: string, over: AttachedOver, startsAgain = false): Promise<void> {
    await this.taking.get(targetSession);
    const known = startsAgain ? undefined : this.taking.get(targetSession);
    const taking = known ?? this.takeNow(targetSession, over, startsAgain);
    this.taking.set(targetSession, taking);
    await taking;
  }

  private async takeNow(
    targetSession: string,
    { connection, signal }: AttachedOver,
    startsAgain: boolean,
  ): Promise<void> {
    const options = { signal, targetSession };
    try {
      const taken = connection.send('Profiler.takePreciseCoverage', undefined, options);
      // It clears what was counted since the take, so nothing may run between the two.
      const started = startsAgain ? connection.send('Profiler.startPreciseCoverage', COUNT, options) : undefined;
      started?.catch(() => {});
      const { result } = await taken;
      for (const script of listOf(result, MAX_SCRIPTS)) this.add(script, targetSession);
      await started;
    } catch (error) {
      ignoreFailure(error);
    } finally {
      this.taking.delete(targetSession);
    }
  }

  private add({ scriptId, url, functions }: Doubtful<Protocol.Profiler.ScriptCoverage>, targetSession: string): void {
    const id = asText(scriptId) ?? '';
    // Targets of one process share their counts: the one that takes them gets those of the others too.
    const key = this.keys.get(`${targetSession} ${id}`) ?? this.anywhere.get(`${id} ${asText(url) ?? ''}`);
    const script = this.scripts.get(key ?? '');
    if (!script) return;
    const counts = listOf(functions, MAX_FUNCTIONS).flatMap((each) => countsOf(each) ?? []);
    const isFirst = script.parts.length === 0;
    if (!isFirst && !counts.some(({ ranges }) => ranges.some(({ count }) => count > 0))) return;
    script.parts.push(counts);
    if (script.parts.length > MAX_PARTS) script.parts = [addCounts(script.parts)];
  }

  /** As a page that is counted ends or leaves, Chromium ends counting in its whole process. */
  private countAgain(site: string, over: AttachedOver): void {
    for (const each of this.again.get(site) ?? []) clearTimeout(each);
    const tellAll = (): void => {
      for (const each of this.attachment.ofSite(site)) void this.takeFrom(each, over, true);
    };
    this.again.set(
      site,
      SETTLED.map((after) => setTimeout(tellAll, after).unref()),
    );
  }
}

/** A script in which a function has run has run itself: V8 loses that if it is asked as the script begins. */
function withBeginning(functions: readonly FunctionCounts[], length: number): readonly FunctionCounts[] {
  const isWhole = ({ ranges: [range] }: FunctionCounts): boolean =>
    range?.startOffset === 0 && range.endOffset === length;
  const found = functions.find(isWhole);
  const hasRun = functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
  if (!hasRun || (found?.ranges[0]?.count ?? 0) > 0) return functions;
  const [, ...blocks] = found?.ranges ?? [];
  const ranges = [{ startOffset: 0, endOffset: length, count: 1 }, ...blocks];
  return [{ functionName: '', ranges, isBlockCoverage: true }, ...functions.filter((each) => each !== found)];
}

function countsOf({
  functionName,
  ranges,
  isBlockCoverage,
}: Doubtful<Protocol.Profiler.FunctionCoverage>): FunctionCounts | undefined {
  const counted = listOf(ranges).map(({ startOffset, endOffset, count }) => ({
    startOffset: asCount(startOffset) ?? 0,
    endOffset: asCount(endOffset) ?? 0,
    count: asCount(count) ?? 0,
  }));
  if (counted.length === 0) return undefined;
  return { functionName: asText(functionName) ?? '', ranges: counted, isBlockCoverage: isBlockCoverage === true };
}
