import { folded, textIn, type AccessibleNode } from './accessibility-tree';

/** Roles of what a click does something to. */
const CONTROLS = new Set([
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
