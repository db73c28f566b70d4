import { type Attribute, matchAt, startTags, type Tag } from './html-tags';
import { type NamedFile, ORIGIN, pathOfAddress } from './named-files';

/** A file that a page of the extension loads. */
export interface PageFile extends Pick<NamedFile, 'path' | 'name' | 'offset' | 'length'> {
  readonly kind: PageFileKind;
  /** Path of the page. */
  readonly page: string;
}

/**
 * `module`: a file that is named for preloading. `source`: a file that is loaded as a script but has to be built first.
 */
export type PageFileKind = 'script' | 'source' | 'style' | 'module' | 'picture';

/** What an HTML page loads. Places do not include quotes. */
export interface PageContent {
  /** Only files within the folder. */
  readonly files: readonly PageFile[];
  /** Place of the first inline script. */
  readonly inlineScript?: Place;
  /** Scripts from any other origin. */
  readonly remoteScripts: readonly Place[];
}

export type Place = Pick<NamedFile, 'offset' | 'length'>;

interface Load extends Attribute {
  readonly kind: PageFileKind;
}

/**
 * Reads what the page at a path of the folder loads. It may miss something, but never reports something that does not
 * exist.
 */
export function readPage(page: string, html: string): PageContent {
  const files: PageFile[] = [];
  let base: string | undefined;
  let inlineScript: Place | undefined;
  const remoteScripts: Place[] = [];
  for (const tag of startTags(html)) {
    if (tag.name === 'base') base ??= baseOf(page, tag);
    if (isInlineScript(tag)) inlineScript ??= { offset: tag.offset, length: '<script'.length };
    const load = loadOf(tag);
    if (!load) continue;
    const { kind, value: name, offset } = load;
    const place = { offset, length: name.length };
    if (kind === 'script' && isRemote(name)) remoteScripts.push(place);
    const path = fileAt(name, base ?? addressOf(page));
    if (path !== '' && path !== page)
      files.push({
        path,
        name,
        ...place,
        kind: kind === 'script' && isModule(tag) && SOURCE.test(path) ? 'source' : kind,
        page,
      });
  }
  return { files, remoteScripts, ...(inlineScript && { inlineScript }) };
}

function baseOf(page: string, { attributes }: Tag): string | undefined {
  const href = attributes.get('href')?.value;
  if (href === undefined) return undefined;
  return URL.canParse(href, addressOf(page)) ? new URL(href, addressOf(page)).href : addressOf(page);
}

function addressOf(page: string): string {
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

/** For a module, Chromium checks the extension of the file name; as another script it accepts any file. */
const SOURCE = /\.(?:[mc]?tsx?|[mc]?jsx|cjs|vue|svelte|coffee)$/i;

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
  for (let at = 0; at < text.length;) {
    const passed = matchAt(/\s+|\/\*[^]*?\*\/|\/\/.*|<!--.*|-->/y, text, at);
    if (!passed) return true;
    at += passed[0].length;
  }
  return false;
}

/** Placeholders that a template engine has yet to fill in. */
const UNFINISHED = /\{\{|\$\{|<%|%(?![\da-f]{2})/i;
const REMOTE = /^\s*(?:https?:)?\/\/[^/?#]/i;

function isRemote(address: string): boolean {
  return REMOTE.test(address) && !UNFINISHED.test(address);
}

/** Path of the file for a URL as written in an attribute; empty if it is not a file of the folder. */
function fileAt(written: string, base: string): string {
  const [name = ''] = written.split(/\?|(?<!&)#/, 1);
  const address = name
    .replaceAll('&amp;', '&')
    .replaceAll(/[\t\n\r]/g, '')
    .trim();
  if (
    address === '' ||
    /&(?!amp;)[#a-z]/i.test(name) ||
    UNFINISHED.test(name) ||
    /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(address)
  )
    return '';
  return pathOfAddress(address, base);
}
