import { randomNumbers } from '../support/random-numbers';
import { type Case, change, GOOD_MANIFEST } from './case';

/** As many keys as an extension can have at the same time, each with a valid value. */
const RICH: Readonly<Record<string, unknown>> = {
  description: 'd',
  short_name: 's',
  author: { email: 'a@b.c' },
  homepage_url: 'https://a.b/',
  update_url: 'https://a.b/x.xml',
  incognito: 'split',
  offline_enabled: true,
  version_name: '1 beta',
  minimum_chrome_version: '88',
  key: 'AAAA',
  icons: { 16: 'icon.png', 128: 'icon.png' },
  action: {
    default_title: 't',
    default_popup: 'popup.html',
    default_icon: { 16: 'icon.png' },
    default_state: 'enabled',
  },
  background: { service_worker: 'background.js', type: 'module' },
  options_ui: { page: 'options.html', open_in_tab: true },
  side_panel: { default_path: 'popup.html' },
  devtools_page: 'popup.html',
  content_scripts: [
    {
      matches: ['https://a.b/*'],
      exclude_matches: ['*://*.c.d/*'],
      js: ['content.js'],
      css: ['content.css'],
      run_at: 'document_start',
      world: 'MAIN',
      all_frames: true,
      match_about_blank: true,
      match_origin_as_fallback: true,
      include_globs: ['*'],
    },
  ],
  permissions: ['tabs', 'declarativeNetRequest'],
  optional_permissions: ['history'],
  host_permissions: ['https://*/*'],
  optional_host_permissions: ['http://*/*'],
  commands: {
    _execute_action: { suggested_key: { default: 'Ctrl+Shift+Y', mac: 'Command+Y' } },
    run: { description: 'd', suggested_key: 'Alt+1', global: true },
  },
  content_security_policy: {
    extension_pages: "script-src 'self'; object-src 'self'",
    sandbox: "sandbox allow-scripts; script-src 'self'",
  },
  cross_origin_embedder_policy: { value: 'require-corp' },
  cross_origin_opener_policy: { value: 'same-origin' },
  web_accessible_resources: [
    { resources: ['icon.png'], matches: ['<all_urls>'], extension_ids: ['*'], use_dynamic_url: true },
  ],
  externally_connectable: { matches: ['https://a.b/*'], ids: ['*'], accepts_tls_channel_id: false },
  chrome_url_overrides: { newtab: 'popup.html' },
  declarative_net_request: { rule_resources: [{ id: 'a', enabled: true, path: 'rules.json' }] },
  storage: { managed_schema: 'schema.json' },
  omnibox: { keyword: 'k' },
  oauth2: { client_id: 'c', scopes: ['s'] },
  sandbox: { pages: ['popup.html'] },
  tts_engine: {
    voices: [{ voice_name: 'v', lang: 'en-US', gender: 'female', remote: false, event_types: ['start', 'end'] }],
  },
  requirements: {},
  trial_tokens: ['t'],
  event_rules: [],
  natively_connectable: ['x'],
};
const REQUIRED = { manifest_version: 3, name: 'n', version: '1' };
/** Removes what `change` would add by itself. */
const NOTHING = Object.fromEntries(Object.keys(GOOD_MANIFEST).map((key) => [key, undefined]));
const FILES = { 'rules.json': '[]', 'schema.json': '{"type":"object","properties":{}}' };
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  3.5,
  '',
  ' ',
  'x',
  'ü',
  '*',
  'https://a.b/*',
  'https://a.b',
  '<all_urls>',
  'tabs',
  '1.0',
  'Ctrl+Y',
  '__MSG_x__',
  [],
  ['x'],
  [1],
  [[]],
  {},
  { x: 1 },
  [{}],
  [null],
  { default: 'Ctrl+Y' },
];

type Container = Record<string | number, unknown>;

/** Manifests that differ from a rich one in one or two changes. The same seed gives the same manifests. */
export function randomCases(count: number, seed: number): Case[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const manifest: Container = structuredClone({ ...REQUIRED, ...RICH });
    const said = Array.from({ length: 1 + Math.floor(random() * 2) }, () => changeOne(manifest, random));
    return change(`${index}: ${said.join('; ')}`, { ...NOTHING, ...manifest }, FILES);
  });
}

function changeOne(manifest: Container, random: () => number): string {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const place = pick(places(manifest, ''));
  if (!place) return 'nothing';
  const { holder, key, path } = place;
  const value = holder[key];
  const kind = random();
  if (kind < 0.15) return remove(holder, key, path);
  if (kind < 0.25 && !Array.isArray(holder)) {
    holder[pick([`${key}s`, `${key}`.toUpperCase(), `_${key}`, 'x']) ?? 'x'] = value;
    return `${remove(holder, key, path)} and renamed`;
  }
  if (kind < 0.45 && typeof value === 'string') holder[key] = oddText(value, random);
  else if (kind < 0.55 && Array.isArray(value)) holder[key] = [...value, pick(VALUES)];
  else if (kind < 0.65) holder[key] = structuredClone(pick(places(manifest, ''))?.holder);
  else holder[key] = pick(VALUES);
  return `${path} = ${brief(holder[key])}`;
}

function remove(holder: Container, key: string | number, path: string): string {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return `no ${path}`;
}

function brief(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}

function oddText(text: string, random: () => number): string {
  const at = Math.floor(random() * (text.length + 1));
  const letters = ['', ' ', '*', '/', ':', '.', '+', 'x', '0', '\n', 'ü', '\0', '#', '%', '"', ','];
  return (
    text.slice(0, at) +
    (letters[Math.floor(random() * letters.length)] ?? '') +
    text.slice(at + Math.floor(random() * 2))
  );
}

function places(holder: unknown, path: string): { holder: Container; key: string | number; path: string }[] {
  if (!isContainer(holder)) return [];
  return Object.keys(holder).flatMap((key) => {
    const here = path === '' ? key : `${path}.${key}`;
    return [{ holder, key, path: here }, ...places(holder[key], here)];
  });
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
