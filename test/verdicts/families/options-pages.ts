import { type Case, change } from '../case';

const KINDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  extension: {},
  'packaged app': { manifest_version: 2, app: { launch: { local_path: 'popup.html' } }, background: undefined },
  'hosted app': { manifest_version: 2, app: { launch: { web_url: 'https://a.b/' } }, background: undefined },
  'ChromeOS extension': { chromeos_system_extension: {} },
};
/** Values of `options_ui`. */
const UIS: readonly unknown[] = [
  undefined,
  { page: 'options.html' },
  { page: '/options.html?a#b' },
  { page: 'options.html', x: 1 },
  { page: 'none.html' },
  { page: 'https://a.b/options.html' },
  { page: 'a|b.html' },
  { page: '' },
  { page: 1 },
  {},
  { open_in_tab: true },
  { page: 'options.html', open_in_tab: 1 },
  { page: 'none.html', open_in_tab: 1 },
  { page: 'options.html', chrome_style: 1 },
  'x',
];
/** Values of the older key beside it. */
const PAGES: readonly unknown[] = ['https://a.b/options.html', 'none.html', 'a|b.html', 'options.html', 1, undefined];

/** Two keys name the same page, and one decides whether the other is read. */
export const optionsPages: readonly Case[] = Object.entries(KINDS).flatMap(([kind, keys]) =>
  UIS.flatMap((ui) =>
    PAGES.map((page) =>
      change(
        `${kind}: options_ui ${JSON.stringify(ui) ?? 'missing'}, options_page ${JSON.stringify(page) ?? 'missing'}`,
        { ...keys, options_ui: ui, options_page: page },
      ),
    ),
  ),
);
