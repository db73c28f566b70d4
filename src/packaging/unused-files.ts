import { throwIfCancelled } from '../core/errors';
import { fitsPattern } from '../core/text-pattern';
import type { Inspection } from './inspect';
import { MANIFEST, parseManifest } from './manifest/manifest-text';
import { valuesAt } from './manifest/named-files';
import { readRegularFile } from './regular-file';
import type { PackedFile } from './selection/walk';

/** More than this is not read, and nothing is said. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_FILES = 2000;
/** Names with blanks, as screenshots have, are each looked for in all texts. */
const MAX_ODD_NAMES = 50;

/** Files that load nothing. */
const OPAQUE =
  /\.(?:png|apng|avif|bmp|gif|ico|jpe?g|jfif|tiff?|webp|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|webm|map|md|markdown|txt|rst|pdf|psd|ai|sketch|xcf|docx?|zip|gz)$/i;
/** What tools read; that it names a file does not mean that the extension loads it. */
const FOR_TOOLS = /^(?:package(?:-lock)?\.json|tsconfig[^/]*\.json|\.[^/]*|[^/]*\.(?:sh|bat|cmd|ps1|py|ya?ml|toml))$/i;
/** Read by Chromium, by the service, or by those who have rights in the code. */
const NEVER =
  /^(?:_locales|_metadata)\/|^[^/]*\.crx$|^update\.xml$|(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$|\.map$/i;

/** Parts of paths, as they stand in code and in addresses. */
const NAME = /[\w$@+~-]+(?:\.[\w$@+~-]+)*/g;
const PLAIN_NAME = /^[\w$@+~-]+(?:\.[\w$@+~-]+)*$/;
/** `'icons/' + name`, `icons/${name}` */
const COMPUTED_FOLDER = /\/(?:["'`]|\$\{)/g;
/** The name before it, which is looked for backward: the time then grows with the text alone. */
const FOLDER_NAME = /[\w$@+~.-]{1,100}$/;
/** `'.png'`, `'-dark.png'`, `name + '2.png'`, `${name}.min.js` */
const COMPUTED_ENDING = /(?:["'`](?:[-@_.][\w@.-]{0,20})?|(?:\}|\+\s{0,9}["'`])[\w@.-]{0,20})\.([a-z\d]{1,6})["'`?#]/gi;
/** `'icon.' + ending`, `${name}.${ending}` */
const COMPUTED_NAME = /\.(?:\$\{|["'`]\s*\+)/;
/** The names that obfuscators give, whose texts can't be read, and what lists all files. */
const UNKNOWABLE = /\b_0x[\da-f]{4}|getPackageDirectoryEntry/;
/** Nobody leaves out the ending of one of these. */
const DOCUMENT = /\.(?:md|markdown|txt|rst|pdf|docx?)$/;

/**
 * The included files that nothing in the package refers to, as paths. A file is not among them if a script, page or
 * style has its name, with its ending or without, anywhere; if its name may be put together while a script runs; and if
 * web pages may load it by a pattern of the manifest.
 */
export async function unusedFiles(
  { files, named }: Pick<Inspection, 'files' | 'named'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const read = files.filter(({ path }) => !OPAQUE.test(path) && !FOR_TOOLS.test(nameOf(path)));
  if (read.length > MAX_FILES || read.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) return [];
  const uses = new Uses();
  for (const file of read) {
    throwIfCancelled(signal);
    const text = await textOf(file);
    // What can't be read may load anything.
    if (text === undefined || UNKNOWABLE.test(text)) return [];
    uses.add(file.path, text);
  }
  const patterns = await accessiblePatterns(files);
  const isKept = new Set([MANIFEST, ...named]);
  const maybe = files.filter(
    ({ path }) =>
      !isKept.has(path) && !NEVER.test(path) && !patterns.some((pattern) => fitsPattern(pattern, `/${path}`)),
  );
  return maybe.filter(({ path }) => !uses.mayHave(path)).map(({ path }) => path);
}

/** The words of all texts that may be a part of a path. */
class Uses {
  /** Each name in lower case, with the only file that has it; undefined: several have it. */
  private readonly names = new Map<string, string | undefined>();
  private readonly folders = new Set<string>();
  private readonly endings = new Set<string>();
  private readonly texts: { readonly path: string; readonly text: string }[] = [];
  private hasComputedNames = false;
  private oddNames = 0;

  add(path: string, text: string): void {
    this.texts.push({ path, text });
    for (const [name] of text.matchAll(NAME)) {
      const lower = name.toLowerCase();
      if (!this.names.has(lower)) this.names.set(lower, path);
      else if (this.names.get(lower) !== path) this.names.set(lower, undefined);
    }
    // In a page or style, no name is computed.
    if (/\.(?:html?|css)$/i.test(path)) return;
    for (const { index } of text.matchAll(COMPUTED_FOLDER)) {
      const [folder = ''] = FOLDER_NAME.exec(text.slice(Math.max(0, index - 100), index)) ?? [];
      this.folders.add(folder.toLowerCase());
    }
    for (const [, ending = ''] of text.matchAll(COMPUTED_ENDING)) this.endings.add(ending.toLowerCase());
    this.hasComputedNames ||= COMPUTED_NAME.test(text);
  }

  mayHave(path: string): boolean {
    const lower = path.toLowerCase();
    const name = nameOf(lower);
    const ending = /[^.]*$/.exec(name)?.[0] ?? '';
    if (!PLAIN_NAME.test(name)) return this.oddNames++ >= MAX_ODD_NAMES || this.hasOddName(path);
    return (
      this.hasName(name, path) ||
      (!DOCUMENT.test(name) && this.hasName(name.replace(/\.[^.]*$/, ''), path)) ||
      this.endings.has(ending) ||
      (this.hasComputedNames && this.hasName(ending, path)) ||
      foldersOf(lower).some((folder) => this.folders.has(folder))
    );
  }

  /** Whether a text has it, other than the file's own. */
  private hasName(name: string, path: string): boolean {
    return this.names.has(name) && this.names.get(name) !== path;
  }

  private hasOddName(path: string): boolean {
    const name = nameOf(path);
    const stem = name.replace(/\.[^.]*$/, '');
    return this.texts.some(
      (each) => each.path !== path && [stem, encodeURI(stem)].some((written) => each.text.includes(written)),
    );
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The names of the folders above a file. */
function foldersOf(path: string): string[] {
  return path.split('/').slice(0, -1);
}

async function textOf({ source, bytes }: PackedFile): Promise<string | undefined> {
  const content = await readRegularFile(source, bytes).catch(() => undefined);
  return content?.toString();
}

async function accessiblePatterns(files: readonly PackedFile[]): Promise<string[]> {
  const manifest = files.find(({ path }) => path === MANIFEST);
  const content = manifest && (await readRegularFile(manifest.source, manifest.bytes).catch(() => undefined));
  const parsed = content && parseManifest(content);
  if (!parsed || !('root' in parsed)) return [];
  return ['web_accessible_resources[].resources[]', 'web_accessible_resources[]']
    .flatMap((place) => valuesAt(parsed.root, place))
    .flatMap(({ value }) => (typeof value === 'string' ? `/${value.replace(/^\//, '')}` : []));
}
