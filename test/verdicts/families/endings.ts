import { type Case, change } from '../case';

const ENDINGS = [
  '.js',
  '.JS',
  '.mjs',
  '.cjs',
  '.jsx',
  '.ts',
  '.tsx',
  '.mts',
  '.css',
  '.CSS',
  '.scss',
  '.less',
  '.json',
  '.html',
  '.txt',
  '',
  '.es6',
  '.vue',
  '.js.txt',
  '.min.js',
  '.user.js',
  '.png',
  '.PNG',
  '.svg',
  '.webp',
  '.jpg',
  '.gif',
  '.ico',
  '.bmp',
  '.avif',
  '.png#a',
  '.js#a',
  '.css#a',
  '.js.gz',
  '.coffee',
  '.es',
  '.jsm',
  '.ecma',
];

const NAMING: Readonly<Record<string, (file: string) => Record<string, unknown>>> = {
  'content script': (file) => ({ content_scripts: [{ matches: ['https://example.com/*'], js: [file] }] }),
  'content style': (file) => ({ content_scripts: [{ matches: ['https://example.com/*'], css: [file] }] }),
  icons: (file) => ({ icons: { 48: file } }),
  'action icon': (file) => ({ action: { default_icon: file } }),
  'theme image': (file) => ({ theme: { images: { theme_frame: file } } }),
};

/** Only for apps: an extension can no longer have background scripts. */
const OF_APPS: Readonly<Record<string, (file: string) => Record<string, unknown>>> = {
  'script of a Chrome app': (file) => ({ manifest_version: 2, app: { background: { scripts: [file] } } }),
  'script beside another of a Chrome app': (file) => ({
    manifest_version: 2,
    app: { background: { scripts: [file, 'background.js'] } },
  }),
  'script of a packaged app': (file) => ({
    manifest_version: 2,
    app: { launch: { local_path: 'popup.html' } },
    background: { scripts: [file] },
  }),
};

/** A missing file with each file name extension: for some extensions, Chromium does not look for the file. */
export const endings: readonly Case[] = [
  ...Object.entries({ ...NAMING, ...OF_APPS }).flatMap(([what, manifest]) =>
    ENDINGS.map((ending) => change(`${what} “none${ending}” missing`, manifest(`none${ending}`))),
  ),
  ...Object.entries(OF_APPS).flatMap(([what, manifest]) =>
    ENDINGS.map((ending) => change(`${what} “a${ending}” there`, manifest(`a${ending}`), { [`a${ending}`]: '' })),
  ),
];
