import { message, type Message } from '../../core/message';
import type { Rule } from './rule';

/** A file or folder that does not go into the zip, and why. */
export interface LeftOutFile {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** A folder that stays out stands once, and is never entered. */
  readonly folder: boolean;
  /** Size of a file. */
  readonly bytes?: number;
  /** A few words, such as “version control”. */
  readonly reason: Message;
  readonly rule: Rule;
}

const VERSION_CONTROL = message('version control');
const DEPENDENCIES = message('installed packages');
const EDITOR = message('settings of an editor');
const SYSTEM = message('litter of the operating system');
const SECRET = message('may hold a secret');

const BY_NAME = new Map<string, Message>([
  ...['.git', '.hg', '.svn', '.gitignore', '.gitattributes', '.gitmodules'].map((name) => [name, VERSION_CONTROL] as const),
  ...['node_modules'].map((name) => [name, DEPENDENCIES] as const),
  ...['.vscode', '.idea', '.editorconfig'].map((name) => [name, EDITOR] as const),
  ...['.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX'].map((name) => [name, SYSTEM] as const),
  ...['.npmrc'].map((name) => [name, SECRET] as const),
]);

/** Why a file or folder of this name stays out of every zip, or undefined when it goes in. */
export function leftOutByName(name: string): Message | undefined {
  const reason = BY_NAME.get(name);
  if (reason) return reason;
  // `.env.production`, `.envrc`, and the private key that Chromium writes beside a packed extension.
  return name.startsWith('.env') || name.endsWith('.pem') ? SECRET : undefined;
}
