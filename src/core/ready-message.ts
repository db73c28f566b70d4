/**
 * What the local service writes to the program that started it, as its first line on standard output, when it is ready.
 */
export interface ReadyMessage {
  readonly url: string;
  readonly token: string;
  readonly session: string;
  /** Absent if it has none. */
  readonly pool?: string;
}

/**
 * Why the local service could not start. `words` is the message of the browser or of the system, at most 300
 * characters.
 */
export type StartFailure =
  | BrowserFailure
  | { readonly code: 'no-browser' }
  | { readonly code: 'browser-missing'; readonly browser: string }
  | { readonly code: 'port-taken' | 'port-forbidden'; readonly port: number }
  | { readonly code: 'other'; readonly words: string };

/** Why a browser that was found cannot be used. */
export type BrowserFailure =
  | { readonly code: 'no-sandbox' | 'snap' | 'no-devtools'; readonly browser: string }
  | { readonly code: 'browser-silent'; readonly seconds: number }
  | { readonly code: 'browser-failed'; readonly browser: string; readonly words: string };

/** The whole first line, parsed from JSON. */
export type StartMessage = ReadyMessage | { readonly failure: StartFailure };
