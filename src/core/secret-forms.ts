/**
 * How secrets look, whoever made them. What packaging finds in files has to be one, so its patterns are narrow, and each
 * match is checked; what is removed from a text that is shown may be more than that. Each pattern is bounded, so that a
 * search takes time in proportion to the text.
 */

/** What is written in the place of a secret. */
export const REMOVED = '[removed]';

/**
 * In any case, what the names of secrets are made of: of a field, a key of JSON or a storage, also within a text. It is
 * the source of a regular expression. Some words are secret only if they are all.
 */
const SECRET_WORD =
  String.raw`(?:pass[-_ ]?(?:word|phrase|code|key)|passwd|pwd|secret|token|jwt|authorization|cookie|credential|[cx]srf|` +
  String.raw`(?:api|priv(?:ate)?|access|secret|signing|master|encryption|session)[-_ ]?key|session[-_]?id|` +
  String.raw`mnemonic|vault|(?:seed|recovery)[-_ ]?phrase|one[- ]time|card number|` +
  String.raw`(?:security|verification|access|recovery|backup)[-_ ]?code|` +
  String.raw`pass?wort|kennwort|mot de passe|contraseña|senha|пароль|密码|密碼|パスワード|비밀번호|` +
  String.raw`(?<![\p{L}\d])(?:auth|bearer|cvc|cvv|mfa|otp|pass|pin|pw|sid|signature|totp|2fa)(?![\p{L}\d]))`;

const NAME = new RegExp(SECRET_WORD, 'iu');

/** Whether what has this name is a secret. */
export function isSecretName(name: string): boolean {
  return NAME.test(name);
}

/** The beginning of JSON in base64, as that of each part of a signed token is. It is a source, as SECRET_WORD. */
const JSON_PART = String.raw`eyJ[\w-]`;
const LOGIN_SCHEME = '(?:Bearer|Basic)';
const LOGIN_CHARACTER = String.raw`[\w+/=.~-]`;

// What packaging finds, as sources too: it makes one expression of all kinds.

/** A token with its header, its claims and its signature. */
export const SIGNED_TOKEN = String.raw`${JSON_PART}{10,400}\.${JSON_PART}{10,4000}\.[\w-]{20,1000}`;
/** `Bearer abc` at the end of a text in quotes, as code has it. */
export const LOGIN_HEADER = `${LOGIN_SCHEME} ${LOGIN_CHARACTER}{20,500}["'\`]`;
/** `://user:password@host`. */
export const LOGIN_IN_ADDRESS =
  '://[^\\s:@/"\'`<>(){}$\\\\]{1,80}:[^\\s:@/"\'`<>(){}$\\\\]{3,200}@[A-Za-z0-9.-]{3,100}';
/** A name that ends in one of these words, followed by a quoted text: in code, JSON, or JSON within a source map. */
export const ASSIGNMENT = String.raw`(?:[kK][eE][yY]|[sS][eE][cC][rR][eE][tT]|[tT][oO][kK][eE][nN]|[pP][aA][sS][sS][wW](?:[oO][rR])?[dD])\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["'\x60][\w+/=.:~!@#$%^&*-]{16,200}\\{0,3}["'\x60]`;

// What is removed.

/** Its slashes may be escaped, as in JSON. */
const ADDRESS = /\b[a-z][a-z\d+.-]{1,20}:(?:\\{0,3}\/){2}[^\s"'<>`]{1,20000}/gi;
/** `scheme://`, login, host, path, query and fragment. */
const ADDRESS_PARTS = /^([a-z][a-z\d+.-]*:[\\/]+)([^/?#\\]*@)?([^/?#\\]*)([^?#]*)(\?[^#]*)?(#.*)?$/is;
/** In addresses more words are secret. */
const SECRET_PARAMETER = /key|pass|auth|sig|session|sid$|cred|code|otp|nonce|state|bearer|access|ticket|^wss?$/i;

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
      const isSecret = value !== '' && (isSecretName(name) || SECRET_PARAMETER.test(name) || looksRandom(value));
      const shownName = is === '' && looksRandom(name) ? REMOVED : name;
      return `${before}${shownName}${is}${isSecret ? REMOVED : value}`;
    },
  );
}

/** Characters of a part of an address that may be a key; shorter ones are words. */
const MIN_KEY = 16;

/** Whether a part of an address is rather a key than a word or a number. */
function looksRandom(text: string): boolean {
  return text.length >= MIN_KEY && /^[\w.~%+/=-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
}

/** From its secret word on: `passwordConfirmation`, `token_v2`. */
const SECRET_NAME = String.raw`${SECRET_WORD}[\w-]{0,40}`;
/** Quotes within a text may be escaped. */
const QUOTE = String.raw`(?<quote>\\{0,3}["'\x60])`;
const WITHIN_QUOTES = String.raw`(?:(?!(?<!\\)\k<quote>)[^\r\n])`;
/** The rest of a text in quotes, up to the same quotes. */
const QUOTED = `${QUOTE}${WITHIN_QUOTES}{1,20000}`;
/** `password: `, `"api_key":`, `'token' => `, `token%3D`. */
const NAME_OF = String.raw`${SECRET_NAME}\\{0,3}["'\x60]?\s{0,4}(?:=>|[:=]|%3[ad])\s{0,4}`;
/** A sentence goes on, as in `Token: none needed`, rather than with the next name, as in `password: abc user: ada`. */
const PROSE = String.raw`(?<=\s)[\p{L}’-]{1,11} (?=\p{L})(?![\p{L}\d_-]{1,60}\s?[:=])`;
/** `password: "abc"`, `"api_key":"abc"`, also within JSON that is in a text. */
const NAMED = new RegExp(
  String.raw`(?<name>${NAME_OF})(?!(?:null|undefined|true|false)\b|${PROSE})` +
    String.raw`(?:${QUOTED}|[^\s,;&"'\x60\\{}[\]()<>…](?:[^\s,;&"'\x60]{0,2000}[^\s,;&"'\x60)\]}>])?)`,
  'giu',
);
/** `{name: "Cookie", value: "a=b"}`, `["token", "abc"]`. */
const PAIRED = new RegExp(
  String.raw`(?<name>${SECRET_NAME}\\{0,3}["'\x60]\s{0,4},\s{0,40}(?:\\{0,3}["'\x60]?val(?:ue)?\\{0,3}["'\x60]?\s{0,4}:\s{0,4})?)${QUOTED}`,
  'giu',
);
/** What begins with a bracket: `"tokens":["abc"]`, or as consoles show it, `tokens: Set(1) {'abc'}`. */
const GROUP = new RegExp(String.raw`(?<name>${NAME_OF})(?:[\w$]{0,60}\(\d{1,9}\) ?|[\w$]{1,60} )?(?=[[{])`, 'giu');
/** Brackets in quotes are none of a group. */
const GROUP_PART = new RegExp(String.raw`${QUOTE}${WITHIN_QUOTES}{0,20000}(?:\k<quote>)?|[[\]{}]`, 'g');

function withoutGroups(text: string): string {
  let [left, end] = ['', 0];
  for (const { index, 0: match, groups } of text.matchAll(GROUP)) {
    if (index < end) continue;
    left += `${text.slice(end, index)}${groups?.['name']}${REMOVED}`;
    const start = index + match.length;
    end = start + lengthOfGroup(text.slice(start));
  }
  return left + text.slice(end);
}

/** One that does not end, as in a text that was cut, is all of the text. */
function lengthOfGroup(text: string): number {
  let depth = 0;
  for (const { index, 0: part } of text.matchAll(GROUP_PART)) {
    if (/^[[{]/.test(part)) depth++;
    else if (/^[\]}]/.test(part)) depth--;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

function withoutNamed(text: string): string {
  const removed = `$<name>$<quote>${REMOVED}`;
  return withoutGroups(text).replace(NAMED, removed).replace(PAIRED, removed);
}

/** `<password>abc</password>`. */
const TAGGED = new RegExp(String.raw`(<[\w:.-]{0,40}${SECRET_NAME}(?:\s[^<>]{0,2000})?>)[^<]{1,20000}(?=<\\?/)`, 'giu');
/** `<input type="password" value="abc">`. */
const INPUT = /<input\s[^<]{1,4000}/gi;
const VALUE = new RegExp(String.raw`(?<name>\svalue\s{0,4}=\s{0,4})(?:${QUOTED}|[^\s"'\x60<>]{1,2000})`, 'gi');

function withoutValue(input: string): string {
  return isSecretName(input) ? input.replace(VALUE, `$<name>$<quote>${REMOVED}`) : input;
}

/** A header without quotes, up to the end of its line: it may have several parts. */
const HEADER =
  /((?:authorization|cookies?)\s{0,4}[:=]\s{0,4})(?!["'`\\\s]|\[removed\])(?:(?!\\{1,3}[rn])[^\r\n]){1,20000}/gi;
/** `sid=abc`, as in a line of cookies. */
const COOKIE =
  /\b((?:[\w.-]{0,40}[-_.])?(?:sess|session|sid|auth|remember[-_]?me)(?:[-_]?id)?=|\w{0,20}SESSIONID\w{0,20}=|PHPSESSID=)(?!\[removed\])[^\s;,&"'`]{4,4000}/gi;
/** `Bearer abc`. */
const LOGIN = new RegExp(
  String.raw`\b(${LOGIN_SCHEME})\s(?=[^\s"']{0,200}[\d=]|${LOGIN_CHARACTER}{20})${LOGIN_CHARACTER}{8,8000}`,
  'gi',
);
/** A token of whatever parts, also one that is not signed, or encrypted. */
const SIGNED = new RegExp(String.raw`${JSON_PART}{8,20000}(?:\.[\w-]{0,20000}){0,4}`, 'g');
/** `user:password@host`, without a scheme. */
const LOGIN_AT =
  /(?<![\w.%+~:/-])(?!mailto:)[\w.%+~-]{1,100}:[^\s:@/"'`<>]{1,200}@(?=localhost\b|\d{1,3}(?:\.\d{1,3}){3}|[a-z][\w-]{0,60}(?:\.[\w-]{1,60}){0,6}(?::\d|\.[a-z]{2}))/gi;
/** The address of what a browser can be controlled by, without its host. */
const DEVTOOLS = /(\/devtools\/\w{2,20}\/)[\w-]{8,200}/gi;

/** How what looks like a secret is removed, by its form. */
interface Rule {
  /** Is in each text that `remove` changes. It is found fast, and is in few texts. */
  readonly needs: RegExp;
  readonly remove: (text: string) => string;
}

/** A key in PEM, with all its lines. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?:(?!-----END)[\s\S]){0,20000}/g;

/** In this order, each on what the one before leaves. */
export const RULES: readonly Rule[] = [
  { needs: /PRIVATE KEY/, remove: (text) => text.replace(PRIVATE_KEY, REMOVED) },
  { needs: /eyJ/, remove: (text) => text.replace(SIGNED, REMOVED) },
  { needs: /:\\{0,3}\//, remove: (text) => text.replace(ADDRESS, (address) => withoutSecretsOfAddress(address)) },
  { needs: /\/devtools\//i, remove: (text) => text.replace(DEVTOOLS, `$1${REMOVED}`) },
  { needs: /@/, remove: (text) => text.replace(LOGIN_AT, `${REMOVED}@`) },
  { needs: /authorization|cookie/i, remove: (text) => text.replace(HEADER, `$1${REMOVED}`) },
  { needs: /=/, remove: (text) => text.replace(COOKIE, `$1${REMOVED}`) },
  { needs: /<input/i, remove: (text) => text.replace(INPUT, withoutValue) },
  { needs: /<\\?\//, remove: (text) => text.replace(TAGGED, `$1${REMOVED}`) },
  { needs: NAME, remove: withoutNamed },
  { needs: /bearer|basic/i, remove: (text) => text.replace(LOGIN, `$1 ${REMOVED}`) },
];

/** The text without what looks like a secret by its form. */
export function redactForms(text: string): string {
  let redacted = text;
  for (const { needs, remove } of RULES) if (needs.test(redacted)) redacted = remove(redacted);
  return redacted;
}
