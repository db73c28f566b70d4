import type { Protocol } from 'devtools-protocol';
import { isLoopback } from '../../core/address';
import { asCount, asRecord, asText } from '../../core/json';
import type { DevToolsConnection, ProtocolEvent } from '../connection';
import type { Doubtful } from '../doubtful';
import type { AttachedOver } from '../early-attachment';
import { ifThere, worldIn, type Called } from '../screen/frames';
import type { Target } from '../targets';

/** The document of a frame, as long as it is there. */
interface KnownDocument {
  readonly context: number;
  readonly targetSession: string;
  /** Of its address, as the browser tells it. */
  readonly origin: string;
  asked?: Promise<AskedDocument>;
}

/** What a document says of itself in a world of our own, where a page can change nothing. */
export interface AskedDocument {
  /** As the browser sends it with a request: `null` if it is opaque. */
  readonly origin: string;
  /** Of its address, also if it is in a sandbox. */
  readonly site: string;
  /** Whether the browser lets it reach this machine: a page of this machine, of an extension, or one that may. */
  readonly mayAsk: boolean;
}

/** What is not known may not ask. */
const UNKNOWN: AskedDocument = { origin: 'null', site: '', mayAsk: false };

/**
 * Since version 142 Chromium asks the user before it lets a website reach this machine, and names that a permission.
 * Before that, what was not secure could not reach it.
 */
const ASK = `(async () => {
  let may = isSecureContext;
  for (const name of ['local-network-access', 'loopback-network'])
    try { may = (await navigator.permissions.query({ name })).state === 'granted'; } catch {}
  return { origin: self.origin, site: location.origin, may };
})()`;
const TIMEOUT = 5000;
/** Frames of all pages. */
const MAX_FRAMES = 1000;

/** The documents of a session's pages, from which requests and WebSockets come. */
export class AskingDocuments {
  /** By the ID of the frame. */
  private readonly known = new Map<string, KnownDocument>();
  private readonly parents = new Map<string, string>();

  /** Is to be given each event of a page. */
  receive({ method, params, targetSession }: ProtocolEvent): void {
    if (targetSession === undefined) return;
    if (method === 'Runtime.executionContextCreated') this.add(params.context ?? {}, targetSession);
    else if (method === 'Runtime.executionContextDestroyed')
      this.remove((each) => each.targetSession === targetSession && each.context === params.executionContextId);
    else if (method === 'Runtime.executionContextsCleared') this.removeAllOf(targetSession);
    else if (method === 'Page.frameAttached') {
      const [frame, parent] = [asText(params.frameId), asText(params.parentFrameId)];
      if (frame !== undefined && parent !== undefined && this.parents.size < MAX_FRAMES)
        this.parents.set(frame, parent);
    } else if (method === 'Page.frameDetached' && params.reason === 'remove')
      this.parents.delete(asText(params.frameId) ?? '');
  }

  /** Those that are known, by the contexts of their own scripts. */
  get contexts(): readonly Pick<KnownDocument, 'context' | 'targetSession'>[] {
    return [...this.known.values()];
  }

  clear(): void {
    this.known.clear();
    this.parents.clear();
  }

  /** Those of a page or frame that has ended. */
  removeAllOf(targetSession: string): void {
    this.remove((each) => each.targetSession === targetSession);
  }

  /** The frame whose own scripts run in a context; undefined for a content script, and for what is not there. */
  frameOf(context: number, targetSession: string): string | undefined {
    return [...this.known].find(([, each]) => each.context === context && each.targetSession === targetSession)?.[0];
  }

  /**
   * Whether the document in a frame may reach this machine.
   * @param targetSession of the page that the frame is in.
   * @throws DevToolsFailure, or Cancelled.
   */
  async mayAsk(frame: string, targetSession: string, over: AttachedOver): Promise<boolean> {
    return mayAlways(this.known.get(frame)?.origin ?? '') || (await this.ask(frame, targetSession, over)).mayAsk;
  }

  /** @returns what the document in a frame says. @throws DevToolsFailure, or Cancelled. */
  ask(frame: string, targetSession: string, { connection, signal }: AttachedOver): Promise<AskedDocument> {
    const known = this.known.get(frame);
    const to = { signal, targetSession, timeout: TIMEOUT };
    const asked = known?.asked ?? askIn(connection, frame, to);
    if (known) known.asked = asked;
    return asked;
  }

  /** The frame that another one is in, as long as its page was attached to when it began. */
  parentOf(frame: string): string | undefined {
    return this.parents.get(frame);
  }

  private add(context: Doubtful<Protocol.Runtime.ExecutionContextDescription>, targetSession: string): void {
    const { isDefault, frameId } = asRecord(context.auxData);
    const [id, frame] = [asCount(context.id), asText(frameId)];
    if (id === undefined || frame === undefined || isDefault !== true) return;
    if (this.known.size < MAX_FRAMES || this.known.has(frame))
      this.known.set(frame, { context: id, targetSession, origin: asText(context.origin) ?? '' });
  }

  private remove(isMeant: (document: KnownDocument) => boolean): void {
    for (const [frame, document] of this.known) if (isMeant(document)) this.known.delete(frame);
  }
}

async function askIn(
  connection: DevToolsConnection,
  frame: string,
  to: Called & { readonly timeout: number },
): Promise<AskedDocument> {
  const contextId = await ifThere(worldIn(connection, frame, to), to.signal);
  if (contextId === undefined) return UNKNOWN;
  const asked = { expression: ASK, contextId, awaitPromise: true, returnByValue: true };
  const told = asRecord((await ifThere(connection.send('Runtime.evaluate', asked, to), to.signal))?.result?.value);
  const [origin = 'null', site = ''] = [told['origin'], told['site']].map(asText);
  return { origin, site, mayAsk: mayAlways(origin) || mayAlways(site) || told['may'] === true };
}

/** A worker, which has one origin from its start. */
export function askedOfWorker({ url }: Pick<Target, 'url'>): AskedDocument {
  const origin = originOfAddress(url) ?? (URL.canParse(url) ? new URL(url).origin : 'null');
  return { origin, site: origin, mayAsk: mayAlways(origin) };
}

/** `URL` gives the pages of extensions no origin. */
function originOfAddress(url: string): string | undefined {
  return /^chrome-extension:\/\/[a-p]{32}(?=\/|$)/.exec(url)?.[0];
}

/** Whether an origin is of this machine or of an extension: Chromium asks nobody for those. */
function mayAlways(origin: string): boolean {
  if (originOfAddress(origin) === origin) return true;
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}
