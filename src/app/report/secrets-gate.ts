import { WithoutToken } from '../../api';
import { excerpt } from '../../core/format';
import { replaceSecrets } from '../../packaging';

/** What is written in the place of a secret. */
export const REMOVED = '[removed]';

/** What is known of the secrets of a session and its connection. */
export interface KnownSecrets {
  /** Removes the connection’s token from a text. */
  readonly redact: (text: string) => string;
  /** Address of the service: only its host is shown. */
  readonly service: string;
  /** Addresses that are secrets: those of DevTools, of the live view and of videos. */
  readonly addresses: readonly URL[];
  /** The session’s ID, which is a part of some addresses and no secret. */
  readonly session: string;
}

/** UTF-16 units: a text is read this far beyond its limit, so that no secret is cut into a part that nothing knows. */
const AHEAD = 8 * 1024;
/** Characters of a part of a secret address that is a secret itself; shorter ones are words. */
const MIN_PART = 16;

/** The one gate for every text of a report. */
export class SecretsGate {
  private readonly parts: readonly WithoutToken[];
  private readonly service: string;
  private readonly host: string;

  constructor(private readonly known: KnownSecrets) {
    this.parts = known.addresses.flatMap((address) => secretParts(address, known.session));
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
    passed = passed.replace(ADDRESS, (address) => withoutSecretsOfAddress(address));
    passed = passed.replace(NAMED, (_, name: string, quote = '') => `${name}${quote}${REMOVED}`);
    passed = passed.replace(LOGIN, `$1 ${REMOVED}`);
    return passed.length > maxLength || begin.length < text.length ? `${passed.slice(0, maxLength - 1)}…` : passed;
  }

  /**
   * A value of JSON with all its texts passed. What has a name such as `password` is removed.
   * @param maxLength as for `pass`, of each text.
   */
  passValue(value: unknown, maxLength: number, name = ''): unknown {
    if (Array.isArray(value)) return value.map((each) => this.passValue(each, maxLength, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [this.pass(key, maxLength), this.passValue(each, maxLength, key)]),
      );
    if (isSecretName(name) && (typeof value === 'string' || typeof value === 'number')) return REMOVED;
    return typeof value === 'string' ? this.pass(value, maxLength) : value;
  }
}

/** Whether what has this name is a secret. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}

function secretParts({ pathname, search, hash, username, password }: URL, session: string): WithoutToken[] {
  const parts = [pathname, search, hash].flatMap((text) => text.split(/[/?&=#.]/));
  return [...new Set([...parts, username, password])]
    .filter((part) => part.length >= MIN_PART && part !== session)
    .map((part) => new WithoutToken(part));
}

/** Its slashes may be escaped, as in JSON. */
const ADDRESS = /\b[a-z][a-z\d+.-]{1,20}:(?:\\{0,3}\/){2}[^\s"'<>`]{1,8000}/gi;
/** `scheme://`, login, host, path, query and fragment. */
const ADDRESS_PARTS = /^([a-z][a-z\d+.-]*:[\\/]+)([^/?#\\]*@)?([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;
const SECRET_PARAMETER =
  /token|secret|key|pass|pwd|auth|sig|sign|jwt|session|sid$|credential|cred|code|otp|nonce|state|bearer|access|ticket/i;

function withoutSecretsOfAddress(address: string): string {
  const [, scheme = '', login, host = '', path = '', query = '', fragment = ''] = ADDRESS_PARTS.exec(address) ?? [];
  if (scheme === '') return REMOVED;
  const start = `${scheme}${login === undefined ? '' : `${REMOVED}@`}${host}`;
  // Whoever has the address of a socket can use it.
  if (/^wss?:/i.test(scheme)) return path.length > 1 || query !== '' ? `${start}/${REMOVED}` : start;
  return start + withoutLongParts(path) + withoutSecretParameters(query) + withoutSecretParameters(fragment);
}

function withoutLongParts(path: string): string {
  return path.replace(/[^/\\]+/g, (part) => (part.length >= 32 && looksRandom(part) ? REMOVED : part));
}

function withoutSecretParameters(text: string): string {
  return text.replace(
    /([?#&;])([^&;=]*)(=?)([^&;]*)/g,
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

const SECRET_NAME = String.raw`(?:password|passwd|passphrase|secret|token|api[-_]?key|private[-_]?key|authorization|cookie|credentials?)`;
/** `password: "abc"`, `"api_key":"abc"`, `Authorization: Bearer abc`, also within JSON that is in a text. */
const NAMED = new RegExp(
  String.raw`(${SECRET_NAME}\\{0,3}["']?\s{0,4}[:=]\s{0,4})(?!null\b|undefined\b|true\b|false\b)` +
    String.raw`(?:(\\{0,3}["'\x60])[^"'\x60\\]{3,2000}|(?:(?:Bearer|Basic|Token) )?[^\s,;&"'\x60\\{}[\]()<>]{4,2000})`,
  'gi',
);
const NAME = new RegExp(`${SECRET_NAME}$`, 'i');
/** `Bearer abc`. */
const LOGIN = /\b(Bearer|Basic)\s(?=[^\s"']{0,200}[\d=])[\w+/=.~-]{8,2000}/gi;
