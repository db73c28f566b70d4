import type { ElementName } from '../../core/page-steps';
import { asCount, asRecord, asText } from '../../core/json';
import type { Pixel } from '../../core/screen/geometry';
import type { DevToolsConnection } from '../connection';
import { ProtocolError } from '../failures';
import { CONTROLS, folded } from '../screen/click-entries';
import type { FrontPage } from '../screen/front-page';

/**
 * What a click at a point of a page would do something to, by the accessibility tree.
 * @returns undefined if nothing there has a role that is clicked and a name, and for what is in a frame of another site.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function elementAt(
  connection: DevToolsConnection,
  { sessionId }: Pick<FrontPage, 'sessionId'>,
  { x, y }: Pixel,
  signal: AbortSignal,
): Promise<ElementName | undefined> {
  const to = { sessionId, signal };
  try {
    const there = await connection.send('DOM.getNodeForLocation', { x, y }, to);
    const backendNodeId = asCount(asRecord(there)['backendNodeId']);
    if (backendNodeId === undefined) return undefined;
    const tree = await connection.send('Accessibility.getPartialAXTree', { backendNodeId, fetchRelatives: true }, to);
    return controlIn(asRecord(tree)['nodes'], backendNodeId);
  } catch (error) {
    // Nothing is at the point, or it has no place in the tree.
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** The element itself, or the nearest around it, that is a control. */
function controlIn(nodes: unknown, backendNodeId: number): ElementName | undefined {
  const all = (Array.isArray(nodes) ? nodes : []).map((node) => asRecord(node));
  const byId = new Map(all.map((node) => [asText(node['nodeId']), node]));
  let node = all.find((each) => each['backendDOMNodeId'] === backendNodeId) ?? all[0];
  const passed = new Set<unknown>();
  while (node && !passed.has(node)) {
    passed.add(node);
    const role = asText(asRecord(node['role'])['value']) ?? '';
    const name = folded(asText(asRecord(node['name'])['value']) ?? '');
    if (CONTROLS.has(role)) return name === '' ? undefined : { role, name };
    node = byId.get(asText(node['parentId']));
  }
  return undefined;
}
