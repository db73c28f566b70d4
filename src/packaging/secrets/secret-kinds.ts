import { message, type Message } from '../../core/message';
import { isExamplePassword, isSecretAuthorization, isSecretValue } from './assignment';
import { isWords, looksLikeExample, looksRandom } from './randomness';
import { hasChecksum, isDiscordToken, isSecretJwt } from './token-checks';

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
/** A name that ends in one of these words, followed by a quoted text: in code, JSON, or JSON within a source map. */
const ASSIGNMENT = String.raw`(?:[kK][eE][yY]|[sS][eE][cC][rR][eE][tT]|[tT][oO][kK][eE][nN]|[pP][aA][sS][sS][wW](?:[oO][rR])?[dD])\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["'\x60][\w+/=.:~!@#$%^&*-]{16,200}\\{0,3}["'\x60]`;

/**
 * The kinds of secrets that are searched for, the most specific first. Keys that are meant to be public are not
 * included: Google browser keys (`AIza…`, restricted by referrer), Stripe publishable keys, measurement and project
 * keys. Nor are Stripe test keys, which cannot move money.
 */
export const SECRET_KINDS: readonly SecretKind[] = [
  {
    kind: message('Google service account key'),
    pattern: PRIVATE_KEY,
    accepts: (_, before) => before.includes('service_account'),
  },
  { kind: message('private key'), pattern: PRIVATE_KEY, accepts: () => true },
  { kind: message('AWS access key'), pattern: 'A(?:KI|SI)A[A-Z2-7]{16}(?![A-Za-z0-9+/=])', accepts: token },
  { kind: message('GitHub token'), pattern: 'gh[oprsu]_[A-Za-z0-9]{36}(?![A-Za-z0-9])', accepts: hasChecksum },
  {
    kind: message('GitHub token'),
    pattern: String.raw`github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}(?!\w)`,
    accepts: token,
  },
  { kind: message('GitLab token'), pattern: String.raw`gl(?:pat|dt|rt|ptt|soat)-[\w-]{20,60}`, accepts: random },
  { kind: message('npm token'), pattern: 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])', accepts: hasChecksum },
  {
    kind: message('Slack token'),
    pattern: String.raw`xox[abeoprs]-\d{6,14}-[\w-]{16,200}|xapp-\d-[A-Z0-9]{6,20}-\d{6,20}-[a-f0-9]{40,80}`,
    accepts: token,
  },
  {
    kind: message('Slack webhook URL'),
    pattern: 'hooks\\.slack\\.com/services/T[A-Z0-9]{6,12}/B[A-Z0-9]{6,12}/[A-Za-z0-9]{20,30}',
    accepts: token,
  },
  { kind: message('Stripe live key'), pattern: '[rs]k_live_[A-Za-z0-9]{20,250}', accepts: token },
  {
    kind: message('OpenAI key'),
    pattern: String.raw`sk-(?:(?:proj|svcacct|admin)-[\w-]{40,250}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20})`,
    accepts: random,
  },
  { kind: message('Anthropic key'), pattern: String.raw`sk-ant-[a-z]{3,8}\d\d-[\w-]{60,200}`, accepts: random },
  {
    kind: message('API key'),
    pattern: String.raw`sk(?:-or-v\d-|-|_(?!test_))[A-Za-z0-9][\w.-]{31,200}`,
    accepts: (text) => random(text) && !isWords(text),
  },
  { kind: message('Google client secret'), pattern: String.raw`GOCSPX-[\w-]{28}(?![\w-])`, accepts: token },
  { kind: message('SendGrid key'), pattern: String.raw`SG\.[\w-]{22}\.[\w-]{43}(?![\w-])`, accepts: token },
  {
    kind: message('Azure access key'),
    pattern: '(?:Account|SharedAccess)Key=[A-Za-z0-9+/]{42,86}==?',
    accepts: (text) => !text.includes(AZURITE),
  },
  {
    kind: message('Telegram bot token'),
    pattern: String.raw`:AA[\w-]{33}(?![\w-])`,
    accepts: (text, before) => /(^|\D)\d{8,10}$/.test(before) && looksRandom(text),
  },
  {
    kind: message('Discord bot token'),
    pattern: String.raw`(?:M[Tjz]|N[DTjz]|O[DT])[\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}`,
    accepts: isDiscordToken,
  },
  {
    kind: message('signed token (JWT)'),
    pattern: String.raw`eyJ[\w-]{10,400}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}`,
    accepts: isSecretJwt,
  },
  {
    kind: message('password in a URL'),
    pattern: '://[^\\s:@/"\'`<>(){}$\\\\]{1,80}:[^\\s:@/"\'`<>(){}$\\\\]{3,200}@[A-Za-z0-9.-]{3,100}',
    accepts: (text) => !isExamplePassword(text),
  },
  {
    kind: message('Authorization header with a password or token'),
    pattern: '(?:Bearer|Basic) [\\w+/=.~-]{20,500}["\'`]',
    accepts: isSecretAuthorization,
  },
  {
    kind: message('possible secret key or password'),
    pattern: ASSIGNMENT,
    accepts: isSecretValue,
    withinWord: true,
  },
];

/** The beginning of the fixed key of Azure's storage emulator, the same on every machine. */
const AZURITE = 'Eby8vdM02xN';
