import { isUtf8 } from 'node:buffer';
import { message } from '../../../core/message';
import type { NamedFile, Place } from '../../manifest/named-files';
import type { Problem } from '../../problem';
import { FILE_USES } from './file-uses';
import type { PackageContents } from '../package-contents';
import { checkRules } from '../rules/rules-file';
import { checkSchema } from './schema-file';
import { problemInManifest } from '../finding';

const SCRIPTS: ReadonlySet<Place> = new Set<Place>(['content_scripts[].js[]', 'content_scripts[].css[]']);
const ICONS: ReadonlySet<Place> = new Set<Place>(['icons.*', 'action.default_icon', 'action.default_icon.*']);

/** Longer files are not checked: Chromium reads up to 500 MB, but reading so much would keep the user waiting. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Checks what Chromium checks in the named files when it loads the extension. */
export async function checkContent(contents: PackageContents, named: NamedFile): Promise<Problem[]> {
  if (FILE_USES[named.place]?.endings?.known.test(named.path) === false) return [];
  if (SCRIPTS.has(named.place)) return checkEncoding(contents, named);
  if (ICONS.has(named.place)) return checkIcon(contents, named);
  if (named.place === 'declarative_net_request.rule_resources[].path') return withContent(contents, named, checkRules);
  if (named.place === 'storage.managed_schema') return withContent(contents, named, checkSchema);
  return [];
}

async function withContent(
  contents: PackageContents,
  named: NamedFile,
  check: (file: string, bytes: Buffer) => Problem[],
): Promise<Problem[]> {
  const bytes = await contents.read(named.path, MAX_BYTES);
  return bytes ? check(named.path, bytes) : [];
}

/** The characters that Chromium rejects as not being text: U+FDD0 to U+FDEF, and the last two of each plane. */
const NONCHARACTER =
  /[\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}\u{4fffe}\u{4ffff}\u{5fffe}\u{5ffff}\u{6fffe}\u{6ffff}\u{7fffe}\u{7ffff}\u{8fffe}\u{8ffff}\u{9fffe}\u{9ffff}\u{afffe}\u{affff}\u{bfffe}\u{bffff}\u{cfffe}\u{cffff}\u{dfffe}\u{dffff}\u{efffe}\u{effff}\u{ffffe}\u{fffff}\u{10fffe}\u{10ffff}]/u;

async function checkEncoding(contents: PackageContents, named: NamedFile): Promise<Problem[]> {
  const bytes = await contents.read(named.path, MAX_BYTES);
  if (!bytes) return [];
  const at = isUtf8(bytes) ? NONCHARACTER.exec(bytes.toString())?.index : -1;
  if (at === undefined) return [];
  const words =
    at < 0
      ? message('{0} isn’t UTF-8. Save it in UTF-8.', named.path)
      : message('{0} contains a Unicode noncharacter such as U+FFFF. Escape it, as in \\uffff.', named.path);
  return [problemInManifest(contents.manifest, named.node, { severity: 'error', code: 'not-utf-8', message: words })];
}

/** Chromium checks an icon's size when it loads the extension, and its content when it draws it. */
async function checkIcon(contents: PackageContents, named: NamedFile): Promise<Problem[]> {
  const file = contents.file(named.path);
  if (!file) return [];
  if (file.bytes === 0) {
    return [
      problemInManifest(contents.manifest, named.node, {
        severity: 'error',
        code: 'file-empty',
        message: message('The icon “{0}” is empty. Use a PNG image.', named.path),
      }),
    ];
  }
  const bytes = await contents.read(named.path, MAX_BYTES);
  if (!bytes || isImage(bytes)) return [];
  return [
    problemInManifest(contents.manifest, named.node, {
      severity: 'warning',
      code: 'not-an-image',
      message: message('Chromium can’t show the icon “{0}” and uses a default one. Use a PNG image.', named.path),
    }),
  ];
}

const STARTS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'BM', '\0\0\x01\0'];

/** PNG, JPEG, GIF, BMP, ICO, WebP; Chromium does not draw an SVG as the icon of an extension. */
function isImage(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  return STARTS.some((each) => start.startsWith(each)) || (start.startsWith('RIFF') && start.endsWith('WEBP'));
}
