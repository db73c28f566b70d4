import { message, type Message } from './message';

/** What is typed into the address line of a session's screen. */
export type TypedAddress =
  | { readonly kind: 'address'; readonly address: string }
  /** Of a page of an extension; with its query and fragment. */
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'refused'; readonly why: Message };

/** Others would run what is typed in the page in front, or read the files of the session's machine. */
const SCHEMES = ['http:', 'https:', 'about:', 'chrome:', 'chrome-extension:'];
const LOCAL = /^(localhost|[\w-]+\.localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/i;

/** Reads it as a browser's address line does: a scheme is only needed where `https` is not meant. */
export function readTypedAddress(text: string): TypedAddress {
  // As browsers do with an address that was broken into lines.
  const typed = text.replaceAll(/[\n\r\t]/g, '').trim();
  const scheme = /^([a-z][a-z\d+.-]*:)(?!\d)/i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    const url = SCHEMES.includes(scheme) ? hrefOf(typed) : undefined;
    return url ? { kind: 'address', address: url } : refused(typed);
  }
  const [, host = '', name = ''] = /^((\[[^\]]*\]|[^/?#:]*)(?::\d+)?)(?=$|[/?#])/.exec(typed) ?? [];
  const isPath = /^[^?#]*\.x?html?(?:$|[?#])/i.test(typed);
  if (LOCAL.test(name)) return asAddress(`http://${typed}`, typed);
  const isDotted = /[^.]\.[^.]/.test(name);
  if (isPath && (!isDotted || name === typed.split(/[?#]/)[0])) return { kind: 'path', path: typed };
  const isHost = isDotted || host !== name || typed.startsWith(`${host}/`);
  return name !== '' && isHost && !/\s/.test(name) ? asAddress(`https://${typed}`, typed) : refused(typed);
}

function asAddress(text: string, typed: string): TypedAddress {
  const address = hrefOf(text);
  return address === undefined ? refused(typed) : { kind: 'address', address };
}

function hrefOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).href : undefined;
}

function refused(typed: string): TypedAddress {
  return {
    kind: 'refused',
    why: message('“{0}” can’t be opened. Type a web address, or the path of an extension’s page.', typed),
  };
}
