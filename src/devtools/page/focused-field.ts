import { ProtocolError } from '../../core/devtools-failure';
import { folded } from '../../core/element-name';
import { asCount, asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { listOf } from '../doubtful';
import { AttachedFrames, worldIn, type Called } from '../screen/frames';
import { focusedFrame, focusedIn } from './typing';
import type { Page } from './use-page';

/** Closed trees in closed trees. */
const MAX_DEPTH = 10;

/** A field that has the focus of a page. */
export interface FocusedField {
  /** Tells it from other fields of the session. */
  readonly id: string;
  /** Of the accessibility tree; each may be empty. */
  readonly role: string;
  readonly name: string;
  /** The origin of its frame, as `Clickable` has it. */
  readonly origin: string | undefined;
  /** Whether it hides what is typed, or is for a password. Then its text is not read. */
  readonly isSecret: boolean;
  /** What it holds; empty for a secret. */
  readonly text: string;
  /** Where in the text the next character goes, in place of what is selected; undefined if it doesn't tell. */
  readonly selection: readonly [start: number, end: number] | undefined;
}

/**
 * What of a page gets the text that is typed.
 * @param page that was not looked for frames in before.
 * @returns undefined if it is certain that no field has the focus.
 * @throws DevToolsFailure also where that is not known, or Cancelled.
 */
export async function focusedField(
  connection: DevToolsConnection,
  page: Page,
  signal: AbortSignal,
): Promise<FocusedField | undefined> {
  const { frame, called, origin } = await focusedFrame(new AttachedFrames(connection), connection, { ...page, signal });
  const contextId = await worldIn(connection, frame, called);
  const focused = await focusedElement(connection, contextId, called);
  if (!focused) return undefined;
  const { objectId, node } = focused;
  const asked = { objectId, functionDeclaration: READ, returnByValue: true };
  const { result } = await connection.send('Runtime.callFunctionOn', asked, called);
  const { isSecret, text, start, end } = asRecord(result?.value);
  if (typeof isSecret !== 'boolean') return undefined;
  const tree = await connection.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false }, called);
  const [item] = listOf(tree.nodes);
  const [from, to] = [asCount(start), asCount(end)];
  return {
    id: `${frame} ${node}`,
    role: asText(item?.role?.value) ?? '',
    name: folded(asText(item?.name?.value) ?? ''),
    origin,
    isSecret,
    text: asText(text) ?? '',
    selection: from === undefined || to === undefined ? undefined : [from, to],
  };
}

/** What the text of a field is, unless it is one that nobody may know: that does not leave the page. */
const READ = `function () {
  const types = ['text', 'search', 'url', 'tel', 'email', 'password', 'number'];
  const isBox = this instanceof HTMLTextAreaElement || (this instanceof HTMLInputElement && types.includes(this.type));
  if (!isBox && !this.isContentEditable) return {};
  const purposes = (this.getAttribute('autocomplete') ?? '').toLowerCase().split(/\\s+/);
  const isSecret =
    this.type === 'password' ||
    ['current-password', 'new-password', 'one-time-code'].some((each) => purposes.includes(each)) ||
    !['none', ''].includes(getComputedStyle(this).webkitTextSecurity ?? '');
  if (isSecret) return { isSecret };
  if (!isBox) return { isSecret, text: this.innerText.replace(/\\n$/, '') };
  return { isSecret, text: this.value, start: this.selectionStart ?? undefined, end: this.selectionEnd ?? undefined };
}`;

interface FocusedElement {
  readonly objectId: string;
  /** Its backend ID. */
  readonly node: number | undefined;
}

/** What has the focus in a document, also in trees that are closed to its page. */
async function focusedElement(
  connection: DevToolsConnection,
  contextId: number | undefined,
  to: Called,
): Promise<FocusedElement | undefined> {
  const asked = { expression: focusedIn('document'), ...(contextId !== undefined && { contextId }) };
  let objectId = asText((await connection.send('Runtime.evaluate', asked, to)).result?.objectId);
  for (let depth = 0; objectId !== undefined && depth < MAX_DEPTH; depth++) {
    const { node } = await connection.send('DOM.describeNode', { objectId, depth: 0, pierce: true }, to);
    const closed = listOf(node?.shadowRoots).find(({ shadowRootType }) => shadowRootType === 'closed');
    const backendNodeId = asCount(closed?.backendNodeId);
    const found = { objectId, node: asCount(node?.backendNodeId) };
    if (backendNodeId === undefined) return found;
    const resolve = { backendNodeId, ...(contextId !== undefined && { executionContextId: contextId }) };
    const root = asText((await connection.send('DOM.resolveNode', resolve, to)).object?.objectId);
    const inner = { objectId: root ?? '', functionDeclaration: `function () { return ${focusedIn('this')}; }` };
    const { result } = await connection.send('Runtime.callFunctionOn', inner, to);
    const next = asText(result?.objectId);
    // What holds the tree has the focus itself.
    if (next === undefined) return found;
    objectId = next;
  }
  if (objectId !== undefined) throw new ProtocolError('What has the focus is too deep');
  return undefined;
}
