import { type Case, change } from '../case';

/** Keys that make a manifest something other than an extension. Chromium loads all of these, in version 2 too. */
const KINDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  theme: { theme: { colors: { frame: [1, 2, 3] } } },
  'shared module': { export: { resources: ['icon.png'] } },
  'hosted app': {
    name: 'n',
    version: '1',
    background: {},
    content_scripts: undefined,
    action: undefined,
    icons: undefined,
    options_page: undefined,
    app: { urls: ['https://a.b/'], launch: { web_url: 'https://a.b/' } },
  },
  'Chrome app': { app: { background: { scripts: ['background.js'] } } },
  'packaged app': { app: { launch: { local_path: 'popup.html' } } },
  'ChromeOS extension': { chromeos_system_extension: {} },
};

export const kinds: readonly Case[] = [2, 3].flatMap((version) =>
  Object.entries(KINDS).map(([kind, keys]) =>
    change(`version ${version}: ${kind}`, { manifest_version: version, ...keys }),
  ),
);
