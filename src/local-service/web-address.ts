/**
 * Whether a session may start with this URL. `file:` is not allowed: being able to create a session must not be enough
 * to see the files of this machine. That holds only for URLs that the service opens. An uploaded extension can open and
 * read whatever the user of the service can read, because Chromium allows it to every unpacked extension
 * (`isAllowedFileSchemeAccess` is true). No flag forbids that, a policy would apply to all browsers of the machine, and
 * blocking the requests over DevTools misses the first request of a new page and some of a service worker. So anyone
 * with the token can read those files, and anyone with the address of a session's DevTools can read and write them. Both
 * are secrets, and the service listens on 127.0.0.1 only.
 */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
