import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { removeElement, removeMember, replaceValue } from '../../manifest/edits';
import type { ManifestText } from '../../manifest/manifest-text';
import type { NamedFile } from '../../manifest/named-files';
import type { Fix, Problem } from '../../problem';
import type { SourceText } from '../../source-text';
import type { ExcludedFile } from '../../selection/rule';
import { FILE_USES, type FileUse } from './file-uses';
import type { PackageContents } from '../package-contents';
import { problemInManifest } from '../finding';

/** What is wrong with a name in the manifest: it is not a path, or leads to no included file. */
export async function checkName(contents: PackageContents, named: NamedFile): Promise<Problem[]> {
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
  return problemInManifest(manifest, named.node, { severity: 'warning', code: 'file-ending', message: words });
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
