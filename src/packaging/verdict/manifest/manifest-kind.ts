import { message, type Message } from '../../../core/message';
import { member, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { keyOf, removing, warningAt } from '../finding';

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
