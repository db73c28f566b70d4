import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { errorAt, removing } from '../finding';
import { reportedOnlyBy } from '../versions';
import type { PackageContents } from '../package-contents';

/** The directives that Chromium checks. Only for the first one, `default-src` is used if it is missing. */
const GUARDED = ['script-src', 'object-src', 'worker-src'];
const SAFE_SOURCE = /^(?:'self'|'none'|'wasm-unsafe-eval'|http:\/\/(?:localhost|127\.0\.0\.1)(?::[\d*]+)?(?:\/.*)?)$/i;

/** Chromium rejects policies that allow an extension's pages to run code that is not part of the extension. */
export function checkContentSecurityPolicy({ manifest }: PackageContents): Problem[] {
  const policies = property(manifest, 'content_security_policy');
  const sandboxed = property(manifest, 'sandbox');
  const [pages, sandbox, old] = [
    member(policies, 'extension_pages'),
    member(policies, 'sandbox'),
    member(sandboxed, 'content_security_policy'),
  ];
  return [
    ...[pages, sandbox, old].flatMap((node) =>
      typeof node?.value === 'string' ? checkLetters(manifest, node, node.value) : [],
    ),
    ...(typeof pages?.value === 'string'
      ? unsafe(pages.value).map((words) =>
          errorAt(manifest, 'content-security-policy', pages, words, removing(manifest, pages)),
        )
      : []),
    ...(typeof sandbox?.value === 'string' && !isSandbox(sandbox.value)
      ? [
          errorAt(
            manifest,
            'content-security-policy',
            sandbox,
            message(
              'The policy of sandboxed pages needs “sandbox” without “allow-same-origin”, such as: sandbox allow-scripts',
            ),
            removing(manifest, sandbox),
          ),
        ]
      : []),
    ...(old
      ? [
          errorAt(
            manifest,
            'content-security-policy',
            old,
            message(
              'With manifest version 3, the policy of sandboxed pages belongs in “content_security_policy.sandbox”. Move it there.',
            ),
            removing(manifest, old),
          ),
        ]
      : []),
  ];
}

/** A policy is sent as a header, which limits its characters. */
function checkLetters(manifest: ManifestText, node: Node, policy: string): Problem[] {
  const refusal = (words: Message): Problem =>
    errorAt(manifest, 'content-security-policy', node, words, removing(manifest, node));
  if (/[,\r\n]/.test(policy) || policy.includes('\0'))
    return [refusal(message('A policy must be one line without commas. Separate its directives with semicolons.'))];
  return /^[\t\f -~]*$/.test(policy)
    ? []
    : [
        reportedOnlyBy(refusal(message('A policy can contain only ASCII characters. Percent-encode the others.')), {
          from: 156,
        }),
      ];
}

function unsafe(policy: string): Message[] {
  const lists = directives(policy);
  const sources = (directive: string): readonly string[] | undefined =>
    lists.get(directive) ?? (directive === 'script-src' ? lists.get('default-src') : undefined);
  if (!sources('script-src'))
    return [message("The policy needs “script-src” or “default-src”, such as: script-src 'self'")];
  return GUARDED.flatMap((directive) => {
    const strange = sources(directive)?.find((source) => !SAFE_SOURCE.test(source));
    return strange === undefined
      ? []
      : [
          message(
            '“{0}” isn’t allowed in “{1}”: extensions run only their own code. Remove it from the policy.',
            strange,
            directive,
          ),
        ];
  }).slice(0, 1);
}

/** If a directive occurs twice, the first one counts. */
function directives(policy: string): Map<string, readonly string[]> {
  const all = policy
    .split(';')
    .map((each) => each.trim().split(/\s+/))
    .filter(([name]) => name !== '');
  return new Map(all.toReversed().map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

function isSandbox(policy: string): boolean {
  const tokens = directives(policy).get('sandbox');
  return tokens !== undefined && !tokens.some((token) => token.toLowerCase() === 'allow-same-origin');
}
