import { message } from '../../../core/message';
import { elements, property } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import type { PackageContents } from '../package-contents';
import { problemInManifest } from '../finding';

/**
 * Only an installation by policy allows blocking. The service installs by policy if `update.xml` and a `.crx` are at
 * the root; without them it does not report anything.
 */
export function checkWebRequest({ manifest, selection }: PackageContents): Problem[] {
  const asked = elements(property(manifest, 'permissions')).findLast(({ value }) => value === 'webRequestBlocking');
  const atRoot = selection.files.filter(({ path }) => !path.includes('/'));
  const isInstalledByPolicy =
    atRoot.some(({ path }) => path === 'update.xml') && atRoot.some(({ path }) => path.endsWith('.crx'));
  if (!asked || isInstalledByPolicy) return [];
  const words = message(
    '“webRequestBlocking” doesn’t work in unpacked extensions. Add update.xml and the packed extension (.crx) at the top of the folder, or use “declarativeNetRequest”.',
  );
  return [problemInManifest(manifest, asked, { severity: 'warning', code: 'web-request-blocking', message: words })];
}
