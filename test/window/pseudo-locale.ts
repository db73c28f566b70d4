import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An artificial language, with the usual name of a pseudo-locale. */
export const PSEUDO_LOCALE = 'qps-ploc';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'à',
  c: 'ç',
  d: 'ď',
  e: 'é',
  g: 'ğ',
  i: 'ï',
  l: 'ł',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  t: 'ť',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'À',
  C: 'Ç',
  D: 'Ď',
  E: 'É',
  G: 'Ğ',
  I: 'Ï',
  L: 'Ł',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  T: 'Ť',
  U: 'Ü',
  Y: 'Ý',
  Z: 'Ž',
};

/** What a translator leaves unchanged: placeholders, icons, links to commands, code, keys and variables. */
const KEPT = /(\{\d+\}|\$\([\w-]+\)|\(command:[^)]*\)|`[^`]*`|\*\*|browserSessions\.[\w.]+|\b[A-Z]+(?:_[A-Z]+)+\b)/;

/** The share by which a text gets longer: more than most languages need. */
const LONGER = 0.4;

/** The text with accents on most letters, and longer. */
export function pseudo(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const accented = line
        .split(KEPT)
        .map((part, index) =>
          index % 2 === 0 ? part.replaceAll(/[a-zA-Z]/g, (letter) => ACCENTS[letter] ?? letter) : part,
        )
        .join('');
      const letters = line
        .split(KEPT)
        .filter((_part, index) => index % 2 === 0)
        .join('').length;
      // Inside the link if the line is a link, because the editor makes a button of it.
      const longer = filler(Math.ceil(letters * LONGER));
      return accented.startsWith('[') ? accented.replace(/\](?=\()/, `${longer}]`) : `${accented}${longer}`;
    })
    .join('\n');
}

/** Characters in a word of what makes a text longer: it wraps where a translation would. */
const WORD = 8;

const filler = (length: number): string =>
  Array.from({ length: Math.ceil(length / WORD) }, (_, index) =>
    '~'.repeat(Math.min(WORD, length - index * WORD)),
  ).join(' ');

/** A template of ours in this language, with its arguments. */
export function said(template: string, ...args: string[]): string {
  return pseudo(template).replaceAll(/\{(\d+)\}/g, (hole, index) => args[Number(index)] ?? hole);
}

/** What such a text consists of apart from what makes it longer: for a text that stands within another. */
export function within(template: string, ...args: string[]): string {
  return said(template, ...args).replaceAll(/ ?~+/g, '');
}

/** Adds the language to the texts of the extension that is installed in the folder. */
export function installPseudoLocale(extensions: string): void {
  const [name] = readdirSync(extensions).filter((each) => each.includes('browser-sessions'));
  if (name === undefined) throw new Error(`The extension is not in ${extensions}.`);
  const folder = path.join(extensions, name);
  translate(folder, 'package.nls.json', `package.nls.${PSEUDO_LOCALE}.json`);
  translate(folder, 'l10n/bundle.l10n.json', `l10n/bundle.l10n.${PSEUDO_LOCALE}.json`);
}

function translate(folder: string, from: string, to: string): void {
  const texts = Object.entries(readTexts(path.join(folder, from))).map(([key, text]) => [key, pseudo(text)]);
  writeFileSync(path.join(folder, to), JSON.stringify(Object.fromEntries(texts)));
}

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Texts that the editor also uses in the same words, and the name that problems have as their source. */
const NOT_TRANSLATED = new Set(['Open Settings', 'Browser Sessions']);

/** Characters: shorter texts also occur in the editor's own texts. */
const MIN_LENGTH = 12;

/** The English parts of all our texts that consist of several words. */
export function englishTexts(root: string): string[] {
  const texts = ['package.nls.json', 'l10n/bundle.l10n.json'].flatMap((file) =>
    Object.values(readTexts(path.join(root, file))),
  );
  const parts = texts.flatMap((text) => text.split(/\n|\{\d+\}|\$\([\w-]+\)|\(command:[^)]*\)|[[\]`]/));
  return [...new Set(parts.map((part) => part.trim()))].filter(
    (part) => part.length >= MIN_LENGTH && /[a-z] [a-z]/i.test(part) && !NOT_TRANSLATED.has(part),
  );
}

/**
 * The words in a text that are plain English, and so not from a bundle: in the pseudo-locale, each English word has an
 * accent, because each vowel has one. What comes from outside has none, so it has to be named.
 */
export function plainWords(shown: string, args: readonly string[]): string[] {
  const byLength = args.filter((arg) => arg !== '').toSorted((one, other) => other.length - one.length);
  const ours = byLength.reduce((text, arg) => text.replaceAll(arg, ' '), shown).replaceAll(new RegExp(KEPT, 'g'), ' ');
  const words = ours.match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => /^[a-z]+$/i.test(word) && Object.keys(ACCENTS).some((letter) => word.includes(letter)));
}
