import { asCount, asText } from '../../core/json';
import { withTimeLimit } from '../../core/time-limit';
import type { DevToolsConnection } from '../connection';
import { listOf } from '../doubtful';
import { clickEntries, readTree, type AccessibleNode, type ClickEntry } from './click-entries';
import { FrameOrigins } from './frame-origins';
import { attachToFrames, framesOf, ifThere, MAX_FRAMES, ownerOf, worldIn, type Called } from './frames';
import type { FrontPage } from './front-page';

/** A page with more is not read by a person. */
const MAX_FOUND = 1000;
/** Milliseconds. Frames of other sites, and listeners, that the browser does not tell in this time are left out. */
const MAX_ANSWER = 3000;
/** UTF-16 units of a name. */
const MAX_NAME = 1000;
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
  /** The origin of its frame, as `FrameOrigins` names it; undefined if that is the page's own. */
  readonly origin: string | undefined;
  /** The ID of the document of the last of them, or of the page. In another document the node may be another one. */
  readonly document: string | undefined;
}

/** A page, or a frame of another site. */
interface Root extends Pick<Clickable, 'path'> {
  readonly targetSession: string;
  readonly signal: AbortSignal;
}

/** What is in a frame, in reading order, and the nodes of the elements that other frames may be in. */
export type FrameContent<Item> = readonly (Item | number)[];

/** A frame of a process, which is read by itself. */
export interface FrameToRead extends Called {
  readonly frame: string;
  readonly path: readonly string[];
  readonly document: string | undefined;
  /** The name of its origin, as `FrameOrigins` tells it. To be asked after the frame was read. */
  readonly origin: () => Promise<string | undefined>;
  /** For what may be left out: it ends before the whole work. */
  readonly inTime: AbortSignal;
}

/**
 * What can be clicked on a page, in reading order, by the accessibility tree, and what listens for clicks. What is in a
 * frame stands where the frame does.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function listClickable(
  connection: DevToolsConnection,
  page: Pick<FrontPage, 'targetSession'>,
  signal: AbortSignal,
): Promise<readonly Clickable[]> {
  const found = await readFrames<Clickable>(
    connection,
    page,
    async (frame) => {
      const { tree, entries } = await treeOf(connection, frame);
      const origin = await frame.origin();
      const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
      return tree.flatMap(({ index, node = [] }) => {
        const entry = byIndex.get(index);
        return entry ? [clickableOf(entry, frame, origin), entry.node] : node;
      });
    },
    signal,
  );
  return found.slice(0, MAX_FOUND);
}

export function clickableOf(
  { role, name, node }: ClickEntry,
  { path, frame, document }: Pick<FrameToRead, 'path' | 'frame' | 'document'>,
  origin: string | undefined,
): Clickable {
  return { role, name: name.slice(0, MAX_NAME), node, path, frame, document, origin };
}

/** The accessibility tree of a frame, and what can be clicked in it; nothing if it does not answer. */
export async function treeOf(
  connection: DevToolsConnection,
  frame: FrameToRead,
): Promise<{ readonly tree: readonly AccessibleNode[]; readonly entries: readonly ClickEntry[] }> {
  const { frame: frameId, signal, inTime } = frame;
  const [answer, listening] = await Promise.all([
    ifThere(connection.send('Accessibility.getFullAXTree', { frameId }, frame), signal),
    ifThere(clickListeners(connection, frameId, { ...frame, signal: inTime }), signal),
  ]);
  const tree = readTree(listOf(answer?.nodes));
  return { tree, entries: clickEntries(tree, listening ?? NONE) };
}

/**
 * Reads a page and the frames in it. What is in a frame stands where the frame does.
 * @param read what is in one frame.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function readFrames<Item extends object>(
  connection: DevToolsConnection,
  { targetSession }: Pick<FrontPage, 'targetSession'>,
  read: (frame: FrameToRead) => Promise<FrameContent<Item>>,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  return new Reading(connection, read, signal).of({ targetSession, path: [], signal });
}

class Reading<Item extends object> {
  private readonly inTime: AbortSignal;
  private readonly origins: FrameOrigins;
  /** Besides the page itself. */
  private framesLeft = MAX_FRAMES;

  constructor(
    private readonly connection: DevToolsConnection,
    private readonly read: (frame: FrameToRead) => Promise<FrameContent<Item>>,
    private readonly signal: AbortSignal,
  ) {
    this.inTime = withTimeLimit(signal, MAX_ANSWER);
    this.origins = new FrameOrigins(connection);
  }

  async of(root: Root): Promise<readonly Item[]> {
    const { frames, document } = await framesOf(this.connection, root);
    const [main, ...others] = frames;
    if (main === undefined) return [];
    const inner = this.take(others);
    for (const each of [main, ...inner]) this.origins.begin(each, root);
    const readFrame = (frame: string): Promise<FrameContent<Item>> =>
      this.read({ ...root, frame, document, origin: () => this.origins.of(frame), inTime: this.inTime });
    const [outer, inSameSite, inOtherSites] = await Promise.all([
      readFrame(main.id),
      this.byOwner(
        inner.map(({ id }) => id),
        root,
        readFrame,
      ),
      this.inOtherSites(root),
    ]);
    return inOrder(outer, new Map([...inSameSite, ...inOtherSites]));
  }

  /** What is in the frames of other sites, by the nodes of the elements that they are in. */
  private async inOtherSites(root: Root): Promise<Map<number, FrameContent<Item>>> {
    const to = { ...root, signal: this.inTime };
    const frames = this.take((await ifThere(attachToFrames(this.connection, to), this.signal)) ?? []);
    const byId = new Map(frames.map(({ frameId, targetSession }) => [frameId, targetSession]));
    return this.byOwner([...byId.keys()], root, async (frameId) => {
      const targetSession = byId.get(frameId) ?? '';
      const inner = this.of({ targetSession, path: [...root.path, frameId], signal: this.inTime });
      return (await ifThere(inner, this.signal)) ?? [];
    });
  }

  private async byOwner(
    frames: readonly string[],
    root: Root,
    read: (frameId: string) => Promise<FrameContent<Item>>,
  ): Promise<Map<number, FrameContent<Item>>> {
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

  private take<T>(frames: readonly T[]): readonly T[] {
    const taken = frames.slice(0, this.framesLeft);
    this.framesLeft -= taken.length;
    return taken;
  }
}

function inOrder<Item extends object>(outer: FrameContent<Item>, byOwner: Map<number, FrameContent<Item>>): Item[] {
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
  readonly targetSession: string;
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
  to: { readonly targetSession: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<number>> {
  const contextId = await worldIn(connection, frameId, to);
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
  const { result } = await connection.send('Runtime.evaluate', { expression, contextId }, to);
  const objectId = asText(result?.objectId);
  if (objectId === undefined) return new Set();
  const asked = { objectId, depth, pierce: true };
  const { listeners } = await connection.send('DOMDebugger.getEventListeners', asked, to);
  const forClicks = listOf(listeners, MAX_LISTENERS).filter(({ type }) => type === 'click');
  return new Set(forClicks.flatMap(({ backendNodeId }) => asCount(backendNodeId) ?? []));
}
