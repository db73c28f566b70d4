import type { Protocol } from 'devtools-protocol';
import { folded } from '../../core/element-name';
import { asCount, asText } from '../../core/json';
import { listOf, type Doubtful } from '../doubtful';

/** Roles of what a click does something to. */
export const CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'ComboBoxMenuButton',
  'DisclosureTriangle',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'PopUpButton',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'ToggleButton',
  'treeitem',
]);
/** Nodes. What has more of them, and more than half of a document, is not something on the page, but the page. */
const MAX_PART = 20;

/** What can be clicked in a document. */
export interface ClickEntry extends AccessibleNode {
  readonly node: number;
  /** Whether its role tells that it can be clicked; if not, it only listens for clicks. */
  readonly isControl: boolean;
}

/**
 * What can be clicked in a document, in reading order.
 * @param listening the nodes that listen for clicks.
 */
export function clickEntries(tree: readonly AccessibleNode[], listening: ReadonlySet<number>): ClickEntry[] {
  const all = tree.flatMap((each) => entryOf(tree, each, listening) ?? []);
  return withoutWrappers(withoutParts(withoutPage(all, tree.length)));
}

function entryOf(
  tree: readonly AccessibleNode[],
  each: AccessibleNode,
  listening: ReadonlySet<number>,
): ClickEntry | undefined {
  const { node, role, parent } = each;
  if (node === undefined || role === '' || each.isDisabled) return undefined;
  if (CONTROLS.has(role)) return { ...each, node, isControl: true };
  if (parent === undefined || !listening.has(node)) return undefined;
  // Without a name and a text nothing tells a person what it is.
  const name = folded(each.name) || textIn(tree, each);
  return name === '' ? undefined : { ...each, node, name, isControl: false };
}

/** Leaves out what listens for all that is on the page, as frameworks do: what holds most of it, or all else. */
function withoutPage(entries: readonly ClickEntry[], size: number): readonly ClickEntry[] {
  const rest = entries.filter(({ isControl, index, end }) => isControl || !isMost(end - index, size));
  const last = rest.at(-1);
  const first = rest.findIndex((each) => each.isControl || each === last || !last || !isIn(last, each));
  return rest.slice(Math.max(first, 0));
}

function isMost(nodes: number, size: number): boolean {
  return nodes > MAX_PART && nodes * 2 > size;
}

/** Leaves out what listens in a control of the same name. */
function withoutParts(entries: readonly ClickEntry[]): ClickEntry[] {
  let control: ClickEntry | undefined;
  return entries.filter((each) => {
    if (each.isControl) control = each;
    return each.isControl || !control || !isIn(each, control) || !isNamedAlike(each, control);
  });
}

/** Leaves out what listens around only one other entry, of the same name. */
function withoutWrappers(entries: readonly ClickEntry[]): ClickEntry[] {
  const kept: ClickEntry[] = [];
  for (const each of entries.toReversed()) {
    const [first, second] = [kept.at(-1), kept.at(-2)];
    const isWrapper = first && isIn(first, each) && !(second && isIn(second, each)) && isNamedAlike(first, each);
    if (each.isControl || !isWrapper) kept.push(each);
  }
  return kept.toReversed();
}

function isIn(inner: AccessibleNode, outer: AccessibleNode): boolean {
  return outer.index < inner.index && inner.index < outer.end;
}

function isNamedAlike(one: AccessibleNode, other: AccessibleNode): boolean {
  return folded(one.name) === folded(other.name);
}

/** A page with more is not read by a person. */
const MAX_NODES = 100_000;
/** Characters, and nodes that are searched for them. */
const MAX_TEXT = 200;
const MAX_TEXT_NODES = 500;
/** Roles of what a person reads. */
const TEXT = new Set(['StaticText', 'image', 'img', 'LineBreak']);

/** A node of the accessibility tree of a document. */
export interface AccessibleNode {
  /** Its place in reading order. */
  readonly index: number;
  /** The index after all that is in it. */
  readonly end: number;
  /** Of the element; undefined if there is none. */
  readonly node: number | undefined;
  /** Empty for what is not presented to a person. */
  readonly role: string;
  readonly name: string;
  readonly isDisabled: boolean;
  /** The index of the node that it is in. */
  readonly parent: number | undefined;
  /** As Chromium sent it. */
  readonly item: AXNode;
}

export type AXNode = Doubtful<Protocol.Accessibility.AXNode>;

interface Reached {
  readonly item: AXNode;
  readonly index: number;
  readonly parent: Reached | undefined;
  end: number;
}

/**
 * Reads an accessibility tree.
 * @param nodes as Chromium sent them.
 * @returns its nodes in reading order.
 */
export function readTree(nodes: readonly AXNode[]): AccessibleNode[] {
  const reached = inReadingOrder(nodes.slice(0, MAX_NODES));
  // Whatever is in a node comes after it.
  for (const { parent, end } of reached.toReversed()) if (parent) parent.end = Math.max(parent.end, end);
  return reached.map(({ item, index, end, parent }) => ({
    index,
    end,
    item,
    parent: parent?.index,
    node: asCount(item.backendDOMNodeId),
    role: item.ignored === true ? '' : (asText(item.role?.value) ?? ''),
    name: asText(item.name?.value) ?? '',
    isDisabled: listOf(item.properties).some(({ name, value }) => name === 'disabled' && value?.value === true),
  }));
}

/** The beginning of the text in a node, without needless white space. */
function textIn(tree: readonly AccessibleNode[], { index, end }: AccessibleNode): string {
  let text = '';
  let before: AccessibleNode | undefined;
  for (const node of tree.slice(index + 1, Math.min(end, index + MAX_TEXT_NODES))) {
    if (!TEXT.has(node.role)) continue;
    // Texts of one line are in the same node.
    text += before && before.parent !== node.parent ? ` ${node.name}` : node.name;
    before = node;
    if (text.length > MAX_TEXT) break;
  }
  return folded(text.slice(0, MAX_TEXT));
}

function inReadingOrder(all: readonly AXNode[]): Reached[] {
  const byId = new Map(all.map((item) => [item.nodeId, item]));
  // The tree is walked without recursion: its depth is the page's.
  const waiting: Pick<Reached, 'item' | 'parent'>[] = all
    .filter(({ parentId }) => parentId === undefined)
    .map((item) => ({ item, parent: undefined }))
    .toReversed();
  const seen = new Map<AXNode, Reached>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.item)) continue;
    const reached = { ...next, index: seen.size, end: seen.size + 1 };
    seen.set(next.item, reached);
    for (const id of listOf(next.item.childIds).toReversed()) {
      const item = byId.get(id);
      if (item) waiting.push({ item, parent: reached });
    }
  }
  return [...seen.values()];
}
