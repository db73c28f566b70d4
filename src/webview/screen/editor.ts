import type { FromPage } from '../../core/screen/messages';

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
