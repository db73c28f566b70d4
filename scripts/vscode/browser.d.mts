import type { BrowserContext } from 'playwright-core';

export interface SharedBrowser {
  /** All that it writes is below. */
  readonly folder: string;
  readonly context: BrowserContext;
  /** Where VS Code is to be served: by its address the browser keeps what it has loaded and compiled. */
  readonly port: number;
  /** Closes all windows, and forgets what the pages of this origin have stored: the next one is a new person's. */
  forget(origin: string): Promise<void>;
}

export function theBrowser(options?: { scale?: number }): Promise<SharedBrowser>;
export function endBrowser(): Promise<void>;
