import type { FromPage } from '../../core/screen/messages';

/** The page as `ui/screen/screen-html.ts` writes it: its elements, its texts, and its line to the editor. */

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

export const page = {
  toolbar: element('toolbar', HTMLElement),
  frame: element('frame', HTMLElement),
  bar: element('bar', HTMLElement),
  howLabel: element('how-label', HTMLElement),
  howMenu: element('howMenu', HTMLElement),
  moreMenu: element('moreMenu', HTMLElement),
  address: element('address', HTMLElement),
  addressBox: element('address-box', HTMLElement),
  typed: element('typed', HTMLInputElement),
  shownStart: element('shown-start', HTMLElement),
  shownHost: element('shown-host-text', HTMLElement),
  shownRest: element('shown-rest', HTMLElement),
  elsewhere: element('elsewhere', HTMLElement),
  refused: element('refused', HTMLElement),
  tabsLabel: element('tabs-label', HTMLElement),
  tabsMenu: element('tabsMenu', HTMLElement),
  tabsList: element('tabs-list', HTMLElement),
  stage: element('stage', HTMLElement),
  keyboard: element('keyboard', HTMLTextAreaElement),
  surface: element('surface', HTMLElement),
  picture: element('picture', HTMLImageElement),
  popup: element('popup', HTMLImageElement),
  popupMark: element('popup-mark', HTMLElement),
  mark: element('mark', HTMLElement),
  crosshair: element('crosshair', HTMLElement),
  loupe: element('loupe', HTMLElement),
  loupePicture: element('loupe-picture', HTMLCanvasElement),
  loupeAt: element('loupe-at', HTMLElement),
  notice: element('notice', HTMLElement),
  noticeText: element('notice-text', HTMLElement),
  noticeButtons: element('notice-buttons', HTMLElement),
  noticeRemedy: element('notice-remedy', HTMLButtonElement),
  noticeOther: element('notice-other', HTMLButtonElement),
  state: element('state', HTMLElement),
  age: element('age', HTMLElement),
  position: element('position', HTMLButtonElement),
  result: element('result', HTMLElement),
  spoken: element('spoken', HTMLElement),
  hint: element('hint', HTMLElement),
  aimed: element('aimed', HTMLElement),
  aimedText: element('aimed-text', HTMLElement),
  agents: element('agents', HTMLElement),
  agentsText: element('agents-text', HTMLElement),
  recording: element('recording', HTMLElement),
  recordingText: element('recording-text', HTMLElement),
};

/** Whether the person sits at a Mac. */
export const IS_MAC = navigator.platform.startsWith('Mac');

export function button(id: string): HTMLButtonElement {
  return element(id, HTMLButtonElement);
}

/** An element that is one among several of a kind. */
export function part(id: string): HTMLElement {
  return element(id, HTMLElement);
}

/** Whether the person's keys go to an element, or to one inside of it. */
export function hasFocus(outer: HTMLElement): boolean {
  return document.hasFocus() && outer.contains(document.activeElement);
}

/** The picture stays where it is scrolled to. */
export function focusStage(): void {
  page.stage.focus({ preventScroll: true });
}

const texts: Record<string, unknown> = JSON.parse(element('texts', HTMLElement).textContent ?? '{}');

/** A text of ours by its name, with its holes filled. */
export function text(name: string, ...args: (string | number)[]): string {
  const template = texts[name];
  return (typeof template === 'string' ? template : '').replaceAll(/\{(\d+)\}/g, (hole, index) =>
    String(args[Number(index)] ?? hole),
  );
}

interface VSCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VSCodeApi;

const api = acquireVsCodeApi();

/** Sends a message to the editor's side. */
export function send(message: FromPage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is not a window's
  api.postMessage(message);
}

/** What outlives a reload of the page: VS Code makes it anew each time the tab is shown again. */
export function savedState(): Record<string, unknown> {
  const state = api.getState();
  return typeof state === 'object' && state !== null ? Object.fromEntries(Object.entries(state)) : {};
}

export function saveState(changes: Record<string, unknown>): void {
  api.setState({ ...savedState(), ...changes });
}
