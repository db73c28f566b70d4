import { WithoutToken } from '../../api';
import { excerpt } from '../../core/format';
import { replaceSecrets } from '../../packaging';
import { REMOVED, SECRET_WORD } from './secret-names';
import { ValueWalk } from './value-walk';

export { isSecretName, REMOVED } from './secret-names';

/** What is known of the secrets of a session and its connection. */
export interface KnownSecrets {
  /** Removes the connection’s token from a text. */
  readonly redact: (text: string) => string;
  /** Address of the service: only its host is shown. */
  readonly service: string;
  /** Addresses that are secrets: those of DevTools, of the live view and of videos. */
  readonly addresses: readonly URL[];
  /** Other secrets: the tokens of other connections, and what a step typed where a secret belongs. */
  readonly texts: readonly string[];
  /** The session’s ID, which is a part of some addresses and no secret. */
  readonly session: string;
}

/** UTF-16 units: a text is read this far beyond its limit, so that no secret is cut into a part that nothing knows. */
const AHEAD = 8 * 1024;
/** Characters of a part of a secret address that is a secret itself; shorter ones are words. */
const MIN_PART = 16;
/** Characters of a secret that is searched for: a shorter one is in any text. */
const MIN_TEXT = 4;

/** The one gate for every text of a report. */
export class SecretsGate {
  private readonly parts: readonly WithoutToken[];
  private readonly service: string;
  private readonly host: string;

  constructor(private readonly known: KnownSecrets) {
    this.parts = [
      ...known.addresses.flatMap((address) => secretParts(address, known.session)),
      ...known.texts.filter((text) => text.length >= MIN_TEXT).map((text) => new WithoutToken(text)),
    ];
    this.service = known.service.replace(/\/+$/, '');
    this.host = URL.canParse(known.service) ? new URL(known.service).host : '';
  }

  /**
   * The text without secrets: the token, secret addresses, logins in addresses, what looks like a key or a password.
   * @param maxLength UTF-16 units; a longer text ends with `…`.
   */
  pass(text: string, maxLength: number): string {
    const begin = text.length > maxLength + AHEAD ? excerpt(text, maxLength + AHEAD) : text;
    let passed = this.known.redact(begin);
    for (const part of this.parts) passed = part.redact(passed);
    if (this.host !== '') passed = passed.replaceAll(this.service, this.host);
    passed = replaceSecrets(passed, REMOVED);
    for (const { needs, remove } of RULES) if (needs.test(passed)) passed = remove(passed);
    return passed.length > maxLength || begin.length < text.length ? `${passed.slice(0, maxLength - 1)}…` : passed;
  }

  /**
   * A value of JSON with all its texts passed. What has a name such as `password` is removed.
   * @param maxLength as for `pass`, of each text.
   */
  passValue(value: unknown, maxLength: number): unknown {
    return new ValueWalk((text) => this.pass(text, maxLength)).atOnce(value);
  }
}

function secretParts({ pathname, search, hash, username, password }: URL, session: string): WithoutToken[] {
  const parts = [pathname, search, hash].flatMap((text) => text.split(/[/?&=#.]/));
  return [...new Set([...parts, username, password])]
    .filter((part) => part.length >= MIN_PART && part !== session)
    .map((part) => new WithoutToken(part));
}

/** Its slashes may be escaped, as in JSON. */
const ADDRESS = /\b[a-z][a-z\d+.-]{1,20}:(?:\\{0,3}\/){2}[^\s"'<>`]{1,20000}/gi;
/** `scheme://`, login, host, path, query and fragment. */
const ADDRESS_PARTS = /^([a-z][a-z\d+.-]*:[\\/]+)([^/?#\\]*@)?([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;
const SECRET_PARAMETER =
  /token|secret|key|pass|pwd|auth|sig|sign|jwt|session|sid$|credential|cred|code|otp|nonce|state|bearer|access|ticket|^wss?$/i;

function withoutSecretsOfAddress(address: string): string {
  const [, scheme = '', login, host = '', path = '', query = '', fragment = ''] = ADDRESS_PARTS.exec(address) ?? [];
  if (scheme === '') return REMOVED;
  const start = `${scheme}${login === undefined ? '' : `${REMOVED}@`}${host}`;
  // Whoever has the address of a socket can use it.
  if (/^wss?:/i.test(scheme)) return path.length > 1 || query !== '' ? `${start}/${REMOVED}` : start;
  return start + withoutLongParts(path) + withoutSecretParameters(query) + withoutSecretParameters(fragment);
}

function withoutLongParts(path: string): string {
  return path.replace(/[^/\\]+/g, (part) => (isKey(part) ? REMOVED : part));
}

/** Titles of pages may be long and have numbers; no word has both cases and digits. */
function isKey(part: string): boolean {
  if (part.length >= 32) return looksRandom(part);
  return part.length >= 20 && /^\w+$/.test(part) && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part);
}

/** In JSON `&` may be `\u0026`. */
function withoutSecretParameters(text: string): string {
  return text.replace(
    /([?#&;]|\\u0026)((?:(?!\\u0026)[^&;=])*)(=?)((?:(?!\\u0026)[^&;])*)/g,
    (_, before: string, name: string, is: string, value: string) => {
      const isSecret = value !== '' && (SECRET_PARAMETER.test(name) || looksRandom(value));
      const shownName = is === '' && looksRandom(name) ? REMOVED : name;
      return `${before}${shownName}${is}${isSecret ? REMOVED : value}`;
    },
  );
}

/** Whether a part of an address is rather a key than a word or a number. */
function looksRandom(text: string): boolean {
  return text.length >= MIN_PART && /^[\w.~%+/=-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
}

const SECRET_NAME = `${SECRET_WORD}s?(?:[-_]?(?:value|hash|key|header))?`;
/** The rest of a text in quotes, up to the same quotes; within a text they may be escaped. */
const QUOTED = String.raw`(?<quote>\\{0,3}["'\x60])(?:(?!(?<!\\)\k<quote>)[^\r\n]){1,20000}`;
/** `password: "abc"`, `"api_key":"abc"`, also within JSON that is in a text. */
const NAMED = new RegExp(
  String.raw`(?<name>${SECRET_NAME}\\{0,3}["'\x60]?\s{0,4}[:=]\s{0,4})(?!(?:null|undefined|true|false)\b)` +
    String.raw`(?:${QUOTED}|[^\s,;&"'\x60\\{}[\]()<>…](?:[^\s,;&"'\x60]{0,2000}[^\s,;&"'\x60)\]}>])?)`,
  'gi',
);
/** `{name: "Cookie", value: "a=b"}`, `["token", "abc"]`. */
const PAIRED = new RegExp(
  String.raw`(?<name>${SECRET_NAME}\\{0,3}["'\x60]\s{0,4},\s{0,40}(?:\\{0,3}["'\x60]?value\\{0,3}["'\x60]?\s{0,4}:\s{0,4})?)${QUOTED}`,
  'gi',
);
/** A header without quotes, up to the end of its line: it may have several parts. */
const HEADER =
  /((?:authorization|cookies?)\s{0,4}[:=]\s{0,4})(?!["'`\\\s]|\[removed\])(?:(?!\\{1,3}[rn])[^\r\n]){1,20000}/gi;
/** `sid=abc`, as in a line of cookies. */
const COOKIE =
  /\b((?:[\w.-]{0,40}[-_.])?(?:sess|session|sid|auth|remember[-_]?me)(?:[-_]?id)?=|\w{0,20}SESSIONID\w{0,20}=|PHPSESSID=)(?!\[removed\])[^\s;,&"'`]{4,4000}/gi;
/** `Bearer abc`. */
const LOGIN = /\b(Bearer|Basic)\s(?=[^\s"']{0,200}[\d=]|[\w+/=.~-]{20})[\w+/=.~-]{8,8000}/gi;
/** JSON as base64, as each part of a signed token is. */
const SIGNED = /eyJ[\w-]{8,20000}(?:\.[\w-]{0,20000}){0,4}/g;
/** `user:password@host`, without a scheme. */
const LOGIN_AT =
  /(?<![\w.%+~:/-])(?!mailto:)[\w.%+~-]{1,100}:[^\s:@/"'`<>]{1,200}@(?=localhost\b|\d{1,3}(?:\.\d{1,3}){3}|[a-z][\w-]{0,60}(?:\.[\w-]{1,60}){0,6}(?::\d|\.[a-z]{2}))/gi;
/** The address of what a browser can be controlled by, without its host. */
const DEVTOOLS = /(\/devtools\/\w{2,20}\/)[\w-]{8,200}/gi;
/** How what looks like a secret is removed, by its form. */
export interface Rule {
  /** Is in each text that `remove` changes. It is found fast, and is in few texts. */
  readonly needs: RegExp;
  readonly remove: (text: string) => string;
}

/** In any case, what the names of secrets are made of. */
const NAMES_SECRET = /pass|pwd|secret|token|jwt|key|authorization|cookie|credential|session|[cx]srf/i;

/** In this order, each on what the one before leaves. */
export const RULES: readonly Rule[] = [
  { needs: /eyJ/, remove: (text) => text.replace(SIGNED, REMOVED) },
  { needs: /:\\{0,3}\//, remove: (text) => text.replace(ADDRESS, (address) => withoutSecretsOfAddress(address)) },
  { needs: /\/devtools\//i, remove: (text) => text.replace(DEVTOOLS, `$1${REMOVED}`) },
  { needs: /@/, remove: (text) => text.replace(LOGIN_AT, `${REMOVED}@`) },
  { needs: /authorization|cookie/i, remove: (text) => text.replace(HEADER, `$1${REMOVED}`) },
  { needs: /=/, remove: (text) => text.replace(COOKIE, `$1${REMOVED}`) },
  { needs: NAMES_SECRET, remove: (text) => text.replace(NAMED, `$<name>$<quote>${REMOVED}`) },
  { needs: NAMES_SECRET, remove: (text) => text.replace(PAIRED, `$<name>$<quote>${REMOVED}`) },
  { needs: /bearer|basic/i, remove: (text) => text.replace(LOGIN, `$1 ${REMOVED}`) },
];
