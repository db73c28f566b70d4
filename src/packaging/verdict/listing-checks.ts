import type { Node } from 'jsonc-parser';
import { message } from '../../core/message';
import { MANIFEST, member, members, property } from '../manifest/manifest-text';
import type { Problem } from '../problem';
import { keyOf, problemAt, type Source, warningAt } from './finding';
import type { PackageContents } from './package-contents';

/** Characters. Source: https://developer.chrome.com/docs/extensions/reference/manifest/description */
export const MAX_DESCRIPTION = 132;
/** Pixels. Source: https://developer.chrome.com/docs/extensions/reference/manifest/icons */
export const STORE_ICON = 128;

/** Checks what the store rejects of a manifest that Chromium loads. */
export function checkStoreKeys({ manifest }: PackageContents): Problem[] {
  const description = property(manifest, 'description');
  const icons = property(manifest, 'icons');
  // Without any icon, an extension is not for the store yet.
  const sizes = icons ? members(icons).map(({ key }) => Number(key.value)) : [];
  return [
    ...(description ? checkDescription({ file: MANIFEST, text: manifest.text }, description) : []),
    ...(icons && sizes.length > 0 && sizes.every((size) => size < STORE_ICON)
      ? [
          warningAt(
            manifest,
            'icon-size',
            keyOf(icons),
            message(
              'The store requires an icon of {0} × {0} pixels, which Chrome shows at the installation too. Add "{0}".',
              STORE_ICON,
            ),
          ),
        ]
      : []),
  ];
}

/** The description in a manifest, or what a locale has for it. */
export function checkDescription(source: Source, { value, offset, length }: Node): Problem[] {
  // What is put together of messages is as long as they are.
  if (typeof value !== 'string' || /__MSG_|\$/.test(value)) return [];
  const characters = Array.from(value).length;
  if (characters <= MAX_DESCRIPTION) return [];
  return [
    problemAt(
      source,
      { offset, length },
      {
        severity: 'warning',
        code: 'description-length',
        message: message(
          'The description has {0} characters, and the store accepts {1}. Shorten it.',
          characters,
          MAX_DESCRIPTION,
        ),
      },
    ),
  ];
}

/** The text that a locale has for a value of the manifest which is `__MSG_key__`, and nothing else. */
export function localizedText(value: Node | undefined, messages: Node): Node | undefined {
  const [, key] = /^__MSG_(\w+)__$/.exec(String(value?.value)) ?? [];
  if (key === undefined) return undefined;
  // The last one counts, in any case.
  const found = members(messages).findLast((each) => String(each.key.value).toLowerCase() === key.toLowerCase());
  return found && member(found.value, 'message');
}
