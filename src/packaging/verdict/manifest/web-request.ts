import { message } from '../../../core/message';
import { elements, property } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import type { PackageContents } from '../package-contents';
import { problemInManifest } from '../finding';

/**
 * The service installs by policy, which alone allows blocking, where `update.xml` and a `.crx` lie at the root; without
 * them it says nothing.
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
