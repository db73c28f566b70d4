import type { Place } from '../manifest/named-files';

/** How the extension uses a file, and what Chromium does without it. */
export interface FileUse {
  /**
   * If the file is missing. Refused: Chromium does not load the extension. Broken: it loads, but this part of it does
   * not work.
   */
  readonly without: 'refused' | 'broken';
  /** What Chromium does with a name that is not a path; `ignored` if it treats the name as absent. */
  readonly oddName: 'refused' | 'broken' | 'ignored';
  /** When Chromium loads the extension, it accepts a folder with that name. */
  readonly folderWillDo: boolean;
  /** Chromium accepts only files with these extensions. */
  readonly endings?: Endings;
  /** The initial content of a new file of this kind; undefined if nothing sensible can be written. */
  readonly starter?: string;
  /** The manifest is also valid without the name. */
  readonly optional: boolean;
}

/** The file name extensions that Chromium accepts for a kind of file. */
interface Endings {
  readonly known: RegExp;
  readonly words: string;
  /**
   * What happens to a file with another extension. Broken: it is ignored. Idle: it must exist, but never runs. Unseen:
   * it is accepted, but not checked when the extension is loaded.
   */
  readonly others: 'broken' | 'idle' | 'unseen';
}

const JAVASCRIPT: Endings = { known: /\.m?js$/i, words: '.js, .mjs', others: 'broken' };
const CSS: Endings = { known: /\.s?css$/i, words: '.css', others: 'broken' };
const IMAGE: Endings = {
  known: /\.(?:png|apng|avif|bmp|gif|ico|jpe?g|jfif|svg|tiff?|webp)$/i,
  words: '.png',
  others: 'unseen',
};

const PAGE = '<!doctype html>\n<html>\n  <head>\n    <meta charset="utf-8">\n  </head>\n  <body>\n  </body>\n</html>\n';

const icon: FileUse = {
  endings: IMAGE,
  without: 'refused',
  oddName: 'refused',
  folderWillDo: true,
  optional: true,
};
const page = { without: 'refused', oddName: 'refused', folderWillDo: true, starter: PAGE, optional: true } as const;
const minorPage = { without: 'broken', oddName: 'ignored', folderWillDo: true, starter: PAGE, optional: true } as const;
const script = { without: 'refused', oddName: 'broken', folderWillDo: false, starter: '', optional: true } as const;

/**
 * The places whose files Chromium checks, or whose absence a user would notice. Tested with every recorded Chromium.
 */
export const FILE_USES: Partial<Record<Place, FileUse>> = {
  'icons.*': icon,
  'action.default_icon': icon,
  'action.default_icon.*': icon,
  'action.default_popup': { ...page, without: 'broken' },
  'side_panel.default_path': { ...page, optional: false },
  options_page: page,
  'options_ui.page': { ...page, oddName: 'broken', optional: false },
  devtools_page: { ...page, without: 'broken' },
  'chrome_url_overrides.newtab': { ...page, optional: false },
  'chrome_url_overrides.history': { ...page, optional: false },
  'chrome_url_overrides.bookmarks': { ...page, optional: false },
  'background.service_worker': {
    endings: { ...JAVASCRIPT, others: 'idle' },
    without: 'refused',
    oddName: 'refused',
    folderWillDo: true,
    starter: '',
    optional: false,
  },
  'content_scripts[].js[]': { ...script, endings: JAVASCRIPT },
  'content_scripts[].css[]': { ...script, endings: CSS },
  'declarative_net_request.rule_resources[].path': {
    without: 'refused',
    oddName: 'refused',
    folderWillDo: false,
    starter: '[]\n',
    optional: false,
  },
  'storage.managed_schema': {
    without: 'refused',
    oddName: 'refused',
    folderWillDo: false,
    starter: '{\n  "type": "object",\n  "properties": {}\n}\n',
    optional: false,
  },
  'sandbox.pages[]': minorPage,
  'web_accessible_resources[].resources[]': {
    without: 'broken',
    oddName: 'ignored',
    folderWillDo: true,
    optional: true,
  },
};
