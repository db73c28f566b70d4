import { message, type Message } from '../../../core/message';
import { edit } from '../../manifest/edits';
import { MANIFEST, type ManifestText } from '../../manifest/manifest-text';
import type { Liberty } from '../../manifest/lenient-json';
import type { Problem } from '../../problem';

const WHAT: Readonly<Record<Liberty['kind'], Message>> = {
  comment: message('a comment'),
  'line-break': message('a line break within a text'),
  'hex-escape': message('a \\x escape'),
};

/**
 * The newest image of the service reads `manifest.json` as strict JSON and refuses it otherwise, although Chromium
 * would load it.
 */
export function checkStrictness({ text, liberties: [first, ...others], byteOrderMark }: ManifestText): Problem[] {
  if (!first && !byteOrderMark) return [];
  const found = first ? [first, ...others] : [];
  return [
    {
      severity: 'warning',
      code: 'not-strict-json',
      message: message(
        'Chromium reads this {0}, but the service may refuse it, because it is not strict JSON: it has {1}. {2}',
        MANIFEST,
        first ? WHAT[first.kind] : message('a byte order mark'),
        first ? message('Remove it.') : message('Save the file as UTF-8 without a byte order mark.'),
      ),
      file: MANIFEST,
      ...text.positionAt(first?.offset ?? 0),
      ...(first && { length: text.lengthOnLine(first) }),
      ...(first && {
        fixes: [
          {
            kind: 'edit',
            title: message('Write it as strict JSON'),
            edits: found.map(({ offset, length, strict }) => edit(text, offset, offset + length, strict)),
          },
        ],
      }),
    },
  ];
}
