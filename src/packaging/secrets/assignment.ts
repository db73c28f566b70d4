import { isWords, looksLikeExample, looksRandom } from './randomness';

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

/** Whether `Bearer value"` or `Basic value"` contains a secret that no other rule covers. */
export function isSecretAuthorization(text: string): boolean {
  const value = text.slice(text.indexOf(' ') + 1, -1);
  return !KNOWN_ELSEWHERE.test(value) && looksRandom(value) && !isWords(value);
}

/** Whether `https://user:password@host` is an example from documentation, or a host on the user's own machine. */
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
