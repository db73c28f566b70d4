import { crc32 } from 'node:zlib';
import { message, type Message } from '../../core/message';
import { ASSIGNMENT, LOGIN_HEADER, LOGIN_IN_ADDRESS, SIGNED_TOKEN } from '../../core/secret-forms';

/** How to recognize a secret of one kind in a text. */
export interface SecretKind {
  readonly kind: Message;
  /**
   * Starts with distinctive letters, so that the search skips most of a text quickly. Takes time in proportion to the
   * text.
   */
  readonly pattern: string;
  /** A further check of the match. `before` is the text before it, at most a thousand characters. */
  readonly accepts: (match: string, before: string) => boolean;
  /** May begin in the middle of a word; other secrets begin with a word. */
  readonly withinWord?: true;
}

const token = (text: string): boolean => !looksLikeExample(text);
const random = (text: string): boolean => looksRandom(text.slice(text.search(/[-_]/) + 1));

/**
 * Between the header of a key and its body there are line breaks, or in code the quotes and operators of a concatenated
 * string.
 */
const PRIVATE_KEY = String.raw`-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----[\s"'+,\x60\\nr]{1,60}(?:[A-Za-z0-9+/=]{40}|Proc-Type|Version|Comment)`;

/**
 * The kinds of secrets that are searched for, the most specific first. Keys that are meant to be public are not
 * included: Stripe publishable keys, measurement and project keys. Nor are Stripe test keys, which cannot move money. A
 * Google API key looks the same whether it is restricted to a site or pays for any use of Gemini by whoever reads it.
 */
export const SECRET_KINDS: readonly SecretKind[] = [
  {
    kind: message('a Google service account key'),
    pattern: PRIVATE_KEY,
    accepts: (_, before) => before.includes('service_account'),
  },
  { kind: message('a private key'), pattern: PRIVATE_KEY, accepts: () => true },
  { kind: message('an AWS access key'), pattern: 'A(?:KI|SI)A[A-Z2-7]{16}(?![A-Za-z0-9+/=])', accepts: token },
  { kind: message('a GitHub token'), pattern: 'gh[oprsu]_[A-Za-z0-9]{36}(?![A-Za-z0-9])', accepts: hasChecksum },
  {
    kind: message('a GitHub token'),
    pattern: String.raw`github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}(?!\w)`,
    accepts: token,
  },
  { kind: message('a GitLab token'), pattern: String.raw`gl(?:pat|dt|rt|ptt|soat)-[\w-]{20,60}`, accepts: random },
  { kind: message('an npm token'), pattern: 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])', accepts: hasChecksum },
  {
    kind: message('a Slack token'),
    pattern: String.raw`xox[abeoprs]-\d{6,14}-[\w-]{16,200}|xapp-\d-[A-Z0-9]{6,20}-\d{6,20}-[a-f0-9]{40,80}`,
    accepts: token,
  },
  {
    kind: message('a Slack webhook URL'),
    pattern: 'hooks\\.slack\\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{20,30}',
    accepts: token,
  },
  { kind: message('a Stripe live key'), pattern: '[rs]k_live_[A-Za-z0-9]{20,250}', accepts: token },
  {
    kind: message('an OpenAI key'),
    pattern: String.raw`sk-(?:(?:proj|svcacct|admin)-[\w-]{40,250}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})`,
    accepts: random,
  },
  { kind: message('an Anthropic key'), pattern: String.raw`sk-ant-[a-z]{3,8}\d\d-[\w-]{60,200}`, accepts: random },
  {
    kind: message('an API key'),
    pattern: String.raw`sk(?:-or-v\d-|-|_(?!test_))[A-Za-z0-9][\w.-]{31,200}`,
    accepts: (text) => random(text) && !isWords(text),
  },
  { kind: message('a billable Google API key'), pattern: String.raw`AIza[\w-]{35}(?![\w-])`, accepts: token },
  { kind: message('a Google client secret'), pattern: String.raw`GOCSPX-[\w-]{28}(?![\w-])`, accepts: token },
  { kind: message('a SendGrid key'), pattern: String.raw`SG\.[\w-]{22}\.[\w-]{43}(?![\w-])`, accepts: token },
  {
    kind: message('an Azure access key'),
    pattern: '(?:Account|SharedAccess)Key=[A-Za-z0-9+/]{42,86}==?',
    accepts: (text) => !text.includes(AZURITE),
  },
  {
    kind: message('a Telegram bot token'),
    pattern: String.raw`:AA[\w-]{33}(?![\w-])`,
    accepts: (text, before) => /(^|\D)\d{8,10}$/.test(before) && looksRandom(text),
  },
  {
    kind: message('a Discord bot token'),
    pattern: String.raw`(?:M[Tjz]|N[DTjz]|O[DT])[\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}`,
    accepts: isDiscordToken,
  },
  {
    kind: message('a signed token (JWT)'),
    pattern: SIGNED_TOKEN,
    accepts: isSecretJwt,
  },
  {
    kind: message('a password in a URL'),
    pattern: LOGIN_IN_ADDRESS,
    accepts: (text) => !isExamplePassword(text),
  },
  {
    kind: message('an Authorization header with a password or token'),
    pattern: LOGIN_HEADER,
    accepts: isSecretAuthorization,
  },
  {
    kind: message('a secret key or password'),
    pattern: ASSIGNMENT,
    accepts: isSecretValue,
    withinWord: true,
  },
];

/** The beginning of the fixed key of Azure's storage emulator, the same on every machine. */
const AZURITE = 'Eby8vdM02xN';

/** Names whose value is secret. `key` alone is not enough, because a map, a keyboard or a message has keys too. */
const SECRET_NAME =
  /(?:api|secret|private|access|auth|account|encryption|signing|client|master|service|license|twilio|admin)[-_]?(?:key|token|secret)$|^(?:.*[a-z_-])?(?:secret|password|passwd)$|(?:bearer|refresh|bot)[-_]?token$/i;
/** Names of values that are meant to be public. */
const PUBLIC_NAME = /public|publishable|anon|site|captcha|csrf|xsrf|recaptcha|i18n|locale/i;
/** Formats that have a more precise rule of their own, and keys that are meant to be public. */
const KNOWN_ELSEWHERE =
  /^(gh[oprsu]_|github_pat_|gl\w{2,4}-|npm_|xox|xapp-|[rsp]k_|sk-|GOCSPX-|SG\.|eyJ|AIza|A[KS]IA|phc_|pk\.|[a-z]+:\/\/)/;

/**
 * Whether `key: "value"` reveals a secret.
 * @param before the text before the match; it ends with the beginning of the name.
 */
function isSecretValue(assignment: string, before: string): boolean {
  const [, end = '', value = ''] = /^(\w+)[^\w:=]*[:=]\s*\\*["'`](.*?)\\*["'`]$/s.exec(assignment) ?? [];
  const name = (/[\w-]*$/.exec(before.slice(-60))?.[0] ?? '') + end;
  return (
    SECRET_NAME.test(name) &&
    !PUBLIC_NAME.test(name) &&
    !KNOWN_ELSEWHERE.test(value) &&
    looksRandom(value) &&
    !isWords(value)
  );
}

/** Whether `Bearer value"` or `Basic value"` contains a secret that no other rule covers. */
function isSecretAuthorization(text: string): boolean {
  const value = text.slice(text.indexOf(' ') + 1, -1);
  return !KNOWN_ELSEWHERE.test(value) && looksRandom(value) && !isWords(value);
}

/** Whether `https://user:password@host` is an example from documentation, or a host on the user's own machine. */
function isExamplePassword(address: string): boolean {
  const [, user = '', password = '', host = ''] = /^:\/\/([^:]*):([^@]*)@(.*)$/.exec(address) ?? [];
  return (
    user === password ||
    /^(p|pw|pwd|pass|passw(or)?d|secret|token|foo|bar|baz|test|abc|user(name)?|x+|\d{1,4})$/i.test(password) ||
    looksLikeExample(`${user}:${password}`) ||
    !host.includes('.') ||
    /(^|\.)(example(\.\w+)?|test|invalid|localhost|local|host\.com|domain\.com|site\.com)$|^127\./i.test(host)
  );
}

/**
 * Whether a text looks randomly generated: digits among letters, few repeated characters, and no typical words of an
 * example.
 */
function looksRandom(text: string): boolean {
  const isHex = /^[0-9a-f-]+$/i.test(text);
  return /\d\D*\d/.test(text) && /[a-z]/i.test(text) && !looksLikeExample(text) && entropy(text) >= (isHex ? 2.9 : 3.6);
}

/** Whether a text is a placeholder for a secret, as in documentation and templates. */
function looksLikeExample(text: string): boolean {
  return EXAMPLE.test(text) || /(.)\1{5}/.test(text) || /[<>{}$%*…]|\.\.\./.test(text);
}

const EXAMPLE =
  /your|example|placeholder|sample|dummy|fake|change_?me|replace|insert|redacted|xxxx|123456789|abcdefgh|secret[-_]?here|token[-_]?here|key[-_]?here|lorem|foobar|undefined/i;

/** Identifiers, paths and message names consist of words between dots, dashes and slashes, and contain few digits. */
function isWords(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return (
    digits * 20 < text.length ||
    text.split(/[-_./:]/).filter((part) => /^([a-z]{3,}|[A-Z]{4,}|[a-z]*([A-Z][a-z]{2,})+)$/.test(part)).length > 1
  );
}

/**
 * Shannon entropy in bits per character: at most 4 for hexadecimal digits, about 4.5 for 30 random letters and digits.
 */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0);
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Whether the last six characters of a GitHub or npm token are the CRC-32 of the characters between its prefix and
 * them, in base 62. Source: "Behind GitHub's new authentication token formats", github.blog, 2021, and npm's
 * equivalent.
 */
function hasChecksum(text: string): boolean {
  const body = text.slice(text.indexOf('_') + 1, -6);
  return inBase62(crc32(body)) === text.slice(-6);
}

function inBase62(value: number): string {
  return Array.from({ length: 6 }, (_, place) => BASE62[Math.floor(value / 62 ** (5 - place)) % 62]).join('');
}

/**
 * Whether a text is a signed JSON Web Token that grants access. Not secret: Supabase's anonymous key, which is meant to
 * be public, an expired token, and the example with `1234567890` from the documentation.
 */
function isSecretJwt(text: string): boolean {
  const [header = '', payload = ''] = text.split('.');
  if (typeof decodeObject(header)?.['alg'] !== 'string') return false;
  const claims = decodeObject(payload);
  if (!claims || claims['role'] === 'anon' || claims['sub'] === '1234567890') return false;
  return !(typeof claims['exp'] === 'number' && claims['exp'] * 1000 < Date.now());
}

function decodeObject(base64: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(base64, 'base64url').toString());
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? Object.fromEntries(Object.entries(parsed))
      : undefined;
  } catch {
    return undefined;
  }
}

/** A Discord bot token begins with the bot's ID of 17 to 20 digits, in base 64. */
function isDiscordToken(text: string): boolean {
  return /^\d{17,20}$/.test(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString('latin1'));
}

/**
 * Files that always contain a secret. A `.pem` or `.key` file is not in the list but is read, because it may be a
 * public certificate.
 */
const BY_NAME: readonly (readonly [RegExp, Message])[] = [
  [/^\.env(rc)?(\.(?!(example|sample|template|dist)$).*)?$/i, message('secret settings')],
  [/^(\.npmrc|\.yarnrc|\.pypirc|\.netrc|\.git-credentials|\.htpasswd)$/i, message('credentials for other services')],
  [/^id_(rsa|dsa|ecdsa|ed25519)$|\.(p12|pfx|jks|keystore|ppk)$/i, message('a private key')],
];

/** The kind of secret that a file contains according to its name; undefined if the name says nothing. */
export function secretByName(path: string): Message | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

const NO_TEXT =
  /\.(png|jpe?g|gif|webp|avif|ico|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|wasm|zip|crx|xpi|gz|br|zst|7z|rar|pdf|onnx|tflite)$/i;

/** Whether a file with this name is a picture, a sound, an archive or the like, which is not searched for secrets. */
export function isNoText(path: string): boolean {
  return NO_TEXT.test(path);
}
