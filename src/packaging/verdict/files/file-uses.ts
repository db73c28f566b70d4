import type { Place } from '../../manifest/named-files';

/** What a file is to the extension, and what Chromium does without it. */
export interface FileUse {
  /** Refused: Chromium does not load the extension. Broken: it loads, and this part of it does not work. */
  readonly without: 'refused' | 'broken';
  /** What Chromium makes of a name that is no path; `ignored` where it is as good as not written. */
  readonly oddName: 'refused' | 'broken' | 'ignored';
  /** Chromium takes a folder of that name for the file when it loads the extension. */
  readonly folderWillDo: boolean;
  /** Chromium looks at files with these endings alone. */
  readonly endings?: Endings;
  /** What a new file of the kind starts with; left out where nothing sensible can be written. */
  readonly starter?: string;
  /** The manifest is whole without the name. */
  readonly optional: boolean;
}

/** Which files Chromium takes for what they should be, by the ends of their names. */
interface Endings {
  readonly known: RegExp;
  readonly words: string;
  /**
   * Broken: a file with another ending is passed over. Idle: it must be there, and never runs. Unseen: it is taken, but
   * not looked for when the extension is loaded.
   */
  readonly others: 'broken' | 'idle' | 'unseen';
}

/**
 * Chromium takes a file for a background script by the end of its name; .user.js is another matter, but for content
 * scripts.
 */
export const BACKGROUND_ENDING = /(?<!\.user)\.js$|\.mjs$/i;
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

const backgroundScript = {
  endings: { ...JAVASCRIPT, known: BACKGROUND_ENDING },
  without: 'refused',
  oddName: 'refused',
  folderWillDo: true,
  starter: '',
  optional: false,
} as const;
const themeImage: FileUse = {
  endings: { ...IMAGE, known: new RegExp(String.raw`(?:^|/)[^./]*$|${IMAGE.known.source}`, 'i') },
  without: 'refused',
  oddName: 'refused',
  folderWillDo: true,
  optional: true,
};
const backgroundPage = { ...page, optional: false } as const;

/**
 * The places whose files Chromium looks for, or whose absence a person would notice. Asked of every Chromium that is
 * recorded.
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
  'background.scripts[]': backgroundScript,
  'background.page': backgroundPage,
  'app.background.scripts[]': backgroundScript,
  'app.background.page': backgroundPage,
  'app.launch.local_path': { ...page, without: 'broken', optional: false },
  about_page: { ...page, optional: true },
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
  'theme.images.*': themeImage,
  'theme.images.*.*': { ...themeImage, without: 'broken' },
  'sandbox.pages[]': minorPage,
  'web_accessible_resources[].resources[]': {
    without: 'broken',
    oddName: 'ignored',
    folderWillDo: true,
    optional: true,
  },
};
