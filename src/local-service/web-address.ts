/** What a session may start with. Not `file:`, which would show the files of this machine to whoever holds the token. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
