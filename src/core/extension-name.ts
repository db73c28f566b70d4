import { message, type Message } from './message';

/**
 * The names that the service accepts for an uploaded extension. The name becomes the folder `extensions/<name>`.
 * Source: docs/service.md, "Upload".
 */
const PATTERN = /^[a-zA-Z0-9._-]{1,255}$/;
const MAX_LENGTH = 255;

/**
 * True if the service can store an extension under this name. `.` and `..` match the service's pattern but cannot be
 * folders.
 */
export function isExtensionName(name: string): boolean {
  return PATTERN.test(name) && name !== '.' && name !== '..';
}

/** Why this is not a valid name for an extension, or undefined if it is. */
export function extensionNameProblem(name: string): Message | undefined {
  if (isExtensionName(name)) return undefined;
  if (name === '') return message('Enter a name. It becomes the extension’s folder in the browser.');
  if (name.length > MAX_LENGTH)
    return message('A name can have at most {0} characters; this one has {1}.', MAX_LENGTH, name.length);
  if (name === '.' || name === '..') return message('“{0}” can’t be used as a name.', name);
  const wrong = /[^a-zA-Z0-9._-]/u.exec(name)?.[0] ?? name;
  // In quotation marks, whitespace could not be recognized.
  if (/\s/.test(wrong)) return message('A name can’t contain spaces. Use hyphens or underscores.');
  return message(
    '“{0}” isn’t allowed. Use only the letters a–z and A–Z, digits, dots, hyphens and underscores.',
    wrong,
  );
}

/**
 * Makes a valid name from an extension's display name: `Tab Counter (β)` becomes `tab-counter`.
 * If the session already has that name, returns the next free one: `tab-counter-2`.
 */
export function proposeExtensionName(displayName: string, taken: readonly string[] = []): string {
  const plain = displayName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_LENGTH - 8);
  const base = plain || 'extension';
  let name = base;
  for (let count = 2; taken.includes(name); count++) name = `${base}-${count}`;
  return name;
}
