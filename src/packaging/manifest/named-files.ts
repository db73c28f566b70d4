import type { Node } from 'jsonc-parser';
import { elements, member, type ManifestText } from './manifest-text';

/** A file that the manifest names. */
export interface NamedFile {
  /**
   * Path within the folder, with `/`, that Chromium would look for. Empty if Chromium does not accept the name as a
   * path.
   */
  readonly path: string;
  /** Range of the name in the manifest's text, including quotes. */
  readonly offset: number;
  readonly length: number;
  readonly place: Place;
  /** The value as it is written. */
  readonly name: string;
  /** The node of the value in the manifest's tree. */
  readonly node: Node;
}

/**
 * The places where a manifest names files, and how Chromium reads each name. `*` is every value of an object, `[]`
 * every element of an array. Keys of older manifests and of Chrome apps are included: a named file is never excluded,
 * even if the current Chromium ignores the key.
 */
const PLACES = {
  'icons.*': portablePath,
  'icon_variants[].*': portablePath,
  'action.default_icon': portablePath,
  'action.default_icon.*': portablePath,
  'action.default_popup': page,
  'browser_action.default_icon': portablePath,
  'browser_action.default_icon.*': portablePath,
  'browser_action.default_popup': page,
  'page_action.default_icon': portablePath,
  'page_action.default_icon.*': portablePath,
  'page_action.default_popup': page,
  'side_panel.default_path': page,
  options_page: page,
  'options_ui.page': page,
  devtools_page: page,
  'chrome_url_overrides.newtab': page,
  'chrome_url_overrides.history': page,
  'chrome_url_overrides.bookmarks': page,
  'background.service_worker': page,
  'background.scripts[]': portablePath,
  'background.page': page,
  'content_scripts[].js[]': portablePath,
  'content_scripts[].css[]': portablePath,
  'declarative_net_request.rule_resources[].path': literal,
  'storage.managed_schema': relative,
  'theme.images.*': portablePath,
  'theme.images.*.*': portablePath,
  'sandbox.pages[]': page,
  'user_scripts.api_script': portablePath,
  'web_accessible_resources[]': resource,
  'web_accessible_resources[].resources[]': resource,
  'input_components[].input_view': page,
  'input_components[].options_page': page,
  'file_browser_handlers[].default_icon': portablePath,
  'file_handlers[].action': page,
  'nacl_modules[].path': portablePath,
  'app.background.scripts[]': portablePath,
  'app.background.page': page,
  'app.launch.local_path': page,
  about_page: page,
} as const;

export type Place = keyof typeof PLACES;

/**
 * Every file that the manifest names by its path; these must not be excluded. Patterns, such as those of web accessible
 * resources, are not names.
 */
export function namedFiles(manifest: ManifestText): readonly NamedFile[] {
  return filePlaces(manifest).filter(({ path }) => path !== '');
}

/** Every value at a place where the manifest names a file, including values that cannot be a path. */
export function filePlaces({ root }: ManifestText): readonly NamedFile[] {
  return Object.keys(PLACES)
    .filter(isPlace)
    .flatMap((place) => valuesAt(root, place).flatMap((node) => named(node, place)));
}

/** The values at a place of a manifest, such as `icons.*` or `content_scripts[].js[]`. */
export function valuesAt(root: Node, place: string): readonly Node[] {
  return place
    .split(/\.|(?=\[\])/)
    .reduce<readonly Node[]>((nodes, step) => nodes.flatMap((node) => children(node, step)), [root]);
}

function isPlace(key: string): key is Place {
  return key in PLACES;
}

function children(node: Node, step: string): readonly Node[] {
  if (step === '[]') return elements(node);
  if (step === '*')
    return node.type === 'object' ? (node.children ?? []).flatMap(({ children: pair }) => pair?.[1] ?? []) : [];
  const child = member(node, step);
  return child ? [child] : [];
}

function named(node: Node, place: Place): readonly NamedFile[] {
  const name: unknown = node.value;
  return typeof name === 'string'
    ? [{ path: PLACES[place](name), offset: node.offset, length: node.length, place, name, node }]
    : [];
}

/** For icons and scripts other than the service worker: percent-escapes, `?…` and `#…` are not interpreted. */
function portablePath(name: string): string {
  return name.startsWith('//') || name.endsWith('/') ? '' : portable(joined(name));
}

function relative(name: string): string {
  return name.startsWith('/') ? '' : literal(name);
}

/** Rule files and schemas are looked up by the exact name. */
function literal(name: string): string {
  return name.startsWith('//') || name.endsWith('/') || climbs(name) ? '' : joined(name);
}

/** Pages and the service worker are resolved as URLs. */
function page(name: string): string {
  return portable(pathOfAddress(name, ORIGIN));
}

/**
 * The file that a URL leads to, as written in a page at `base`. Backslashes, `..`, `?…`, `#…`, percent-escapes and
 * surrounding spaces are interpreted. Empty if it is not a file of the folder.
 */
export function pathOfAddress(address: string, base: string): string {
  // In Chromium, `http:a.html` is an absolute URL, because the base there has another scheme than ours.
  const url = !URL.canParse(address) && URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (!url || url.origin !== ORIGIN || url.pathname.endsWith('/')) return '';
  const path = joined(unescaped(url.pathname));
  return climbs(path) || /[\\\p{Cc}]/u.test(path) ? '' : path;
}

/** Resources that web pages may load: a name with `*` can match many files. */
function resource(name: string): string {
  return name.includes('*') ? '' : page(name);
}

/** A base URL that represents the folder. */
export const ORIGIN = 'http://extension';

const ODD_PART =
  /["*:<>?\\|\p{Cc}]|^[.\s]|[.\s]$|^(?:con|prn|aux|nul|com\d|lpt\d|clock\$)(?:\.|$)|^(?:desktop\.ini|thumbs\.db)$/iu;

/** Chromium rejects names that are not safe on every system. */
function portable(name: string): string {
  return name.split('/').some((part) => ODD_PART.test(part)) ? '' : name;
}

function climbs(name: string): boolean {
  return name.split('/').includes('..');
}

function joined(name: string): string {
  return name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
