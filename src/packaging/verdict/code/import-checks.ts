import { throwIfCancelled } from '../../../core/errors';
import { message } from '../../../core/message';
import { replaceValue } from '../../manifest/edits';
import { member, property } from '../../manifest/manifest-text';
import { filePlaces, ORIGIN, pathOfAddress } from '../../manifest/named-files';
import { addressOf, type PageFile, SOURCE } from '../../manifest/pages';
import type { Problem } from '../../problem';
import { SourceText } from '../../source-text';
import { type Finding, problemAt } from '../finding';
import type { PackageContents } from '../package-contents';
import { findingOf } from '../page-checks';
import { type Import, importsOf } from './imports';
import { MAX_CODE } from './parsed-code';

/** Scripts that are read, and their bytes together: as much as is read in about a second. */
const MAX_SCRIPTS = 500;
const MAX_BYTES = 12 * 1024 * 1024;

/** Imports of a script that are looked at: bundles have hundreds. */
const MAX_IMPORTS = 2000;

/** A script that Chromium runs. */
interface Script {
  readonly path: string;
  /** What runs it; `web`: a content script, whose paths lead to the page that it runs in. */
  readonly in: 'page' | 'worker' | 'module worker' | 'web';
  /** The script that brought it: `importScripts` resolves names as in the worker's own script. */
  readonly first: string;
}

/**
 * Follows the imports of the worker, the pages and the content scripts, and checks that they lead to files of the
 * package. Only plain texts are followed. The first scripts are read, up to 12 MB, and none above 2 MB.
 */
export async function checkImports(contents: PackageContents, signal: AbortSignal): Promise<Problem[]> {
  const problems: Problem[] = [];
  const scripts = firstScripts(contents);
  const seen = new Set(scripts.map(({ path }) => path));
  let bytes = 0;
  // Scripts are added while the list is gone through.
  for (const script of scripts) {
    throwIfCancelled(signal);
    const code = await contents.text(script.path, Math.min(MAX_CODE, MAX_BYTES - bytes));
    if (code === undefined) continue;
    bytes += contents.file(script.path)?.bytes ?? 0;
    const text = new SourceText(code);
    for (const loaded of filesOf(script, importsOf(text.text))) {
      const finding = await wrong(contents, text, loaded);
      if (finding && loaded.isOptional) continue;
      if (finding) problems.push(problemAt({ file: script.path, text }, loaded, finding));
      else if (isNew(loaded, seen) && scripts.length < MAX_SCRIPTS) {
        seen.add(loaded.path);
        scripts.push({ ...script, path: loaded.path });
      }
    }
  }
  return problems;
}

function isNew({ path, kind }: PageFile, seen: ReadonlySet<string>): boolean {
  return kind === 'script' && path !== '' && !seen.has(path);
}

function firstScripts({ manifest, pages }: PackageContents): Script[] {
  const isModule = member(property(manifest, 'background'), 'type')?.value === 'module';
  const named = filePlaces(manifest).flatMap(({ place, path }): Script[] => {
    if (path === '') return [];
    if (place === 'background.service_worker')
      return [{ path, in: isModule ? 'module worker' : 'worker', first: path }];
    return place === 'content_scripts[].js[]' ? [{ path, in: 'web', first: path }] : [];
  });
  const ofPages = pages
    .filter(({ isSandboxed }) => !isSandboxed)
    .flatMap(({ files }) => files.filter(({ kind }) => kind === 'script'));
  const all = [...named, ...ofPages.map(({ path }): Script => ({ path, in: 'page', first: path }))];
  return [...new Map(all.toReversed().map((script) => [script.path, script])).values()]
    .toReversed()
    .slice(0, MAX_SCRIPTS);
}

type Loaded = PageFile & Pick<Import, 'isOptional'>;

/** What the imports of a script lead to, each file once. The path of what is no file of the package is empty. */
function filesOf(script: Script, imports: readonly Import[]): readonly Loaded[] {
  const files = imports
    .filter((each) => isFollowed(script, each))
    .slice(0, MAX_IMPORTS)
    .flatMap(({ kind, name, offset, length, isOptional = false }): Loaded[] => {
      const base = kind === 'root' ? ORIGIN : addressOf(kind === 'scripts' ? script.first : script.path);
      const [address = ''] = name.split(/[?#]/, 1);
      const isBare = (kind === 'static' || kind === 'dynamic') && !/^\.{0,2}\//.test(name);
      const path = isBare ? '' : pathOfAddress(address, base);
      if (path === '' && !isBare && !REMOTE.test(name)) return [];
      const isSource = kind !== 'scripts' && SOURCE.test(path);
      return [{ path, name, offset, length, kind: isSource ? 'source' : 'script', page: script.path, isOptional }];
    });
  return [...new Map(files.toReversed().map((file) => [`${file.path}\0${file.name}`, file])).values()].toReversed();
}

/**
 * In a content script, only a path of the extension leads into it. `importScripts` starts at the worker's own path, and
 * exists in no module.
 */
function isFollowed(script: Script, { kind, name }: Import): boolean {
  if (script.in === 'web') return kind === 'root';
  if (kind === 'scripts') return script.in === 'worker';
  // Another bare name may be one that a test for its presence is made with.
  return kind !== 'dynamic' || /^\.{0,2}\//.test(name);
}

async function wrong(contents: PackageContents, text: SourceText, file: PageFile): Promise<Finding | undefined> {
  if (file.path === '') return notInPackage(file);
  if (contents.file(file.path) && file.kind !== 'source') return undefined;
  const ending = ['.js', '.mjs', '/index.js'].find((each) => contents.file(file.path + each));
  if (ending !== undefined && !contents.file(file.path)) return withoutEnding(text, file, ending);
  const finding = await findingOf(contents, text, file);
  return finding?.code === 'page-file-missing' ? { ...finding, code: 'import-missing' } : finding;
}

const REMOTE = /^https?:\/\//i;

/** An address of the web, or the name of an npm package. */
function notInPackage({ name, page }: PageFile): Finding | undefined {
  if (REMOTE.test(name))
    return {
      severity: 'warning',
      code: 'remote-script',
      message: message(
        '{0} imports “{1}” from the web, which Chromium blocks in extensions. Add the script to the folder and import it from there.',
        page,
        name,
      ),
    };
  if (/^[a-z][a-z\d+.-]*:/i.test(name)) return undefined;
  return {
    severity: 'warning',
    code: 'import-missing',
    message: message(
      '{0} imports “{1}”, but Chromium finds no packages by name, so the script doesn’t run. Build the extension, or import a path such as "./file.js"',
      page,
      name,
    ),
  };
}

function withoutEnding(text: SourceText, { path, name, page, offset, length }: PageFile, ending: string): Finding {
  const whole = `${name}${ending}`;
  return {
    severity: 'warning',
    code: 'import-missing',
    message: message('{0} imports “{1}”, and Chromium adds no ending to it. Write “{2}”.', page, name, whole),
    fixes: path.endsWith(name.replace(/^[./]*/, ''))
      ? [
          {
            kind: 'edit',
            title: message('Change to “{0}”', whole),
            edits: replaceValue(text, { offset, length }, whole),
          },
        ]
      : [],
  };
}
