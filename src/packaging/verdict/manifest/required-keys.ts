import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem, ProblemCode } from '../../problem';
import { errorAt } from '../finding';
import { MAX_INTEGER } from './integer';
import { isVersionNumber } from './version-number';
import type { PackageContents } from '../package-contents';

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
