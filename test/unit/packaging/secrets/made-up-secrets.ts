import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Characters that look random and are the same in every run. */
export function drawn(
  length: number,
  alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789',
  seed = 'seed',
): string {
  const bytes = Array.from({ length: Math.ceil(length / 32) }, (_, index) => [
    ...createHash('sha256').update(`${seed} ${index}`).digest(),
  ]).flat();
  return bytes
    .slice(0, length)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('');
}

export const HEX = '0123456789abcdef';
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const DIGITS = '0123456789';

/** With the checksum that GitHub and npm append. */
export function checked(prefix: string, seed = 'seed'): string {
  const body = drawn(30, undefined, seed);
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let rest = crc32(body);
  let sum = '';
  for (let place = 0; place < 6; place++, rest = Math.floor(rest / 62)) sum = `${alphabet[rest % 62]}${sum}`;
  return prefix + body + sum;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export function jwt(payload: object, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  return `${base64(header)}.${base64(payload)}.${drawn(43)}`;
}

/** In two parts, so that secret scanners do not report an example in this repository. */
export const MARK = ['PRIVATE', 'KEY'].join(' ');
const pem = (kind: string): string => `-----BEGIN ${kind}${MARK}-----`;
export const privateKey = `${pem('RSA ')}\n${drawn(64)}\n${drawn(64)}\n-----END RSA ${MARK}-----\n`;

/**
 * A text with one secret of each kind, and the kind that must be reported. The secrets are assembled here, so that no
 * file contains one.
 */
export const MADE_UP: readonly (readonly [kind: string, secret: string])[] = [
  ['a private key', privateKey],
  ['a private key', `${pem('')}\\n${drawn(64)}\\n`],
  ['a private key', `${pem('EC ')}" +\n  "${drawn(64)}" +`],
  ['a private key', `${pem('RSA ')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${drawn(32, HEX)}\n\n${drawn(64)}`],
  ['an AWS access key', `AKIA${drawn(16, UPPER)}`],
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((prefix) => ['a GitHub token', checked(`${prefix}_`)] as const),
  ['a GitHub token', `github_pat_${drawn(22)}_${drawn(59)}`],
  ['a GitLab token', `glpat-${drawn(20)}`],
  ['an npm token', checked('npm_')],
  ['a Slack token', `xoxb-${drawn(12, DIGITS)}-${drawn(12, DIGITS)}-${drawn(24)}`],
  ['a Slack webhook URL', `https://hooks.slack.com/services/T${drawn(9, UPPER)}/B${drawn(9, UPPER)}/${drawn(24)}`],
  ['a Stripe live key', `sk_live_${drawn(24)}`],
  ['a Stripe live key', `rk_live_${drawn(99)}`],
  ['an OpenAI key', `sk-proj-${drawn(60)}`],
  ['an Anthropic key', `sk-ant-api03-${drawn(90)}`],
  ['an API key', `sk_${drawn(40)}`],
  ['an API key', `sk-${drawn(32, HEX)}`],
  [
    'an API key',
    `sk_${drawn(8, HEX)}-${drawn(4, HEX)}-4${drawn(3, HEX)}-a${drawn(3, HEX)}-${drawn(12, HEX)}.${drawn(43)}`,
  ],
  ['a billable Google API key', `{ apiKey: "AIza${drawn(35)}" }`],
  ['a Google client secret', `GOCSPX-${drawn(28)}`],
  ['a SendGrid key', `SG.${drawn(22)}.${drawn(43)}`],
  ['an Azure access key', `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${drawn(86)}==`],
  ['a Telegram bot token', `${drawn(9, '123456789')}:AA${drawn(33)}`],
  ['a Discord bot token', `${Buffer.from(drawn(18, '123456789')).toString('base64url')}.${drawn(6)}.${drawn(38)}`],
  ['a signed token (JWT)', jwt({ sub: '1', role: 'service_role' })],
  ['a password in a URL', `postgres://admin:${drawn(12)}@db.company.net/main`],
  ['an Authorization header with a password or token', `headers: { Authorization: "Bearer ${drawn(40)}" }`],
  ['an API key', `headers: { Authorization: "Bearer sk-${drawn(40)}" }`],
  ['a secret key or password', `headers: { "x-api-key": "${drawn(40)}" }`],
  ['a secret key or password', `{ "api_key": "${drawn(40)}" }`],
  ['a secret key or password', `const clientSecret = '${drawn(32, HEX)}';`],
  ['a secret key or password', `TWILIO_AUTH_TOKEN="${drawn(32, HEX)}"`],
  [
    'a secret key or password',
    `aws_secret_access_key: "${drawn(40, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/')}"`,
  ],
  ['a secret key or password', `"sourcesContent":["const password = \\"${drawn(24)}\\";"]`],
];
