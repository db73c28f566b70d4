import { MANIFEST } from '../../manifest/manifest-text';
import { namedFiles } from '../../manifest/named-files';
import type { PackageContents } from '../package-contents';

/** More bytes of scripts and pages than this are not searched, and nothing is said. */
export const MAX_CODE_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 2000;

/** Files in which no code is. */
const NO_CODE =
  /\.(?:png|apng|avif|bmp|gif|ico|jpe?g|jfif|svg|tiff?|webp|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|webm|css|map|md|txt|pem|pdf)$|(?:^|\/)(?:LICENSE|README|NOTICE)[^/]*$|^_locales\//i;
/** Files that name what scripts use, but in which Chromium runs no script. */
const NO_SCRIPT = /\.(?:html?|json)$/i;

/** The paths of all scripts and pages; undefined if there are too many, or if one that the manifest names is missing. */
export function codeFiles(contents: PackageContents): readonly string[] | undefined {
  const files = contents.selection.files.filter(({ path }) => path !== MANIFEST && !NO_CODE.test(path));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isWhole = namedFiles(contents.manifest).every(({ path }) => contents.has(path));
  return isWhole && bytes <= MAX_CODE_BYTES && files.length <= MAX_FILES ? files.map(({ path }) => path) : undefined;
}

/** Whether Chromium runs the file as a script. */
export function isScript(path: string): boolean {
  return !NO_SCRIPT.test(path);
}
