import type { Versions } from '../versions';

/** What a value of the manifest must look like. Whatever a shape does not mention may have any value. */
export type Shape =
  | { readonly kind: 'text'; readonly filled: boolean }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'list'; readonly of: Shape }
  /** Loose: Chromium accepts another type here, and ignores it. */
  | {
      readonly kind: 'object';
      readonly members: Readonly<Record<string, Shape>>;
      readonly required: readonly string[];
      readonly loose: boolean;
    }
  /** Values by keys of any name. `typeCheckedBy`: the versions that reject another type; the others ignore it. */
  | { readonly kind: 'record'; readonly of: Shape; readonly typeCheckedBy: Versions }
  | { readonly kind: 'icons' }
  | { readonly kind: 'either'; readonly of: readonly Shape[] }
  /** If the value is invalid, Chromium loads the extension without the key. */
  | { readonly kind: 'lenient'; readonly of: Shape };

const text: Shape = { kind: 'text', filled: false };
const filledText: Shape = { kind: 'text', filled: true };
const flag: Shape = { kind: 'flag' };
/** Sizes in pixels, as texts, each with the path of its picture. */
const icons: Shape = { kind: 'icons' };

function choice(...of: readonly string[]): Shape {
  return { kind: 'choice', of };
}

function list(of: Shape): Shape {
  return { kind: 'list', of };
}

function either(...of: readonly Shape[]): Shape {
  return { kind: 'either', of };
}

function object(members: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  return { kind: 'object', members, required, loose: false };
}

function looseObject(members: Readonly<Record<string, Shape>>): Shape {
  return { kind: 'object', members, required: [], loose: true };
}

function record(of: Shape, typeCheckedBy: Versions): Shape {
  return { kind: 'record', of, typeCheckedBy };
}

function lenient(of: Shape): Shape {
  return { kind: 'lenient', of };
}

const crossOriginPolicy = object({ value: text });

/**
 * The keys of a manifest for which Chromium checks the shape of the value. Each was tested with every recorded
 * Chromium; a key that is not listed may have any value. The checks of rules beyond a shape are listed in `checks.ts`.
 */
export const MANIFEST_FORMAT: Readonly<Record<string, Shape>> = {
  action: object({
    default_title: text,
    default_popup: text,
    default_icon: either(filledText, icons),
    default_state: choice('enabled', 'disabled'),
  }),
  background: looseObject({ service_worker: filledText, allow_js_access: flag }),
  chrome_url_overrides: object({ newtab: text, history: text, bookmarks: text }),
  commands: object({}),
  content_capabilities: object({ matches: list(text) }, ['matches']),
  content_scripts: list(
    object(
      {
        matches: list(text),
        exclude_matches: list(text),
        js: list(text),
        css: list(text),
        include_globs: list(text),
        exclude_globs: list(text),
        run_at: choice('document_start', 'document_end', 'document_idle'),
        world: choice('ISOLATED', 'MAIN', 'USER_SCRIPT'),
        all_frames: flag,
        match_about_blank: flag,
        match_origin_as_fallback: flag,
      },
      ['matches'],
    ),
  ),
  content_security_policy: object({ extension_pages: text, sandbox: text }),
  cross_origin_embedder_policy: crossOriginPolicy,
  cross_origin_opener_policy: crossOriginPolicy,
  declarative_net_request: object(
    { rule_resources: list(object({ id: text, enabled: flag, path: text }, ['id', 'enabled', 'path'])) },
    ['rule_resources'],
  ),
  default_locale: filledText,
  description: text,
  devtools_page: filledText,
  event_rules: list(object({ event: text }, ['event'])),
  externally_connectable: object({ ids: list(text), matches: list(text), accepts_tls_channel_id: flag }),
  homepage_url: text,
  host_permissions: list(text),
  icons,
  import: list(object({ id: text, minimum_version: text }, ['id'])),
  incognito: choice('spanning', 'split', 'not_allowed'),
  key: filledText,
  minimum_chrome_version: filledText,
  mime_types_handler: record(object({ handler_url: text }, ['handler_url']), { to: 150 }),
  natively_connectable: list(filledText),
  oauth2: object({ client_id: filledText, scopes: list(text) }, ['client_id', 'scopes']),
  offline_enabled: flag,
  omnibox: object({ keyword: filledText }, ['keyword']),
  optional_host_permissions: list(text),
  optional_permissions: list(either(text, object({}))),
  options_page: text,
  options_ui: lenient(object({ page: filledText, open_in_tab: flag, chrome_style: flag }, ['page'])),
  permissions: list(either(text, object({}))),
  replacement_web_app: text,
  requirements: object({ '3D': object({ features: list(choice('webgl')) }, ['features']), plugins: object({}) }),
  sandbox: looseObject({ pages: list(text) }),
  short_name: filledText,
  side_panel: object({ default_path: filledText }, ['default_path']),
  storage: looseObject({ managed_schema: filledText }),
  trial_tokens: lenient(list(filledText)),
  tts_engine: object({
    voices: list(
      object({
        voice_name: text,
        lang: text,
        remote: flag,
        event_types: list(
          choice('start', 'word', 'sentence', 'marker', 'end', 'error', 'interrupted', 'cancelled', 'pause', 'resume'),
        ),
      }),
    ),
  }),
  update_url: text,
  version_name: text,
  web_accessible_resources: list(
    object({ resources: list(text), matches: list(text), extension_ids: list(text), use_dynamic_url: flag }, [
      'resources',
    ]),
  ),
};

/** Keys that Chromium knows and whose values it does not check. */
export const KEYS_WITHOUT_SHAPE: readonly string[] = [
  '$schema',
  'author',
  'browser_specific_settings',
  'converted_from_user_script',
  'current_locale',
  'file_browser_handlers',
  'file_system_provider_capabilities',
  'input_components',
  'manifest_version',
  'name',
  'platforms',
  'protocol_handlers',
  'version',
];

/** Keys that only some versions know. */
export const KEYS_PARTLY_KNOWN: ReadonlyMap<string, Versions> = new Map([
  ['file_system_provider_capabilities', { to: 150 }],
]);

/** Keys of other browsers and of stores. They are not reported: their authors know that Chromium ignores them. */
export const KEYS_OF_OTHERS: readonly string[] = [
  'applications',
  'developer',
  'minimum_opera_version',
  'minimum_edge_version',
  'sidebar_action',
  'user_scripts',
  'signature',
  'experiment_apis',
  'l10n_resources',
  'chrome_settings_overrides',
  'hidden',
  'differential_fingerprint',
  '__firefox__',
];

/** Keys that Chromium knows but does not read for an extension of manifest version 3 on Linux. */
export const KEYS_NOT_READ: readonly string[] = [
  'about_page',
  'action_handlers',
  'automation',
  'bluetooth',
  'browser_action',
  'display_in_launcher',
  'display_in_new_tab_page',
  'file_handlers',
  'kiosk',
  'kiosk_enabled',
  'kiosk_only',
  'kiosk_secondary_apps',
  'mime_types',
  'page_action',
  'sockets',
  'url_handlers',
  'usb_printers',
  'webview',
];
