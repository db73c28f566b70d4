import { asCount, asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { clickEntries, readTree } from './click-entries';
import { attachToFrames, framesOf, ifThere, MAX_FRAMES, ownerOf } from './frames';
import { WORLD, type FrontPage } from './front-page';

/** A page with more is not read by a person. */
const MAX_FOUND = 1000;
/** Milliseconds. Frames of other sites, and listeners, that the browser does not tell in this time are left out. */
const MAX_ANSWER = 3000;
const NONE: ReadonlySet<number> = new Set();

/** Something on a page that can be clicked. */
export interface Clickable {
  /** Its role in the accessibility tree, such as `button`. */
  readonly role: string;
  /** Its accessible name, as the page gives it; of what only listens for clicks, the text in it if it has none. */
  readonly name: string;
  readonly node: number;
  /** The IDs of the frames of other sites that it is in, the outermost first. */
  readonly path: readonly string[];
  /** The ID of its frame, of whichever site. */
  readonly frame: string;
  /** The ID of the document of the last of them, or of the page. In another document the node may be another one. */
  readonly document: string | undefined;
}

/** A page, or a frame of another site. */
interface Root extends Pick<Clickable, 'path'> {
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** What is in a frame: what can be clicked, and the nodes of the elements that other frames are in. */
type Content = readonly (Clickable | number)[];

/**
 * What can be clicked on a page, in reading order, by the accessibility tree, and what listens for clicks. What is in a
 * frame stands where the frame does.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function listClickable(
  connection: DevToolsConnection,
  { sessionId }: FrontPage,
  signal: AbortSignal,
): Promise<readonly Clickable[]> {
  const found = await new Listing(connection, signal).of({ sessionId, path: [], signal });
  return found.slice(0, MAX_FOUND);
}

class Listing {
  private readonly inTime: AbortSignal;
  /** Besides the page itself. */
  private framesLeft = MAX_FRAMES;

  constructor(
    private readonly connection: DevToolsConnection,
    private readonly signal: AbortSignal,
  ) {
    this.inTime = AbortSignal.any([signal, AbortSignal.timeout(MAX_ANSWER)]);
  }

  async of(root: Root): Promise<readonly Clickable[]> {
    const { frames, document } = await framesOf(this.connection, root);
    const [main, ...others] = frames;
    if (main === undefined) return [];
    const [outer, inSameSite, inOtherSites] = await Promise.all([
      this.contentOf(main, root, document),
      this.byOwner(this.take(others), root, (frame) => this.contentOf(frame, root, document)),
      this.inOtherSites(root),
    ]);
    return inOrder(outer, new Map([...inSameSite, ...inOtherSites]));
  }

  /** What is in the frames of other sites, by the nodes of the elements that they are in. */
  private async inOtherSites(root: Root): Promise<Map<number, Content>> {
    const to = { ...root, signal: this.inTime };
    const frames = this.take((await ifThere(attachToFrames(this.connection, to), this.signal)) ?? []);
    const byId = new Map(frames.map(({ frameId, sessionId }) => [frameId, sessionId]));
    return this.byOwner([...byId.keys()], root, async (frameId) => {
      const sessionId = byId.get(frameId) ?? '';
      const inner = this.of({ sessionId, path: [...root.path, frameId], signal: this.inTime });
      return (await ifThere(inner, this.signal)) ?? [];
    });
  }

  private async byOwner(
    frames: readonly string[],
    root: Root,
    read: (frameId: string) => Promise<Content>,
  ): Promise<Map<number, Content>> {
    const all = await Promise.all(
      frames.map(async (frameId) => {
        const [owner, content] = await Promise.all([
          ifThere(ownerOf(this.connection, frameId, root), this.signal),
          read(frameId),
        ]);
        return owner === undefined ? [] : [[owner, content] as const];
      }),
    );
    return new Map(all.flat());
  }

  private async contentOf(frameId: string, root: Root, document: string | undefined): Promise<Content> {
    const [answer, listening] = await Promise.all([
      ifThere(this.connection.send('Accessibility.getFullAXTree', { frameId }, root), this.signal),
      ifThere(clickListeners(this.connection, frameId, { ...root, signal: this.inTime }), this.signal),
    ]);
    const tree = readTree(asRecord(answer)['nodes']);
    const entries = new Map(clickEntries(tree, listening ?? NONE).map((entry) => [entry.index, entry]));
    return tree.flatMap(({ index, node = [] }) => {
      const entry = entries.get(index);
      if (!entry) return node;
      const { role, name } = entry;
      return [{ role, name, node: entry.node, path: root.path, frame: frameId, document }, entry.node];
    });
  }

  private take<T>(frames: readonly T[]): readonly T[] {
    const taken = frames.slice(0, this.framesLeft);
    this.framesLeft -= taken.length;
    return taken;
  }
}

function inOrder(outer: Content, byOwner: Map<number, Content>): Clickable[] {
  return outer.flatMap((each) => {
    if (typeof each !== 'number') return each;
    const content = byOwner.get(each) ?? [];
    // Each frame once, whatever the browser answers.
    byOwner.delete(each);
    return inOrder(content, byOwner);
  });
}

/** A page with more is not read by a person. */
const MAX_LISTENERS = 100_000;

interface InDocument {
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** Of our world in it. */
  readonly contextId: number;
}

/**
 * The nodes of a document that listen for clicks, those in shadow trees and in frames of the same process too. Its body
 * is not among them: it listens for all that is on the page.
 * @throws DevToolsFailure, or Cancelled.
 */
async function clickListeners(
  connection: DevToolsConnection,
  frameId: string,
  to: { readonly sessionId: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<number>> {
  const world = asRecord(await connection.send('Page.createIsolatedWorld', { frameId, worldName: WORLD }, to));
  const contextId = asCount(world['executionContextId']);
  if (contextId === undefined) return new Set();
  const document = { ...to, contextId };
  const [all, body] = await Promise.all([
    listenersOf(connection, document, 'document', -1),
    listenersOf(connection, document, 'document.body', 1),
  ]);
  return new Set([...all].filter((node) => !body.has(node)));
}

async function listenersOf(
  connection: DevToolsConnection,
  { contextId, ...to }: InDocument,
  expression: string,
  depth: number,
): Promise<Set<number>> {
  const { result } = asRecord(await connection.send('Runtime.evaluate', { expression, contextId }, to));
  const objectId = asText(asRecord(result)['objectId']);
  if (objectId === undefined) return new Set();
  const asked = { objectId, depth, pierce: true };
  const { listeners } = asRecord(await connection.send('DOMDebugger.getEventListeners', asked, to));
  const nodes = (Array.isArray(listeners) ? listeners : []).slice(0, MAX_LISTENERS).flatMap((listener) => {
    const { type, backendNodeId } = asRecord(listener);
    return type === 'click' ? (asCount(backendNodeId) ?? []) : [];
  });
  return new Set(nodes);
}
