import { message, type Message } from '../../../core/message';
import { edit } from '../../manifest/edits';
import { MANIFEST } from '../../manifest/manifest-text';
import type { Liberty } from '../../manifest/json';
import type { Problem } from '../../problem';
import type { PackageContents } from '../package-contents';

const WORDS: Readonly<Record<Liberty['kind'], Message>> = {
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
    liberties: [first, ...others],
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
