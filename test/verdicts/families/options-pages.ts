import { type Case, change } from '../case';

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
export const optionsPages: readonly Case[] = UIS.flatMap((ui) =>
  PAGES.map((page) =>
    change(`options_ui ${JSON.stringify(ui) ?? 'missing'}, options_page ${JSON.stringify(page) ?? 'missing'}`, {
      options_ui: ui,
      options_page: page,
    }),
  ),
);
