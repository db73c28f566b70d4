/**
 * What a session may start with. Not `file:`: who may ask for a session is not to see the files of this machine by
 * merely asking. That holds for addresses and for nothing else: an uploaded extension opens and reads what the user of
 * the service may read, as Chromium lets every unpacked extension (`isAllowedFileSchemeAccess` is true). No flag
 * forbids it, a policy holds for all browsers of the machine, and stopping the requests over DevTools misses the first
 * of a new page and some of a service worker. So whoever holds the token can read those files, and whoever holds the
 * address of a session's DevTools, which the token tells, can read and write them; these two secrets, and that the
 * service listens on 127.0.0.1 only, are what guards them.
 */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
