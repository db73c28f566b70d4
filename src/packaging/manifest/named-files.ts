import type { Node } from 'jsonc-parser';
import { elements, member, type ManifestText } from './manifest-text';

/** A file that the manifest names. */
export interface NamedFile {
  /** Path within the folder, with `/`, as Chromium would look for it: without a leading `/` or `./`. */
  readonly path: string;
  /** Where the name stands in the manifest's text. */
  readonly offset: number;
  readonly length: number;
  readonly place: Place;
}

/**
 * Where a manifest names files. `*` is every value of an object, `[]` every element of an array. The keys of older manifests
 * and of Chromium's apps are among them: a file that is named is not left out, whether or not this Chromium still minds the key.
 */
const PLACES = {
  'icons.*': 'file',
  'icon_variants[].*': 'file',
  'action.default_icon': 'file',
  'action.default_icon.*': 'file',
  'action.default_popup': 'page',
  'browser_action.default_icon': 'file',
  'browser_action.default_icon.*': 'file',
  'browser_action.default_popup': 'page',
  'page_action.default_icon': 'file',
  'page_action.default_icon.*': 'file',
  'page_action.default_popup': 'page',
  'side_panel.default_path': 'page',
  'options_page': 'page',
  'options_ui.page': 'page',
  'devtools_page': 'page',
  'chrome_url_overrides.*': 'page',
  'background.service_worker': 'file',
  'background.scripts[]': 'file',
  'background.page': 'page',
  'content_scripts[].js[]': 'file',
  'content_scripts[].css[]': 'file',
  'declarative_net_request.rule_resources[].path': 'file',
  'storage.managed_schema': 'file',
  'theme.images.*': 'file',
  'sandbox.pages[]': 'page',
  'web_accessible_resources[]': 'page',
  'web_accessible_resources[].resources[]': 'page',
  'input_components[].input_view': 'page',
  'input_components[].options_page': 'page',
  'file_browser_handlers[].default_icon': 'file',
  'file_handlers[].action': 'page',
  'nacl_modules[].path': 'file',
  'app.background.scripts[]': 'file',
  'app.background.page': 'page',
  'app.launch.local_path': 'page',
} as const;

export type Place = keyof typeof PLACES;

/** Every file that the manifest names by its path: what must not be left out. Patterns, as of web accessible resources, are not names. */
export function namedFiles({ root }: ManifestText): readonly NamedFile[] {
  return Object.keys(PLACES).filter(isPlace).flatMap((place) => valuesAt(root, place.split(/\.|(?=\[\])/)).flatMap((node) => named(node, place)));
}

function isPlace(key: string): key is Place {
  return key in PLACES;
}

function valuesAt(node: Node, steps: readonly string[]): readonly Node[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [node];
  return children(node, step).flatMap((child) => valuesAt(child, rest));
}

function children(node: Node, step: string): readonly Node[] {
  if (step === '[]') return elements(node);
  if (step === '*') return node.type === 'object' ? (node.children ?? []).flatMap(({ children: pair }) => pair?.[1] ?? []) : [];
  const child = member(node, step);
  return child ? [child] : [];
}

function named({ value, offset, length }: Node, place: Place): readonly NamedFile[] {
  if (typeof value !== 'string' || value.includes('*') || /^\w+:\/\//.test(value)) return [];
  const path = PLACES[place] === 'page' ? pathOfUrl(value) : normalised(value);
  return path === '' ? [] : [{ path, offset, length, place }];
}

function normalised(value: string): string {
  return value.split('/').filter((part) => part !== '' && part !== '.').join('/');
}

/** A page is resolved as an address: what follows `?` or `#` is not part of the file's name, and percent-escapes are read. */
function pathOfUrl(value: string): string {
  const bare = value.replace(/[?#].*$/s, '');
  try {
    return normalised(decodeURIComponent(bare));
  } catch {
    return normalised(bare);
  }
}
