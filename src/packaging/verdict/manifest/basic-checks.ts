import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { edit } from '../../manifest/edits';
import type { NonStrictSyntax } from '../../manifest/json';
import { MANIFEST, type ManifestText, member, property } from '../../manifest/manifest-text';
import type { Problem, ProblemCode } from '../../problem';
import { errorAt, keyOf, removing, warningAt } from '../finding';
import type { PackageContents } from '../package-contents';

/**
 * The keys that make Chromium read a manifest as something other than an extension, which has rules of its own. If
 * there are several, the first counts.
 */
const KINDS: Readonly<Record<string, Message>> = {
  theme: message('theme'),
  export: message('shared module'),
  app: message('Chrome app'),
  chromeos_system_extension: message('ChromeOS system extension'),
};
const HOSTED_APP = message('hosted app');

/**
 * Warns of a manifest that is not an extension's. Nobody uploads a theme or an app to try it out, so all other checks
 * are about extensions alone.
 */
export function checkKind(manifest: ManifestText): Problem[] {
  const found = Object.entries(KINDS).flatMap(([key, kind]) => {
    const value = property(manifest, key);
    return value ? [{ key, value, kind: isHostedApp(manifest) && key === 'app' ? HOSTED_APP : kind }] : [];
  });
  return found.slice(0, 1).map(({ key, value, kind }) => {
    const words = message(
      '“{0}” makes this a {1}, which isn’t checked further. If it should be an extension, remove “{0}”.',
      key,
      kind,
    );
    return warningAt(manifest, 'no-extension', keyOf(value), words, removing(manifest, value));
  });
}

function isHostedApp(manifest: ManifestText): boolean {
  const app = property(manifest, 'app');
  return (member(app, 'urls') ?? member(member(app, 'launch'), 'web_url')) !== undefined;
}

/** Compares the number as it is written, because Chromium does not treat 2.0 as 2. */
export function isVersion2({ text, keys }: ManifestText): boolean {
  const found = keys.get('manifest_version');
  return found !== undefined && text.getText(found) === '2';
}

/**
 * Checks the keys without which Chromium rejects the extension, so that nothing would be loaded after an upload.
 * Chromium's own message on versions says "between 0 and 65536", but it accepts parts up to 4294967295, and leading
 * zeros in all parts but the first.
 */
export function checkRequiredKeys({ manifest }: PackageContents): Problem[] {
  return [...manifestVersion(manifest), ...name(manifest), ...version(manifest)];
}

function manifestVersion(manifest: ManifestText): Problem[] {
  const found = property(manifest, 'manifest_version');
  const remedy = message('Use: "manifest_version": 3');
  if (!found) return [missing(manifest, 'manifest-version', message('“manifest_version” is required. {0}', remedy))];
  const raw = manifest.text.getText(found);
  if (raw === '2') {
    return [
      at(
        manifest,
        'manifest-version',
        found,
        message('Chromium no longer loads extensions with manifest version 2. Migrate to manifest version 3.'),
      ),
    ];
  }
  // Chromium also rejects 3.0 and "3", and accepts 4 and above.
  if (/^\d+$/.test(raw) && Number(raw) >= 3 && Number(raw) <= MAX_INTEGER) return [];
  return [
    at(
      manifest,
      'manifest-version',
      found,
      message('“manifest_version” must be the number 3, without quotes or decimals. {0}', remedy),
    ),
  ];
}

function name(manifest: ManifestText): Problem[] {
  const found = property(manifest, 'name');
  if (!found) return [missing(manifest, 'name', message('“name” is required. Add: "name": "My Extension"'))];
  if (typeof found.value === 'string' && found.value !== '') return [];
  return [at(manifest, 'name', found, message('“name” must be a non-empty string.'))];
}

const MAX_VERSION_PARTS = 4;

function version(manifest: ManifestText): Problem[] {
  const found = property(manifest, 'version');
  if (!found) return [missing(manifest, 'version', message('“version” is required. Add: "version": "1.0"'))];
  const value: unknown = found.value;
  if (typeof value === 'string' && isVersionNumber(value) && value.split('.').length <= MAX_VERSION_PARTS) return [];
  return [
    at(
      manifest,
      'version',
      found,
      message('“version” must be a string of one to four integers separated by dots, such as: "version": "1.0"'),
    ),
  ];
}

function at(manifest: ManifestText, code: ProblemCode, node: Node, words: Message): Problem {
  return errorAt(manifest, code, node, words);
}

/** A missing key is reported at the opening brace. */
function missing(manifest: ManifestText, code: ProblemCode, words: Message): Problem {
  return at(manifest, code, manifest.root, words);
}

/** The largest value of a part of a version: 32 bits. */
const MAX_PART = 4_294_967_295;

/**
 * Whether Chromium accepts the text as a version: integers separated by dots, of which only the first must not have
 * leading zeros.
 */
export function isVersionNumber(text: string): boolean {
  return /^(0|[1-9]\d*)(\.\d+)*$/.test(text) && text.split('.').every((part) => Number(part) <= MAX_PART);
}

/** Chromium stores an integer of a manifest in 32 bits, and does not accept a larger number as an integer. */
const MAX_INTEGER = 2_147_483_647;

const WORDS: Readonly<Record<NonStrictSyntax['kind'], Message>> = {
  comment: message('Chromium accepts comments here, but the service may not. Remove them.'),
  'line-break': message('Chromium accepts line breaks in strings, but the service may not. Write \\n instead.'),
  'hex-escape': message('Chromium accepts \\x escapes, but the service may not. Write \\u escapes instead.'),
};

const BYTE_ORDER_MARK = message(
  'Chromium accepts a byte order mark, but the service may not. Save the file as UTF-8 without it.',
);

/**
 * The newest image of the service reads `manifest.json` as strict JSON and rejects anything else, although Chromium
 * would load it.
 */
export function checkStrictness({ manifest }: PackageContents): Problem[] {
  const {
    text,
    nonStrict: [first, ...others],
    byteOrderMark,
  } = manifest;
  if (!first && !byteOrderMark) return [];
  const found = first ? [first, ...others] : [];
  return [
    {
      severity: 'warning',
      code: 'not-strict-json',
      message: first ? WORDS[first.kind] : BYTE_ORDER_MARK,
      file: MANIFEST,
      ...text.positionAt(first?.offset ?? 0),
      ...(first && { length: text.lengthOnLine(first) }),
      ...(first && {
        fixes: [
          {
            kind: 'edit',
            title: message('Convert to strict JSON'),
            edits: found.map(({ offset, length, strict }) => edit(text, offset, offset + length, strict)),
          },
        ],
      }),
    },
  ];
}
