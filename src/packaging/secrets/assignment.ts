import { isWords, looksLikeExample, looksRandom } from './randomness';

/**
 * Names whose value is kept secret. `key` alone stands before anything: a key of a map, of a keyboard, of a message.
 */
const SECRET_NAME =
  /(?:api|secret|private|access|auth|account|encryption|signing|client|master|service|license|twilio|admin)[-_]?(?:key|token|secret)$|^(?:.*[a-z_-])?(?:secret|password|passwd)$|(?:bearer|refresh|bot)[-_]?token$/i;
/** Made to stand in pages. */
const PUBLIC_NAME = /public|publishable|anon|site|captcha|csrf|xsrf|recaptcha|i18n|locale/i;
/** Formats that have a rule of their own, which knows better; and keys that are made to stand in pages. */
const KNOWN_ELSEWHERE =
  /^(gh[oprsu]_|github_pat_|gl\w{2,4}-|npm_|xox|xapp-|[rsp]k_|sk-|GOCSPX-|SG\.|eyJ|AIza|A[KS]IA|phc_|pk\.|[a-z]+:\/\/)/;

/** Whether `key: "value"`, of which `before` holds the beginning of the name, gives a secret away. */
export function isSecretValue(assignment: string, before: string): boolean {
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

/** Whether `Bearer value"` or `Basic value"` holds a secret that no rule of its own knows. */
export function isSecretAuthorization(text: string): boolean {
  const value = text.slice(text.indexOf(' ') + 1, -1);
  return !KNOWN_ELSEWHERE.test(value) && looksRandom(value) && !isWords(value);
}

/** `https://user:password@host` of documents, and what stays on the person's own machine. */
export function isExamplePassword(address: string): boolean {
  const [, user = '', password = '', host = ''] = /^:\/\/([^:]*):([^@]*)@(.*)$/.exec(address) ?? [];
  return (
    user === password ||
    /^(p|pw|pwd|pass|passw(or)?d|secret|token|foo|bar|baz|test|abc|user(name)?|x+|\d{1,4})$/i.test(password) ||
    looksLikeExample(`${user}:${password}`) ||
    !host.includes('.') ||
    /(^|\.)(example(\.\w+)?|test|invalid|localhost|local|host\.com|domain\.com|site\.com)$|^127\./i.test(host)
  );
}
