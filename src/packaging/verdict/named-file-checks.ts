import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from 'jsonc-parser';
import { throwIfCancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { removeElement, removeMember, replaceValue } from '../manifest/edits';
import { type ManifestText, property } from '../manifest/manifest-text';
import { SOURCE } from '../manifest/pages';
import { filePlaces, type NamedFile, type Place } from '../manifest/named-files';
import type { Fix, Problem } from '../problem';
import type { ExcludedFile } from '../selection/rule';
import type { SourceText } from '../source-text';
import { FILE_USES, type FileUse } from './file-uses';
import { problemInManifest } from './finding';
import { MANIFEST_FORMAT } from './manifest/manifest-format';
import { checkShape } from './manifest/shape-checks';
import type { PackageContents } from './package-contents';
import { checkRules } from './rules-file';
import { checkSchema } from './schema-file';

/**
 * Checks the files that the manifest names: whether they exist, and their contents. An icon in a format that Chromium
 * does not draw is reported once, wherever it is named.
 */
export async function checkNamedFiles(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const problems: (readonly Problem[])[] = [];
  const read = new Set<string>();
  const noImages = new Set<string>();
  for (const named of namesRead(contents.manifest)) {
    throwIfCancelled(signal);
    problems.push(await checkName(contents, named));
    // A file that is named many times is read once for each use.
    const use = `${named.place}\0${named.path}`;
    const found = read.has(use) ? [] : await checkContent(contents, named);
    read.add(use);
    const isNoImage = found.some(({ code }) => code === 'not-an-image');
    if (!isNoImage || !noImages.has(named.path)) problems.push(found);
    if (isNoImage) noImages.add(named.path);
  }
  return problems.flat();
}

/** The names that Chromium reads: of the two keys for a page of options it reads one. */
function namesRead(manifest: ManifestText): readonly NamedFile[] {
  const named = filePlaces(manifest);
  const isRead = isWhole(manifest, 'options_ui');
  const uses = isRead && named.some((each) => each.place === 'options_ui.page' && each.path !== '');
  return named.filter(({ place }) => (place === 'options_ui.page' ? isRead : place !== 'options_page' || !uses));
}

/** Chromium ignores “options_ui” completely if any part of it is invalid. */
function isWhole(manifest: ManifestText, key: string): boolean {
  const [value, shape] = [property(manifest, key), MANIFEST_FORMAT[key]];
  return value !== undefined && shape !== undefined && checkShape(manifest, value, shape).length === 0;
}

/** What is wrong with a name in the manifest: it is not a path, or leads to no included file. */
async function checkName(contents: PackageContents, named: NamedFile): Promise<Problem[]> {
  const use = FILE_USES[named.place];
  if (!use) return [];
  if (named.path === '') return oddName(contents.manifest, named, use);
  const others = use.endings?.known.test(named.path) === false ? use.endings.others : undefined;
  if (others === 'broken') return [wrongEnding(contents.manifest, named, use)];
  const isThere = use.folderWillDo ? contents.has(named.path) : contents.file(named.path) !== undefined;
  if (!isThere) return [await missing(contents, named, use)];
  return others === 'idle' ? [wrongEnding(contents.manifest, named, use)] : [];
}

function wrongEnding(manifest: ManifestText, named: NamedFile, { endings }: FileUse): Problem {
  const words =
    endings?.others === 'idle'
      ? message(
          'Chromium loads the extension, but doesn’t run “{0}”: the name must end in {1}. Use the built file.',
          named.name,
          endings.words,
        )
      : message(
          'Chromium ignores “{0}”: the name must end in {1}. Use the built file.',
          named.name,
          endings?.words ?? '',
        );
  return problemInManifest(manifest, named.node, {
    severity: 'warning',
    code: 'file-ending',
    message: words,
    ...(SOURCE.test(named.path) && { missingFile: named.path }),
  });
}

function oddName(manifest: ManifestText, named: NamedFile, use: FileUse): Problem[] {
  // An empty text is intended: it means no popup or no options page.
  const isMeant = named.name === '' && use.oddName !== 'refused';
  if (use.oddName === 'ignored' || isMeant || (named.name === '' && EMPTY_IS_NONE.has(named.place))) return [];
  const words = message(
    '“{0}” isn’t a valid path. Use a path relative to the manifest, such as "pages/file.html"',
    named.name,
  );
  return [
    problemInManifest(manifest, named.node, {
      severity: use.oddName === 'refused' ? 'error' : 'warning',
      code: 'file-name',
      message: words,
      fixes: backslashFix(manifest, named),
    }),
  ];
}

const EMPTY_IS_NONE: ReadonlySet<string> = new Set(['action.default_popup', 'options_page']);

function backslashFix({ text }: ManifestText, { name, node }: NamedFile): readonly Fix[] {
  if (!name.includes('\\')) return [];
  return [
    {
      kind: 'edit',
      title: message('Use /'),
      edits: replaceValue(text, node, JSON.stringify(name.replaceAll('\\', '/'))),
    },
  ];
}

async function missing(contents: PackageContents, named: NamedFile, use: FileUse): Promise<Problem> {
  const isLookedFor = use.endings?.others !== 'unseen' || use.endings.known.test(named.path);
  const severity = use.without === 'refused' && isLookedFor ? 'error' : 'warning';
  const otherCase = contents.inOtherCase(named.path);
  if (otherCase !== undefined)
    return problemInManifest(contents.manifest, named.node, {
      severity,
      code: 'letter-case',
      ...letterCase(contents.manifest, named, otherCase),
    });
  const excluded = await exclusionOf(contents, named.path);
  if (excluded)
    return problemInManifest(contents.manifest, named.node, {
      severity,
      code: 'file-excluded',
      ...excludedWords(named, excluded, severity),
    });
  return problemInManifest(contents.manifest, named.node, {
    severity,
    code: 'file-missing',
    missingFile: named.path,
    message: missingWords(named, severity),
    fixes: [...create(named, use), ...remove(contents.manifest, named, use)],
  });
}

/** The exclusion of a file that exists. An excluded folder is not entered, so only the disk shows what it contains. */
export async function exclusionOf(contents: PackageContents, file: string): Promise<ExcludedFile | undefined> {
  const found = contents.excluded(file);
  return (
    found &&
    (await readdir(path.join(contents.folder, path.dirname(file))).then(
      (names) => (names.includes(path.basename(file)) ? found : undefined),
      () => undefined,
    ))
  );
}

function letterCase(
  { text }: ManifestText,
  { name, path: wanted, node }: NamedFile,
  onDisk: string,
): { message: Message; fixes: readonly Fix[] } {
  const right = name.replace(wanted, onDisk);
  return {
    message: message(
      '“{0}” is named {1} on disk. Sessions run on Linux, where case matters. Use the name on disk.',
      name,
      onDisk,
    ),
    fixes:
      right === name
        ? []
        : [
            {
              kind: 'edit',
              title: message('Change to “{0}”', onDisk),
              edits: replaceValue(text, node, JSON.stringify(right)),
            },
          ],
  };
}

function excludedWords(
  { path: file }: NamedFile,
  { reason }: ExcludedFile,
  severity: Problem['severity'],
): { message: Message; fixes: readonly Fix[] } {
  const words =
    severity === 'error'
      ? message('“{0}” is required but excluded from the zip ({1}). Include it.', file, reason)
      : message('“{0}” is excluded from the zip ({1}), so this won’t work. Include it.', file, reason);
  return { message: words, fixes: [{ kind: 'include', title: message('Include {0}', file), file }] };
}

function missingWords({ path: file }: NamedFile, severity: Problem['severity']): Message {
  return severity === 'error'
    ? message('File not found: {0}. Create it or fix the path.', file)
    : message(
        'File not found: {0}. Chromium loads the extension, but this won’t work. Create it or fix the path.',
        file,
      );
}

function create({ path: file }: NamedFile, { starter }: FileUse): readonly Fix[] {
  return starter === undefined ? [] : [{ kind: 'create', title: message('Create {0}', file), file, content: starter }];
}

function remove({ text }: ManifestText, { node }: NamedFile, { optional }: FileUse): readonly Fix[] {
  const edits = optional ? removal(text, node) : [];
  return edits.length === 0 ? [] : [{ kind: 'edit', title: message('Remove the name from the manifest'), edits }];
}

/** The last element stays, because Chromium rejects an empty list in some places. */
function removal(text: SourceText, node: Node): ReturnType<typeof removeMember> {
  if (node.parent?.type !== 'array') return removeMember(text, node);
  return node.parent.children?.length === 1 ? [] : removeElement(text, node);
}

const SCRIPTS: ReadonlySet<Place> = new Set<Place>(['content_scripts[].js[]', 'content_scripts[].css[]']);
const ICONS: ReadonlySet<Place> = new Set<Place>(['icons.*', 'action.default_icon', 'action.default_icon.*']);

/** Longer files are not checked: Chromium reads up to 500 MB, but reading so much would keep the user waiting. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Checks what Chromium checks in the named files when it loads the extension. */
async function checkContent(contents: PackageContents, named: NamedFile): Promise<Problem[]> {
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
