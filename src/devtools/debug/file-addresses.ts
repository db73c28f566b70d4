import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { originOf, pathWithin } from '../script-place';

/** Matches no address. */
const NOTHING = '(?!)';

/**
 * The two addresses of an extension's file: that in the browser, `chrome-extension://ID/worker.js`, and that of the
 * file on this machine that it was uploaded from.
 */
export class FileAddresses {
  private readonly origin: string;

  constructor(
    extensionId: string,
    private readonly folder: string,
  ) {
    this.origin = originOf(extensionId);
  }

  /** @returns other addresses as they are. */
  toFile(address: string): string {
    const within = pathWithin(this.origin, address);
    if (within === undefined || within === '') return address;
    const file = path.join(this.folder, within);
    return this.pathOf(file) === undefined ? address : pathToFileURL(file).href;
  }

  /** @returns other addresses as they are. */
  toBrowser(address: string): string {
    const file = fileOf(address);
    const within = file === undefined ? undefined : this.pathOf(file);
    return within === undefined ? address : this.addressOf(within);
  }

  /** The text of an error with a stack, whose lines name addresses in the browser. */
  inStack(text: string): string {
    return text.replaceAll(/chrome-extension:\/\/[a-p]{32}\/[^\s()]*?(?=:\d+:\d+\b)/g, (address) =>
      this.toFile(address),
    );
  }

  /**
   * Converts a regular expression that the debugger wrote for addresses of files. It may be written in many ways, for
   * file systems that ignore case and for characters that are escaped in addresses; so it is tried with the files that
   * there are.
   * @param files paths within the extension, with `/`.
   * @returns an expression for the same files in the browser.
   */
  patternFor(expression: string, files: Iterable<string>): string {
    const matches = matcher(expression);
    const meant = [...files].filter((file) => {
      const local = path.join(this.folder, file);
      return matches(pathToFileURL(local).href) || matches(local);
    });
    if (meant.length === 0) return NOTHING;
    return `^(?:${meant.map((file) => escapeExpression(this.addressOf(file))).join('|')})(?:$|[?#])`;
  }

  /** The path within the folder, with `/`; undefined for a file outside of it. */
  private pathOf(file: string): string | undefined {
    const relative = path.relative(this.folder, file);
    if (relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
      return undefined;
    return relative.replaceAll(path.sep, '/');
  }

  private addressOf(within: string): string {
    const escaped = within.replaceAll(/[%?#\\\n\r\t]/g, (character) => encodeURIComponent(character));
    // The parser escapes the rest as Chromium does, which is less than `encodeURIComponent` does.
    return this.origin + new URL(`file:///${escaped}`).pathname;
  }
}

/** The path of a file's address; undefined for another one, and for one with an encoded separator or a host. */
function fileOf(address: string): string | undefined {
  try {
    return address.startsWith('file:') ? fileURLToPath(address) : undefined;
  } catch {
    return undefined;
  }
}

function matcher(expression: string): (text: string) => boolean {
  try {
    const pattern = new RegExp(expression);
    return (text) => pattern.test(text);
  } catch {
    return () => false;
  }
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
