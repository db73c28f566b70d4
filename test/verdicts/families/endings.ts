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
};

/** A missing file with each file name extension: for some extensions, Chromium does not look for the file. */
export const endings: readonly Case[] = Object.entries(NAMING).flatMap(([what, manifest]) =>
  ENDINGS.map((ending) => change(`${what} “none${ending}” missing`, manifest(`none${ending}`))),
);
