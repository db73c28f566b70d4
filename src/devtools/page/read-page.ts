import { folded } from '../../core/element-name';
import { asCount, asNumber, asRecord, asText } from '../../core/json';
import type { Point } from '../../core/input';
import type { Size } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { listOf } from '../doubtful';
import {
  clickableOf,
  readFrames,
  treeOf,
  type Clickable,
  type FrameContent,
  type FrameToRead,
} from '../screen/clickable';
import { CONTROLS, type AccessibleNode, type ClickEntry } from '../screen/click-entries';
import { framesOf, ifThere, type Called } from '../screen/frames';

/** Something on a page that can be used, with its state. */
export interface PageElement extends Clickable {
  /** Its value and states, such as `checked` and `value "abc"`. */
  readonly states: readonly string[];
}

/** What stands in one line for a person: texts, and what can be used. */
export interface PageLine {
  /** Of the block that it is in. It stays the same while the block lives. */
  readonly key: string;
  readonly parts: readonly (string | PageElement)[];
  /** The origin of the frame that it is in, as `Clickable` has it; undefined if that is the page's own. */
  readonly origin: string | undefined;
  /** 1 to 6 for a heading. */
  readonly heading: number | undefined;
  /** Whether a part of it is in the view. */
  readonly isInView: boolean;
}

export interface PageContent {
  /** Its document: another one may be at the same address later. */
  readonly document: string | undefined;
  readonly address: string;
  readonly title: string;
  /** In reading order; those of a frame stand where the frame does. */
  readonly lines: readonly PageLine[];
  /** How far it is scrolled, and how far it can be, in CSS pixels. */
  readonly scrolled: Point;
  readonly view: Size;
  readonly size: Size;
}

/** A page with more lines is not read to its end. */
const MAX_LINES = 20_000;
/** UTF-16 units of one text. */
const MAX_TEXT = 2000;

/**
 * Reads what a person can see and use on a page, by the accessibility tree, with the frames in it.
 * @param page that is attached to.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function readPage(
  connection: DevToolsConnection,
  page: { readonly targetSession: string },
  signal: AbortSignal,
): Promise<PageContent> {
  const to = { targetSession: page.targetSession, signal };
  const [pieces, about] = await Promise.all([
    readFrames<Piece>(connection, page, new FrameReader(connection).read, signal),
    describe(connection, to),
  ]);
  return { ...about, lines: linesOf(pieces, about) };
}

const ABOUT = `({ address: location.href.slice(0, ${MAX_TEXT}), title: document.title.slice(0, ${MAX_TEXT}) })`;

async function describe(connection: DevToolsConnection, to: Called): Promise<Omit<PageContent, 'lines'>> {
  const [about, layout, document] = await Promise.all([
    connection.send('Runtime.evaluate', { expression: ABOUT, returnByValue: true }, to),
    readMetrics(connection, to),
    documentOf(connection, to),
  ]);
  const { address, title } = asRecord(about.result?.value);
  return { document, address: asText(address) ?? '', title: asText(title) ?? '', ...layout };
}

/**
 * The ID of the document that a page has.
 * @param to by what the page is called, which is attached to.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function documentOf(connection: DevToolsConnection, to: Called): Promise<string | undefined> {
  return (await framesOf(connection, to)).document;
}

/**
 * The size of what a page shows, in CSS pixels.
 * @param page that is attached to.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function readView(
  connection: DevToolsConnection,
  { targetSession }: { readonly targetSession: string },
  signal: AbortSignal,
): Promise<Size> {
  return (await readMetrics(connection, { targetSession, signal })).view;
}

async function readMetrics(
  connection: DevToolsConnection,
  to: Called,
): Promise<Pick<PageContent, 'scrolled' | 'view' | 'size'>> {
  const metrics = await connection.send('Page.getLayoutMetrics', undefined, to);
  const { cssVisualViewport: view, cssContentSize: content } = metrics;
  return {
    scrolled: { x: rounded(view?.pageX), y: rounded(view?.pageY) },
    view: { width: rounded(view?.clientWidth), height: rounded(view?.clientHeight) },
    size: { width: rounded(content?.width), height: rounded(content?.height) },
  };
}

function rounded(value: unknown): number {
  return Math.round(asNumber(value) ?? 0);
}

/** A part of a line, on its way. */
interface Piece {
  readonly block: string;
  readonly part: string | PageElement;
  readonly origin: string | undefined;
  readonly heading: number | undefined;
  /** Top and bottom in the document; undefined if it has no box. */
  readonly span: readonly [number, number] | undefined;
  readonly isInFrame: boolean;
}

function linesOf(pieces: readonly Piece[], { scrolled, view }: Omit<PageContent, 'lines'>): PageLine[] {
  const lines: (Omit<PageLine, 'parts' | 'isInView'> & { parts: (string | PageElement)[]; isInView: boolean })[] = [];
  for (const { block, part, origin, heading, span, isInFrame } of pieces) {
    const isInView = span !== undefined && (isInFrame || (span[1] > scrolled.y && span[0] < scrolled.y + view.height));
    const last = lines.at(-1);
    if (last?.key === block) {
      last.parts.push(part);
      last.isInView ||= isInView;
    } else if (lines.length < MAX_LINES) lines.push({ key: block, parts: [part], origin, heading, isInView });
  }
  return lines;
}

/** `Node.TEXT_NODE`: it has the style of what it is in. */
const TEXT_NODE = 3;

/** The boxes of a process's documents, by the nodes. */
interface Layout {
  readonly boxes: ReadonlyMap<number, readonly [top: number, bottom: number]>;
  /** Those that begin a line of their own. */
  readonly blocks: ReadonlySet<number>;
}

class FrameReader {
  /** One for each process: it has all documents of the process. */
  private readonly layouts = new Map<string, Promise<Layout>>();

  constructor(private readonly connection: DevToolsConnection) {}

  readonly read = async (frame: FrameToRead): Promise<FrameContent<Piece>> => {
    const [{ tree, entries }, layout] = await Promise.all([treeOf(this.connection, frame), this.layoutOf(frame)]);
    return piecesOf(tree, entries, layout, { ...frame, origin: await frame.origin() });
  };

  private async layoutOf(frame: FrameToRead): Promise<Layout> {
    const { targetSession } = frame;
    const layout = this.layouts.get(targetSession) ?? readLayout(this.connection, frame);
    this.layouts.set(targetSession, layout);
    return layout;
  }
}

async function readLayout(connection: DevToolsConnection, frame: FrameToRead): Promise<Layout> {
  const wanted = { computedStyles: ['display'] };
  const answer = await ifThere(
    connection.send('DOMSnapshot.captureSnapshot', wanted, { ...frame, signal: frame.inTime }),
    frame.signal,
  );
  const texts = listOf(answer?.strings);
  const boxes = new Map<number, readonly [number, number]>();
  const blocks = new Set<number>();
  for (const { nodes, layout } of listOf(answer?.documents)) {
    const [ids, types] = [listOf(nodes?.backendNodeId), listOf(nodes?.nodeType)];
    const [bounds, styles] = [listOf(layout?.bounds), listOf(layout?.styles)];
    listOf(layout?.nodeIndex).forEach((index, at) => {
      const id = asCount(ids[Number(index)]);
      if (id === undefined) return;
      const [, top, , height] = listOf(bounds[at]);
      if (typeof top === 'number' && typeof height === 'number') boxes.set(id, [top, top + height]);
      const display = texts[Number(listOf(styles[at])[0])];
      const isText = types[Number(index)] === TEXT_NODE;
      if (typeof display === 'string' && display !== '' && !isText && !/^(?:inline|contents|ruby)/.test(display))
        blocks.add(id);
    });
  }
  return { boxes, blocks };
}

/** Roles that say something by their name, beside what is in them. */
const NAMED = new Set(['dialog', 'alertdialog']);
const IMAGES = new Set(['image', 'img']);
const VALUED = new Set(['progressbar', 'meter', 'ProgressIndicator', 'Meter']);
/** What begins a line of its own in a document whose layout is not known, as one that is too large. */
const BLOCKS = new Set([
  'paragraph',
  'heading',
  'listitem',
  'row',
  'article',
  'section',
  'blockquote',
  'term',
  'definition',
]);
/** What can be used, and has more in it that can be used. */
const LISTS = new Set(['listbox', 'combobox', 'tree', 'treeitem']);

function piecesOf(
  tree: readonly AccessibleNode[],
  entries: readonly ClickEntry[],
  { boxes, blocks }: Layout,
  frame: Pick<Clickable, 'path' | 'frame' | 'document' | 'origin'>,
): FrameContent<Piece> {
  const { origin } = frame;
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  const outer = outerEntries(entries);
  const found: (Piece | number)[] = [];
  const headings: (number | undefined)[] = [];
  const lines: number[] = [];
  let after = 0;
  for (const each of tree) {
    const { index, end, node, role, parent } = each;
    headings[index] = role === 'heading' ? levelOf(each) : parent === undefined ? undefined : headings[parent];
    const above = parent === undefined ? 0 : (lines[parent] ?? 0);
    const isBlock = node !== undefined && (blocks.size > 0 ? blocks.has(node) : BLOCKS.has(role));
    lines[index] = isBlock ? node : above;
    if (index < after) continue;
    const add = (part: string | PageElement, isOver: boolean): void => {
      const span = node === undefined ? undefined : boxes.get(node);
      // What can be used begins the line that it stands in, even if it is a block itself.
      const block = `${frame.frame}:${String(lines[index])}`;
      found.push({ block, part, origin, heading: headings[index], span, isInFrame: frame.path.length > 0 });
      if (isOver) after = end;
    };
    const entry = byIndex.get(index);
    if (entry) {
      const isClosed = role === 'combobox' && propertiesOf(each.item).get('expanded') !== true;
      const hasMore = outer.has(index) && !isClosed && (!entry.isControl || LISTS.has(role));
      const named = hasMore && !entry.isControl ? { ...entry, role: 'clickable', name: '' } : entry;
      const shown = entry.isControl ? named : { ...named, role: 'clickable' };
      add({ ...clickableOf(shown, frame, origin), states: statesOf(each) }, !hasMore);
    } else if (CONTROLS.has(role) && each.isDisabled) add(`[${role} ${inQuotes(each)} disabled]`, true);
    else if (role === 'StaticText') {
      const text = folded(cut(each.name));
      if (text !== '') add(text, true);
    } else if (IMAGES.has(role)) {
      if (each.name !== '') add(`[image ${inQuotes(each)}]`, true);
    } else if (VALUED.has(role)) add(`[${role} ${[each.name, ...statesOf(each)].join(' ')}]`, true);
    else if (NAMED.has(role)) add(`${role} ${inQuotes(each)}:`, false);
    else if (node !== undefined && /frame/i.test(role)) found.push(node);
  }
  return found;
}

/** The indices of the entries that others are in. */
function outerEntries(entries: readonly ClickEntry[]): ReadonlySet<number> {
  const outer = new Set<number>();
  const open: ClickEntry[] = [];
  for (const entry of entries) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= entry.index) open.pop();
    for (const each of open) outer.add(each.index);
    open.push(entry);
  }
  return outer;
}

function levelOf({ item }: AccessibleNode): number {
  return Number(propertiesOf(item).get('level') ?? 2);
}

/** States that are told when they are true. */
const FLAGS = ['disabled', 'focused', 'readonly', 'required', 'selected'];
/** States that are told whichever they are. */
const VALUES = ['checked', 'expanded', 'pressed'];

function statesOf({ item, name }: AccessibleNode): string[] {
  const properties = propertiesOf(item);
  const value = item.value?.value;
  const text = typeof value === 'string' || typeof value === 'number' ? folded(cut(String(value))) : '';
  return [
    ...(text !== '' && text !== name ? [`value ${JSON.stringify(text)}`] : []),
    ...VALUES.flatMap((each) => {
      const state = properties.get(each);
      if (state === undefined) return [];
      return isState(state, 'true') ? each : isState(state, 'mixed') ? `${each} in part` : `not ${each}`;
    }),
    ...FLAGS.filter((each) => properties.get(each) === true),
    ...(properties.get('invalid') === 'true' ? ['invalid'] : []),
  ];
}

/** Some are told as texts, some as truth values. */
function isState(value: unknown, wanted: string): boolean {
  return value === wanted || (value === true && wanted === 'true');
}

function propertiesOf({ properties }: AccessibleNode['item']): ReadonlyMap<unknown, unknown> {
  return new Map(listOf(properties).map(({ name, value }) => [name, value?.value]));
}

function inQuotes({ name }: AccessibleNode): string {
  return JSON.stringify(folded(cut(name)));
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT);
}
