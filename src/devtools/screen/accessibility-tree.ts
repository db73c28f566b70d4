import { asCount, asRecord, asText } from '../../core/json';

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
}

interface Reached {
  readonly item: Record<string, unknown>;
  readonly index: number;
  readonly parent: Reached | undefined;
  end: number;
}

/**
 * Reads an accessibility tree.
 * @param nodes as Chromium sent them.
 * @returns its nodes in reading order.
 */
export function readTree(nodes: unknown): AccessibleNode[] {
  const reached = inReadingOrder(nodes);
  // Whatever is in a node comes after it.
  for (const { parent, end } of reached.toReversed()) if (parent) parent.end = Math.max(parent.end, end);
  return reached.map(({ item, index, end, parent }) => ({
    index,
    end,
    parent: parent?.index,
    node: asCount(item['backendDOMNodeId']),
    role: item['ignored'] === true ? '' : (asText(asRecord(item['role'])['value']) ?? ''),
    name: asText(asRecord(item['name'])['value']) ?? '',
    isDisabled: isDisabled(item['properties']),
  }));
}

/** The beginning of the text in a node, without needless white space. */
export function textIn(tree: readonly AccessibleNode[], { index, end }: AccessibleNode): string {
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

export function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function inReadingOrder(nodes: unknown): Reached[] {
  const all = (Array.isArray(nodes) ? nodes : []).slice(0, MAX_NODES).map(asRecord);
  const byId = new Map(all.map((item) => [item['nodeId'], item]));
  // The tree is walked without recursion: its depth is the page's.
  const waiting: Pick<Reached, 'item' | 'parent'>[] = all
    .filter(({ parentId }) => parentId === undefined)
    .map((item) => ({ item, parent: undefined }))
    .toReversed();
  const seen = new Map<Record<string, unknown>, Reached>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.item)) continue;
    const reached = { ...next, index: seen.size, end: seen.size + 1 };
    seen.set(next.item, reached);
    const { childIds } = next.item;
    for (const id of Array.isArray(childIds) ? childIds.toReversed() : []) {
      const item = byId.get(id);
      if (item) waiting.push({ item, parent: reached });
    }
  }
  return [...seen.values()];
}

function isDisabled(properties: unknown): boolean {
  return (Array.isArray(properties) ? properties : []).some((property) => {
    const { name, value } = asRecord(property);
    return name === 'disabled' && asRecord(value)['value'] === true;
  });
}
