import { type Case, change, GOOD_MANIFEST, PNG, written } from '../case';

const THINGS: readonly unknown[] = [1, null, 'x', [], {}];
const COLORS: readonly unknown[] = [
  1,
  null,
  '#ffffff',
  {},
  [],
  [1, 2],
  [1, 2, 3],
  [1, 2, 3, 4],
  [1, 2, 3, 0.5],
  [1, 2, 3, -7],
  [1, 2, 3, 'x'],
  [1, 2, 3, null],
  [1, 2, 3, 4, 5],
  [-1, 256, 9999],
  [1.5, 2, 3],
  ['1', 2, 3],
  [true, 1, 2],
  [1, 2, {}],
  [2_147_483_647, 2, 3],
  [2_147_483_648, 2, 3],
  [-2_147_483_648, 2, 3],
  [1, 2, 3, 4_294_967_296],
];
/** Numbers as they are written; JSON.stringify would change them. */
const NUMBERS = ['1.0', '1e2', '-0', '0', '-1'];
const TINTS: readonly unknown[] = [
  1,
  null,
  'x',
  {},
  [],
  [1, 2],
  [1, 2, 3],
  [0.1, 0.2, 0.3],
  [-1, -1, -1],
  [5, -5, 5],
  [0, 0, 0, 0],
  ['x', 0, 0],
  [null, 0, 0],
];
const IMAGES: readonly unknown[] = [
  1,
  null,
  '',
  [],
  ['a.png'],
  [1],
  'a.png',
  'none.png',
  {},
  { 100: 'a.png' },
  { 100: 'none.png' },
  { 100: '' },
  ...['//a.png', 'a|b.png', '.a.png', '../a.png', 'a.png/', '/a.png', '/', 'a.png?x', 'https://a.b/a.png'].map(
    (name) => ({ 100: name }),
  ),
  { 100: 1 },
  { 100: null },
  { x: 'a.png' },
  { 100: 'a.png', 200: 1 },
  { 100: {} },
];
const theme = (value: unknown): Case => change(`theme ${JSON.stringify(value)}`, { theme: value }, { 'a.png': PNG });

export const themes: readonly Case[] = [
  ...['colors', 'tints', 'images', 'properties'].flatMap((key) => THINGS.map((value) => theme({ [key]: value }))),
  ...COLORS.map((value) => theme({ colors: { frame: value } })),
  ...TINTS.map((value) => theme({ tints: { buttons: value } })),
  ...IMAGES.map((value) => theme({ images: { theme_frame: value } })),
  ...[1, 'x', [], {}].map((value) => theme({ properties: { ntp_background_repeat: value } })),
  ...NUMBERS.map((number) =>
    written(
      `theme color ${number}`,
      JSON.stringify({ ...GOOD_MANIFEST, theme: { colors: { frame: ['@', 2, 3] } } }).replace('"@"', number),
    ),
  ),
  theme({ colors: { x: 1 } }),
  theme({ colors: { frame: [1, 2, 3], x: [1] } }),
  theme({ colors: { '': [1, 2, 3] } }),
  theme({ x: 1 }),
  change('theme of version 2 with a wrong color', { manifest_version: 2, theme: { colors: { frame: 1 } } }),
];
