import path from 'node:path';
import { throwIfCancelled } from '../../core/errors';
import { realPath } from '../real-path';
import { isWithin } from '../is-within';
import { readRegularFile } from '../regular-file';
import { SourceText } from '../source-text';
import type { ManifestText } from './manifest-text';
import { filePlaces, type NamedFile, type Place } from './named-files';
import { type PageContent, readPage } from './page-files';

/** An HTML page that the manifest names. */
export interface Page extends PageContent {
  /** Path within the folder, with `/`. */
  readonly path: string;
  readonly text: SourceText;
  /** Runs isolated from the extension, with its own content security policy. */
  readonly isSandboxed: boolean;
}

const MAX_PAGES = 50;
/** Bytes of a page. A page that is written by hand is far smaller. */
const MAX_PAGE_BYTES = 1024 * 1024;

const PAGES: ReadonlySet<Place> = new Set<Place>([
  'action.default_popup',
  'browser_action.default_popup',
  'page_action.default_popup',
  'side_panel.default_path',
  'options_page',
  'options_ui.page',
  'devtools_page',
  'chrome_url_overrides.newtab',
  'chrome_url_overrides.history',
  'chrome_url_overrides.bookmarks',
  'background.page',
  'sandbox.pages[]',
  'web_accessible_resources[]',
  'web_accessible_resources[].resources[]',
  'input_components[].input_view',
  'input_components[].options_page',
  'file_handlers[].action',
  'app.background.page',
  'app.launch.local_path',
]);

/** Reads the pages that the manifest names: the first 50, each up to 1 MB. Pages that are not UTF-8 are skipped. */
export async function readPages(folder: string, manifest: ManifestText, signal: AbortSignal): Promise<readonly Page[]> {
  const places = filePlaces(manifest);
  const sandboxed = places.filter(({ place }) => place === 'sandbox.pages[]');
  const paths = new Set(
    places.filter(({ place, path: file }) => PAGES.has(place) && /\.html?$/i.test(file)).map((named) => named.path),
  );
  const pages: Page[] = [];
  for (const file of [...paths].slice(0, MAX_PAGES)) {
    const text = await readText(folder, file);
    throwIfCancelled(signal);
    if (text !== undefined)
      pages.push({
        path: file,
        text: new SourceText(text),
        isSandboxed: sandboxed.some((each) => stands(each, file)),
        ...readPage(file, text),
      });
  }
  return pages;
}

/**
 * @returns undefined if the file cannot be read, or is a link that leaves the folder, because such a link is not
 * included.
 */
async function readText(folder: string, file: string): Promise<string | undefined> {
  try {
    const [root, real] = await Promise.all([realPath(folder), realPath(path.join(folder, file))]);
    if (!isWithin(root, real)) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(await readRegularFile(real, MAX_PAGE_BYTES));
  } catch {
    return undefined;
  }
}

/** Whether the name of a sandboxed page matches a file; `*` in the name matches any text. */
function stands({ path: page, name }: NamedFile, file: string): boolean {
  if (page === file || name === file) return true;
  const [start = '', ...parts] = name.split('*');
  const end = parts.pop();
  if (end === undefined || !file.startsWith(start) || !file.endsWith(end)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = file.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= file.length - end.length;
}
