import { throwIfCancelled } from '../../core/errors';
import { readIncluded } from '../regular-file';
import { SourceText, type TextRange } from '../source-text';
import { type Attribute, startTags, type Tag } from './html-tags';
import type { ManifestText } from './manifest-text';
import { filePlaces, type NamedFile, ORIGIN, pathOfAddress, type Place } from './named-files';

/** An HTML page that the manifest names. */
export interface Page extends PageContent {
  /** Path within the folder, with `/`. */
  readonly path: string;
  readonly text: SourceText;
  /** Runs isolated from the extension, with its own content security policy. */
  readonly isSandboxed: boolean;
}

const MAX_PAGES = 50;
/** Bytes of a page. A page that is written by hand is far smaller. */
const MAX_PAGE_BYTES = 1024 * 1024;

const PAGES: ReadonlySet<Place> = new Set<Place>([
  'action.default_popup',
  'browser_action.default_popup',
  'page_action.default_popup',
  'side_panel.default_path',
  'options_page',
  'options_ui.page',
  'devtools_page',
  'chrome_url_overrides.newtab',
  'chrome_url_overrides.history',
  'chrome_url_overrides.bookmarks',
  'background.page',
  'sandbox.pages[]',
  'web_accessible_resources[]',
  'web_accessible_resources[].resources[]',
  'input_components[].input_view',
  'input_components[].options_page',
  'file_handlers[].action',
  'app.background.page',
  'app.launch.local_path',
]);

/** Reads the pages that the manifest names: the first 50, each up to 1 MB. Pages that are not UTF-8 are skipped. */
export async function readPages(folder: string, manifest: ManifestText, signal: AbortSignal): Promise<readonly Page[]> {
  const places = filePlaces(manifest);
  const sandboxed = places.filter(({ place }) => place === 'sandbox.pages[]');
  const paths = new Set(
    places.filter(({ place, path: file }) => PAGES.has(place) && /\.html?$/i.test(file)).map((named) => named.path),
  );
  const pages: Page[] = [];
  for (const file of [...paths].slice(0, MAX_PAGES)) {
    const text = await readText(folder, file);
    throwIfCancelled(signal);
    if (text !== undefined)
      pages.push({
        path: file,
        text: new SourceText(text),
        isSandboxed: sandboxed.some((each) => matchesPage(each, file)),
        ...readPage(file, text),
      });
  }
  return pages;
}

/**
 * @returns undefined if the file cannot be read, or is a link that leaves the folder, because such a link is not
 * included.
 */
async function readText(folder: string, file: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readIncluded(folder, file, MAX_PAGE_BYTES));
  } catch {
    return undefined;
  }
}

/** Whether the name of a sandboxed page matches a file; `*` in the name matches any text. */
function matchesPage({ path: page, name }: NamedFile, file: string): boolean {
  if (page === file || name === file) return true;
  const [start = '', ...parts] = name.split('*');
  const end = parts.pop();
  if (end === undefined || !file.startsWith(start) || !file.endsWith(end)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = file.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= file.length - end.length;
}

/** A file that a page of the extension loads. */
export interface PageFile extends Pick<NamedFile, 'path' | 'name' | 'offset' | 'length'> {
  readonly kind: PageFileKind;
  /** Path of the page. */
  readonly page: string;
}

/**
 * `module`: a file that is named for preloading. `source`: a file that is loaded as a script but has to be built first.
 */
type PageFileKind = 'script' | 'source' | 'style' | 'module' | 'picture';

/** What an HTML page loads. Places do not include quotes. */
interface PageContent {
  /** Only files within the folder. */
  readonly files: readonly PageFile[];
  /** Place of the first inline script. */
  readonly inlineScript?: TextRange;
  /** The first inline event handler, such as `onclick`: the place of its code. */
  readonly inlineHandler?: TextRange & { readonly name: string };
  /** Place of the first link whose address is code that does something. */
  readonly scriptLink?: TextRange;
  /** Scripts from any other origin. */
  readonly remoteScripts: readonly TextRange[];
}

interface Load extends Attribute {
  readonly kind: PageFileKind;
}

const READ_TAGS: ReadonlySet<string> = new Set(['base', 'img', 'link', 'script']);

/** Only of these tags the attributes are read. */
function mayLoadOrRun({
  tagName,
  attrs,
}: {
  readonly tagName: string;
  readonly attrs: readonly NameAndValue[];
}): boolean {
  return (
    READ_TAGS.has(tagName) ||
    attrs.some(({ name, value }) => HANDLER.test(name) || (name === 'href' && CODE.test(value)))
  );
}

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

/** The events of elements and windows: a framework may have other attributes that begin with “on”. */
const HANDLER =
  /^on(?:blur|change|click|contextmenu|copy|cut|dblclick|drag\w*|drop|error|focus|input|key(?:down|press|up)|load|mouse\w+|paste|pointer\w+|reset|resize|scroll|select|submit|touch\w+|unload|wheel)$/;

function handlerOf({ attributes }: Tag): PageContent['inlineHandler'] {
  for (const [name, { value, offset, length }] of attributes)
    if (HANDLER.test(name) && holdsCode(value) && !UNFINISHED.test(value)) return { name, offset, length };
  return undefined;
}

const CODE = /^\s*javascript:/i;
/** What is written where a link is to do nothing. */
const NO_CODE = /^\s*javascript:[\s;]*(?:void\s*\(?\s*0?\s*\)?|undefined|false|null|\/\/.*)?[\s;]*$/i;

function scriptLinkOf({ name, attributes }: Tag): TextRange | undefined {
  const link = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
  if (!link || !CODE.test(link.value) || NO_CODE.test(link.value) || UNFINISHED.test(link.value)) return undefined;
  return { offset: link.offset, length: link.length };
}

/**
 * Reads what the page at a path of the folder loads. It may miss something, but never reports something that does not
 * exist.
 */
export function readPage(page: string, html: string): PageContent {
  const files: PageFile[] = [];
  let base: string | undefined;
  let inlineScript: TextRange | undefined;
  const remoteScripts: TextRange[] = [];
  let inlineHandler: PageContent['inlineHandler'];
  let scriptLink: TextRange | undefined;
  for (const tag of startTags(html, mayLoadOrRun)) {
    if (tag.name === 'base') base ??= baseOf(page, tag);
    if (isInlineScript(tag)) inlineScript ??= { offset: tag.offset, length: '<script'.length };
    inlineHandler ??= handlerOf(tag);
    scriptLink ??= scriptLinkOf(tag);
    const load = loadOf(tag);
    if (!load) continue;
    const { kind, value, offset, length } = load;
    const place = { offset, length };
    if (kind === 'script' && isRemote(value)) remoteScripts.push(place);
    const file = fileAt(value, base ?? addressOf(page));
    if (file !== '' && file !== page)
      files.push({
        path: file,
        name: html.slice(offset, offset + length),
        ...place,
        kind: kind === 'script' && isModule(tag) && SOURCE.test(file) ? 'source' : kind,
        page,
      });
  }
  return {
    files,
    remoteScripts,
    ...(inlineScript && { inlineScript }),
    ...(inlineHandler && { inlineHandler }),
    ...(scriptLink && { scriptLink }),
  };
}

function baseOf(page: string, { attributes }: Tag): string | undefined {
  const href = attributes.get('href')?.value;
  if (href === undefined) return undefined;
  return URL.canParse(href, addressOf(page)) ? new URL(href, addressOf(page)).href : addressOf(page);
}

/** The address of a file of the folder, in which relative paths begin. */
export function addressOf(page: string): string {
  return `${ORIGIN}/${page.split('/').map(encodeURIComponent).join('/')}`;
}

function loadOf(tag: Tag): Load | undefined {
  const { name, attributes } = tag;
  const kind =
    name === 'script' ? scriptKind(tag) : name === 'link' ? linkKind(tag) : name === 'img' ? 'picture' : undefined;
  const address = attributes.get(name === 'link' ? 'href' : 'src');
  return kind && address && { ...address, kind };
}

function scriptKind({ attributes }: Pick<Tag, 'attributes'>): 'script' | undefined {
  if (isModule({ attributes })) return 'script';
  const type = attributes.get('type')?.value ?? languageType(attributes.get('language')?.value);
  return JAVASCRIPT.test(type.trim()) && !attributes.has('nomodule') ? 'script' : undefined;
}

function isModule({ attributes }: Pick<Tag, 'attributes'>): boolean {
  return attributes.get('type')?.value.trim().toLowerCase() === 'module';
}

/** The ends of names of sources: for a module, Chromium checks the extension of the file name; as another script it accepts any file. */
export const SOURCE = /\.(?:[mc]?tsx?|[mc]?jsx|cjs|vue|svelte|coffee)$/i;

/** An empty type also means JavaScript. Source: the HTML standard, JavaScript MIME types, without the legacy ones. */
const JAVASCRIPT = /^(?:|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

function languageType(language: string | undefined): string {
  return language ? `text/${language}` : '';
}

function linkKind({ attributes }: Tag): PageFileKind | undefined {
  const rel = new Set(attributes.get('rel')?.value.toLowerCase().split(/\s+/));
  if (rel.has('stylesheet'))
    return /^(?:|text\/css)$/i.test(attributes.get('type')?.value ?? '') && !attributes.has('disabled')
      ? 'style'
      : undefined;
  if (rel.has('modulepreload')) return 'module';
  return rel.has('icon') ? 'picture' : undefined;
}

function isInlineScript(tag: Tag): boolean {
  return tag.name === 'script' && scriptKind(tag) !== undefined && !tag.attributes.has('src') && holdsCode(tag.text);
}

/** Whether a script contains more than whitespace and comments. A comment that is not closed counts as code. */
function holdsCode(text: string): boolean {
  const silent = /\s+|\/\*[^]*?\*\/|\/\/.*|<!--.*|-->/y;
  while (silent.lastIndex < text.length) if (!silent.test(text)) return true;
  return false;
}

/** Placeholders that a template engine has yet to fill in. */
const UNFINISHED = /\{\{|\$\{|<%|%(?![\da-f]{2})/i;
const REMOTE = /^\s*(?:https?:)?\/\/[^/?#]/i;

function isRemote(address: string): boolean {
  return REMOTE.test(address) && !UNFINISHED.test(address);
}

/** Path of the file for a URL in an attribute; empty if it is not a file of the folder. */
function fileAt(value: string, base: string): string {
  const [name = ''] = value.split(/[?#]/, 1);
  const address = name.replaceAll(/[\t\n\r]/g, '').trim();
  if (address === '' || UNFINISHED.test(name) || /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(address)) return '';
  return pathOfAddress(address, base);
}
