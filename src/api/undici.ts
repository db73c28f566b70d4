/** The only file that loads undici. */

export type Undici = typeof import('undici');

/**
 * Loading undici takes the process-wide slot of the built-in `fetch` when nothing holds it yet, and all extensions share that
 * process. So a built-in that fills the slot is touched first.
 */
export async function loadUndici(): Promise<Undici> {
  void globalThis.FormData;
  return import('undici');
}
