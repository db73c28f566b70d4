import { asCount, asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { WORLD } from './front-page';

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
export async function clickListeners(
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
