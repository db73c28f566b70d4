import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from 'jsonc-parser';
import { message, type Message } from '../../../core/message';
import { removeElement, removeMember, replaceValue } from '../../manifest/edits';
import type { ManifestText } from '../../manifest/manifest-text';
import type { NamedFile } from '../../manifest/named-files';
import type { Fix, Problem } from '../../problem';
import type { SourceText } from '../../source-text';
import type { LeftOutFile } from '../../selection/left-out';
import { inManifest } from './file-problem';
import { FILE_USES, type FileUse } from './file-uses';
import type { PackageContents } from '../package-contents';

/** What is wrong with a name in the manifest: it is no path, or leads to no file of those that go in. */
export async function checkName(look: PackageContents, named: NamedFile): Promise<Problem[]> {
  const use = FILE_USES[named.place];
  if (!use) return [];
  if (named.path === '') return oddName(look.manifest, named, use);
  const others = use.endings?.known.test(named.path) === false ? use.endings.others : undefined;
  if (others === 'broken') return [wrongEnding(look.manifest, named, use)];
  const isThere = use.folderWillDo ? look.has(named.path) : look.file(named.path) !== undefined;
  if (!isThere) return [await missing(look, named, use)];
  return others === 'idle' ? [wrongEnding(look.manifest, named, use)] : [];
}

function wrongEnding(manifest: ManifestText, named: NamedFile, { what, endings }: FileUse): Problem {
  const words =
    endings?.others === 'idle'
      ? message(
          'Chromium loads the extension, and does not run its {0} {1}: its name must end in {2}. Name the file that is built from it.',
          what,
          named.name,
          endings.words,
        )
      : message(
          'Chromium passes the {0} {1} over, and loads the extension without it: its name must end in {2}. Name the file that is built from it.',
          what,
          named.name,
          endings?.words ?? '',
        );
  return inManifest(manifest, named.node, { severity: 'warning', code: 'file-ending', message: words });
}

function oddName(manifest: ManifestText, named: NamedFile, use: FileUse): Problem[] {
  // No popup and no options page, said with an empty text, is what was meant.
  const isMeant = named.name === '' && use.oddName !== 'refused';
  if (use.oddName === 'ignored' || isMeant || (named.name === '' && EMPTY_IS_NONE.has(named.place))) return [];
  const words = message(
    '“{0}” is not the path of a file in the folder. Write it from the folder with the manifest, with / between the parts, as in: "pages/file.html"',
    named.name,
  );
  return [
    inManifest(manifest, named.node, {
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
      title: message('Write it with /'),
      edits: replaceValue(text, node, JSON.stringify(name.replaceAll('\\', '/'))),
    },
  ];
}

async function missing(look: PackageContents, named: NamedFile, use: FileUse): Promise<Problem> {
  const isLookedFor = use.endings?.others !== 'unseen' || use.endings.known.test(named.path);
  const severity = use.without === 'refused' && isLookedFor ? 'error' : 'warning';
  const otherCase = look.inOtherCase(named.path);
  if (otherCase !== undefined)
    return inManifest(look.manifest, named.node, {
      severity,
      code: 'letter-case',
      ...letterCase(look.manifest, named, otherCase, use),
    });
  const leftOut = await leftOutAs(look, named.path);
  if (leftOut)
    return inManifest(look.manifest, named.node, {
      severity,
      code: 'file-left-out',
      ...leftOutWords(named, leftOut, use, severity),
    });
  return inManifest(look.manifest, named.node, {
    severity,
    code: 'file-missing',
    message: missingWords(named, use, severity),
    fixes: [...create(named, use), ...remove(look.manifest, named, use)],
  });
}

/** A folder that is left out is not entered: only the disk knows what lies in it. */
export async function leftOutAs(look: PackageContents, file: string): Promise<LeftOutFile | undefined> {
  const found = look.leftOut(file);
  return (
    found &&
    (await access(path.join(look.folder, file)).then(
      () => found,
      () => undefined,
    ))
  );
}

function letterCase(
  { text }: ManifestText,
  { name, path: wanted, node }: NamedFile,
  onDisk: string,
  use: FileUse,
): { message: Message; fixes: readonly Fix[] } {
  const right = name.replace(wanted, onDisk);
  return {
    message: message(
      'The {0} “{1}” is called {2} on disk. Where the browser runs, on Linux, capital and small letters make another name. Write it as it is on disk.',
      use.what,
      name,
      onDisk,
    ),
    fixes:
      right === name
        ? []
        : [
            {
              kind: 'edit',
              title: message('Write it as {0}', onDisk),
              edits: replaceValue(text, node, JSON.stringify(right)),
            },
          ],
  };
}

function leftOutWords(
  { path: file }: NamedFile,
  { reason }: LeftOutFile,
  use: FileUse,
  severity: Problem['severity'],
): { message: Message; fixes: readonly Fix[] } {
  const words =
    severity === 'error'
      ? message(
          'The {0} {1} does not go into the zip ({2}), and Chromium refuses the extension without it. Include it.',
          use.what,
          file,
          reason,
        )
      : message(
          'The {0} {1} does not go into the zip ({2}), and will not work without it. Include it.',
          use.what,
          file,
          reason,
        );
  return { message: words, fixes: [{ kind: 'include', title: message('Include {0}', file), file }] };
}

function missingWords({ path: file }: NamedFile, { what }: FileUse, severity: Problem['severity']): Message {
  return severity === 'error'
    ? message(
        'The {0} {1} is missing, and Chromium refuses the extension without it. Create the file, or correct its name.',
        what,
        file,
      )
    : message(
        'The {0} {1} is missing. Chromium loads the extension, but this will not work. Create the file, or correct its name.',
        what,
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

/** The last element stays: an empty list is refused in some places. */
function removal(text: SourceText, node: Node): ReturnType<typeof removeMember> {
  if (node.parent?.type !== 'array') return removeMember(text, node);
  return node.parent.children?.length === 1 ? [] : removeElement(text, node);
}
