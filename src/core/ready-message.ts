/** What the local service tells the program that started it, in its first line on standard output: where it is, … */
export interface ReadyMessage {
  readonly url: string;
  readonly token: string;
  readonly session: string;
  readonly pool: string;
}

/** … or why it could not start. `words` are those of the browser or of the system, at most 300 characters. */
export type StartFailure =
  | BrowserFailure
  | { readonly code: 'no-browser' }
  | { readonly code: 'browser-missing'; readonly browser: string }
  | { readonly code: 'port-taken' | 'port-forbidden'; readonly port: number }
  | { readonly code: 'other'; readonly words: string };

/** Why a browser that is there cannot be used. */
export type BrowserFailure =
  | { readonly code: 'no-sandbox' | 'snap' | 'no-devtools'; readonly browser: string }
  | { readonly code: 'browser-silent'; readonly seconds: number }
  | { readonly code: 'browser-failed'; readonly browser: string; readonly words: string };

/** The whole line, read from JSON. */
export type StartMessage = ReadyMessage | { readonly failure: StartFailure };
