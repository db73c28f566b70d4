import { type Case, change } from '../case';

const OF_PAGES = [
  "script-src 'self'",
  "script-src 'self'; object-src 'self'",
  "default-src 'self'",
  "default-src 'none'",
  "object-src 'self'",
  "script-src 'self' 'unsafe-eval'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "script-src 'self' 'unsafe-inline'",
  "script-src 'self' https://a.b",
  "script-src 'self' http://localhost",
  "script-src 'self' http://localhost:3000",
  "script-src 'self' http://127.0.0.1:*",
  "script-src 'self' ws://localhost",
  "script-src 'self' 'sha256-AAAA'",
  "script-src 'self' 'nonce-a'",
  'script-src *',
  "script-src 'none'",
  'script-src',
  'script-src self',
  "script-src 'self' 'strict-dynamic'",
  "script-src 'self' blob:",
  "script-src 'self' data:",
  "script-src 'self' chrome-extension://abcdefghijklmnopabcdefghijklmnop/",
  "script-src 'self'; connect-src *",
  "SCRIPT-SRC 'SELF'",
  "script-src 'self'; object-src *",
  "script-src 'self'; object-src https://a.b",
  "script-src 'self'; object-src 'unsafe-eval'",
  "script-src 'self'; worker-src blob:",
  "script-src 'self'; worker-src 'self' https://a.b",
  "default-src 'self' 'unsafe-eval'",
  "default-src *; script-src 'self'",
  "default-src *; script-src 'self'; object-src 'self'",
  "script-src 'self'; script-src *",
  "script-src 'self',object-src 'self'",
  "script-src 'self'; script-src-elem https://a.b",
  "script-src 'self'; script-src-elem 'self'",
  "script-src 'self' 'inline-speculation-rules'",
  "script-src 'self' 'report-sample'",
  "script-src 'self';",
  "; script-src 'self'",
  "script-src 'self' 'trusted-types-eval'",
  "script-src 'self'; worker-src *",
  "default-src 'self'; worker-src https://a.b",
  "default-src https://a.b; script-src 'self'; object-src 'self'; worker-src 'self'",
  "script-src 'self'; script-src-attr 'unsafe-inline'",
  "script-src 'self' 'unsafe-hashes'",
  "script-src 'self' filesystem:",
  "default-src 'self'; style-src 'unsafe-inline'",
  "script-src\t'self'",
  "script-src 'self' http://localhost:3000/x",
  "script-src 'self' https://localhost",
  "default-src 'self'; object-src https://a.b",
  "script-src 'self'; object-src 'none'; x",
];
const OF_SANDBOX = [
  'sandbox allow-scripts',
  "sandbox allow-scripts; script-src 'self' 'unsafe-eval' https://a.b",
  "script-src 'self'",
  'sandbox',
  'sandbox allow-same-origin',
  "sandbox allow-scripts allow-same-origin; script-src 'self'",
  "sandbox allow-scripts allow-forms allow-popups allow-modals; script-src 'self' 'unsafe-inline' 'unsafe-eval'; child-src 'self';",
  '',
  'sandbox allow-top-navigation',
  'sandbox allow-x',
];

/** Some of these could end the header in which a policy is sent. */
const ODD_LETTERS = [',', '\r', '\n', '\0', '\t', '\v', '\f', '\x01', ' ', 'ü'];
const OF_APP = { manifest_version: 2, app: { launch: { local_path: 'popup.html' } }, background: undefined };

export const contentSecurityPolicy: readonly Case[] = [
  ...OF_PAGES.map((policy) => change(`pages: ${policy}`, { content_security_policy: { extension_pages: policy } })),
  ...OF_SANDBOX.map((policy) => change(`sandbox: ${policy}`, { content_security_policy: { sandbox: policy } })),
  ...ODD_LETTERS.flatMap((letter) => [
    change(`pages with ${JSON.stringify(letter)}`, {
      content_security_policy: { extension_pages: `script-src 'self';${letter}` },
    }),
    change(`sandbox with ${JSON.stringify(letter)}`, {
      content_security_policy: { sandbox: `sandbox allow-scripts;${letter}` },
    }),
    change(`packaged app with ${JSON.stringify(letter)}`, {
      ...OF_APP,
      content_security_policy: `script-src 'self';${letter} object-src 'self'`,
    }),
    change(`sandbox of a packaged app with ${JSON.stringify(letter)}`, {
      ...OF_APP,
      sandbox: { pages: ['popup.html'], content_security_policy: `sandbox allow-scripts;${letter}` },
    }),
  ]),
  ...[
    'script-src',
    "script-src 'self'",
    'sandbox allow-same-origin',
    'sandbox allow-popups',
    'sandbox allow-top-navigation',
    'sandbox',
  ].map((policy) =>
    change(`sandbox of a packaged app: ${policy}`, {
      ...OF_APP,
      sandbox: { pages: ['popup.html'], content_security_policy: policy },
    }),
  ),
];
