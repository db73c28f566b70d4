import { ProtocolError } from '../../core/devtools-failure';
import { asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { listOf } from '../doubtful';
import type { Clickable } from '../screen/clickable';
import { FrameOrigins } from '../screen/frame-origins';
import { AttachedFrames, framesOf, MAX_FRAMES, worldIn, type Called } from '../screen/frames';
import type { Page } from './use-page';

type Field = Pick<Clickable, 'node' | 'path' | 'frame' | 'document'>;

/**
 * Moves the focus to something that can be typed in.
 * @param page that was not looked for frames in before.
 * @throws ProtocolError if it cannot have it, or is not there any more.
 */
export async function focus(
  connection: DevToolsConnection,
  page: Page,
  field: Field,
  signal: AbortSignal,
): Promise<void> {
  const to = await calledIn(new AttachedFrames(connection), connection, { ...page, signal }, field);
  await connection.send('DOM.focus', { backendNodeId: field.node }, to);
}

/**
 * Puts a text in the place of what something holds: the value of a field, or the choice of a list.
 * @param page that was not looked for frames in before.
 * @returns false if it is no field, or the focus does not stay there.
 * @throws ProtocolError if it is not there any more; other DevToolsFailures, or Cancelled.
 */
export async function fill(
  connection: DevToolsConnection,
  page: Page,
  field: Field,
  text: string,
  signal: AbortSignal,
): Promise<boolean> {
  const to = await calledIn(new AttachedFrames(connection), connection, { ...page, signal }, field);
  const { object } = await connection.send('DOM.resolveNode', { backendNodeId: field.node }, to);
  const objectId = asText(object?.objectId);
  if (objectId === undefined) return false;
  const asked = { objectId, functionDeclaration: FILL, arguments: [{ value: text }], returnByValue: true };
  return (await connection.send('Runtime.callFunctionOn', asked, to)).result?.value === true;
}

/**
 * Replaces all that a field holds, or chooses an option of a list by its text. All of it at once: any frame can take the
 * focus, and by the next message it would get the text.
 */
const FILL = `function (text) {
  if (this instanceof HTMLSelectElement) {
    const option = [...this.options].find((each) => each.label.trim() === text || each.value === text);
    if (!option) return false;
    this.value = option.value;
    this.dispatchEvent(new Event('input', { bubbles: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  }
  this.focus();
  if (this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement) this.select();
  else if (this.isContentEditable) getSelection().selectAllChildren(this);
  else return false;
  const { activeElement } = this.getRootNode();
  const isFocused = activeElement === this || (this.isContentEditable && activeElement?.contains(this) === true);
  return isFocused && this.ownerDocument.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}`;

/**
 * Whether something hides what is typed into it.
 * @param page that was not looked for frames in before.
 * @throws ProtocolError if it is not there any more; other DevToolsFailures, or Cancelled.
 */
export async function isPasswordField(
  connection: DevToolsConnection,
  page: Page,
  field: Field,
  signal: AbortSignal,
): Promise<boolean> {
  const to = await calledIn(new AttachedFrames(connection), connection, { ...page, signal }, field);
  const { node } = await connection.send('DOM.describeNode', { backendNodeId: field.node }, to);
  // Names and values take turns.
  const all = listOf(node?.attributes);
  return all.some((each, at) => at % 2 === 0 && each === 'type' && asText(all[at + 1])?.toLowerCase() === 'password');
}

/** Where the focus of a page is, if nothing was typed there. */
export type NotTyped = { readonly origin: string | undefined };

/**
 * Types a text where the focus is on a page, at once, unless that is in a frame of another origin.
 * @param page that was not looked for frames in before.
 * @returns undefined if it is typed; else the origin of that frame, as `Clickable` has it, or that there is no field.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function typeAtFocus(
  connection: DevToolsConnection,
  page: Page,
  text: string,
  signal: AbortSignal,
): Promise<NotTyped | undefined> {
  const focused = await focusedFrame(new AttachedFrames(connection), connection, { ...page, signal });
  if (focused.origin !== undefined) return { origin: focused.origin };
  const executionContextId = await worldIn(connection, focused.frame, focused.called);
  const asked = { functionDeclaration: TYPE, arguments: [{ value: text }], returnByValue: true };
  const { result } = await connection.send('Runtime.callFunctionOn', { ...asked, executionContextId }, focused.called);
  return result?.value === true ? undefined : { origin: undefined };
}

/**
 * The origin of the frame that has the focus of a page, as `Clickable` has it.
 * @param page that was not looked for frames in before.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function focusedOrigin(
  connection: DevToolsConnection,
  page: Page,
  signal: AbortSignal,
): Promise<string | undefined> {
  return (await focusedFrame(new AttachedFrames(connection), connection, { ...page, signal })).origin;
}

/** What has the focus in a document or a shadow tree, and the trees in it that are open. */
export function focusedIn(root: 'document' | 'this'): string {
  return `(() => {
  let element = ${root}.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
})()`;
}

const FOCUSED = focusedIn('document');
const TYPE = `function (text) {
  const element = ${FOCUSED};
  const isBox = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return (isBox || element?.isContentEditable === true) && document.execCommand('insertText', false, text);
}`;

/** A frame that has the focus. */
interface FocusedFrame {
  readonly frame: string;
  readonly called: Called;
  readonly origin: string | undefined;
}

/**
 * The innermost frame that has the focus.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function focusedFrame(
  attached: AttachedFrames,
  connection: DevToolsConnection,
  page: Page & Called,
): Promise<FocusedFrame> {
  const origins = new FrameOrigins(connection);
  let called: Called = { targetSession: page.targetSession, signal: page.signal };
  const framesIn = async (): Promise<readonly string[]> => {
    const { frames } = await framesOf(connection, called);
    for (const each of frames) origins.begin(each, called);
    return frames.map(({ id }) => id);
  };
  let known = await framesIn();
  let frame = known[0] ?? page.targetId;
  for (let depth = 0; depth < MAX_FRAMES; depth++) {
    const inner = await frameInFocus(connection, frame, called);
    if (inner === undefined) break;
    frame = inner;
    if (known.includes(inner)) continue;
    const own = await attached.calledIn(called, inner);
    // Of one that is not told, the origin is not known either.
    if (!own) break;
    called = own;
    known = await framesIn();
  }
  return { frame, called, origin: await origins.of(frame) };
}

/** The frame in what has the focus in a document; undefined if that is no frame. */
async function frameInFocus(connection: DevToolsConnection, frame: string, to: Called): Promise<string | undefined> {
  const contextId = await worldIn(connection, frame, to);
  if (contextId === undefined) return undefined;
  const { result } = await connection.send('Runtime.evaluate', { expression: FOCUSED, contextId }, to);
  const objectId = asText(result?.objectId);
  if (objectId === undefined) return undefined;
  return asText((await connection.send('DOM.describeNode', { objectId, depth: 0 }, to)).node?.frameId);
}

/** By what the frame of a field is called. In another document its node may be another one. */
async function calledIn(
  attached: AttachedFrames,
  connection: DevToolsConnection,
  { targetSession, signal }: Called,
  { path, document }: Field,
): Promise<Called> {
  let to: Called = { targetSession, signal };
  for (const frameId of path) {
    const inner = await attached.calledIn(to, frameId);
    if (!inner) throw new ProtocolError('The frame has gone');
    to = inner;
  }
  if ((await framesOf(connection, to)).document !== document) throw new ProtocolError('The document has gone');
  return to;
}
