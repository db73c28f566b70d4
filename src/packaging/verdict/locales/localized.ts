import type { Node } from 'jsonc-parser';
import { message } from '../../../core/message';
import type { ManifestText } from '../../manifest/manifest-text';
import { PREDEFINED, variablesIn } from '../../manifest/messages';
import { valuesAt } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { problemInManifest } from '../finding';

/** The places where Chromium replaces `__MSG_…__`; anywhere else in the manifest it leaves the text unchanged. */
const PLACES = [
  'name',
  'short_name',
  'description',
  'action.default_title',
  'browser_action.default_title',
  'page_action.default_title',
  'omnibox.keyword',
  'commands.*.description',
  'file_browser_handlers[].default_title',
  'input_components[].name',
  'input_components[].description',
  'chrome_settings_overrides.homepage',
  'chrome_settings_overrides.search_provider.*',
  'chrome_settings_overrides.search_provider.alternate_urls[]',
  'chrome_settings_overrides.startup_pages[]',
];

/** The texts of the manifest in which Chromium replaces messages. */
export function localizedNodes(root: Node): readonly Node[] {
  return PLACES.flatMap((place) => valuesAt(root, place)).filter(({ type }) => type === 'string');
}

/**
 * Reports messages that the manifest uses but that no locale read by the service's browser defines. If only the default
 * locale lacks a message, the problem is a warning that browsers in other languages reject the extension.
 * @param keys in lower case.
 */
export function undefinedMessages(
  manifest: ManifestText,
  keys: ReadonlySet<string>,
  inDefault: ReadonlyMap<string, string>,
  file: string,
): Problem[] {
  return localizedNodes(manifest.root).flatMap((node) =>
    variablesIn(String(node.value), '__MSG_', '__').flatMap((key): Problem[] => {
      const lower = key.toLowerCase();
      if (PREDEFINED.includes(lower) || inDefault.has(lower)) return [];
      if (keys.has(lower)) {
        const words = message(
          'The message “{0}” is missing in {1}. Browsers in other languages reject the extension. Add it there.',
          key,
          file,
        );
        return [problemInManifest(manifest, node, { severity: 'warning', code: 'message-undefined', message: words })];
      }
      const words = message('The message “{0}” is missing in {1}. Add it: "{0}": { "message": "…" }', key, file);
      return [problemInManifest(manifest, node, { severity: 'error', code: 'message-undefined', message: words })];
    }),
  );
}
