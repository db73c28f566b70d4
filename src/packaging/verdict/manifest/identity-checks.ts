import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { elements, member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem, ProblemCode } from '../../problem';
import { errorAt, removing, warningAt } from '../finding';
import { ASKED_VERSIONS } from '../asked-versions';
import { isVersionNumber } from './basic-checks';
import { reportedOnlyByVersions, olderThan } from '../versions';
import type { PackageContents } from '../package-contents';

/** Checks texts with a special meaning: URLs, the public key, the required Chromium version. */
export function checkIdentity({ manifest }: PackageContents): Problem[] {
  return [
    ...unless(
      manifest,
      'homepage_url',
      isWebAddress,
      'url',
      message('“homepage_url” must be a full URL that starts with http:// or https://.'),
    ),
    ...unless(
      manifest,
      'replacement_web_app',
      isWebAddress,
      'url',
      message('“replacement_web_app” must be a full URL that starts with https://.'),
    ),
    ...unless(manifest, 'update_url', isUpdateAddress, 'url', message('“update_url” must be a full URL without “#”.')),
    ...unless(
      manifest,
      'key',
      isPublicKey,
      'public-key',
      message(
        '“key” must be a Base64 public key without spaces. Copy it again, or remove it to get an ID from the folder.',
      ),
    ),
    ...checkMinimum(manifest, property(manifest, 'minimum_chrome_version')),
    ...elements(property(manifest, 'import')).flatMap((entry) =>
      checkMinimumOfImport(manifest, member(entry, 'minimum_version')),
    ),
  ];
}

function unless(
  manifest: ManifestText,
  key: string,
  isRight: (text: string) => boolean,
  code: ProblemCode,
  words: Message,
): Problem[] {
  const node = property(manifest, key);
  // A value that is not a text is reported by checkShapes.
  if (typeof node?.value !== 'string' || isRight(node.value) || (key === 'key' && node.value === '')) return [];
  return [errorAt(manifest, code, node, words, removing(manifest, node))];
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isUpdateAddress(text: string): boolean {
  return URL.canParse(text) && !text.includes('#');
}

/** Base64 on one line, or with the header and footer of a PEM file. */
function isPublicKey(text: string): boolean {
  const digits = withinPem(text)?.replaceAll(/\s/g, '') ?? text;
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(digits) && digits !== '';
}

function withinPem(text: string): string | undefined {
  const header = text.startsWith('-----BEGIN') ? text.indexOf('KEY-----') : -1;
  const footer = text.indexOf('-----END', header + 'KEY-----'.length);
  return header < 0 || footer < 0 ? undefined : text.slice(header + 'KEY-----'.length, footer);
}

function checkMinimum(manifest: ManifestText, node: Node | undefined): Problem[] {
  if (typeof node?.value !== 'string' || node.value === '') return [];
  if (!isVersionNumber(node.value)) {
    return [
      errorAt(
        manifest,
        'minimum-chrome-version',
        node,
        message('“minimum_chrome_version” must be numbers separated by dots, such as "120" or "120.0.6099.71".'),
        removing(manifest, node),
      ),
    ];
  }
  const older = olderThan(node.value);
  if (older.length === 0) return [];
  const isNewest = older.length === ASKED_VERSIONS.length;
  // Only a warning, although every tested Chromium rejects it: a session may run a newer one, and an error would block
  // an extension that loads there.
  const words = isNewest
    ? message(
        '“minimum_chrome_version” requires Chromium {0}. Older versions, such as {1}, reject the extension. Use a session with a newer browser, or lower the version.',
        node.value,
        ASKED_VERSIONS.at(-1) ?? '',
      )
    : message(
        'Chromium versions before {0} reject this extension. Use a session with a newer browser, or lower the version.',
        node.value,
      );
  const problem = warningAt(manifest, 'minimum-chrome-version', node, words, removing(manifest, node));
  return [isNewest ? problem : reportedOnlyByVersions(problem, older)];
}

function checkMinimumOfImport(manifest: ManifestText, node: Node | undefined): Problem[] {
  if (typeof node?.value !== 'string' || isVersionNumber(node.value)) return [];
  return [
    errorAt(
      manifest,
      'minimum-chrome-version',
      node,
      message('“minimum_version” must be numbers separated by dots, such as "1.0".'),
      removing(manifest, node),
    ),
  ];
}
