/** The names of what package.json contributes. A test checks that they match. */

/** The commands, without the prefix `browserSessions.`. */
export const COMMANDS = [
  'uploadWorkspaceFolder',
  'uploadFolder',
  'uploadAgain',
  'watchFolder',
  'stopWatching',
  'preview',
  'uploadPreviewed',
  'closePreview',
  'include',
  'exclude',
  'includeSourceMaps',
  'excludeSourceMaps',
  'explainInclusion',
  'resetAllowedSecrets',
  'checkWithChromium',
  'click',
  'repeatLastClick',
  'takeScreenshot',
  'releaseSession',
  'acquireSession',
  'startSession',
  'deleteExtension',
  'addSession',
  'addPool',
  'addExtension',
  'refreshSessions',
  'refreshPools',
  'refreshExtensions',
  'setToken',
  'clearToken',
  'changeAddress',
  'manageConnection',
  'addConnection',
  'switchConnection',
  'removeConnection',
  'editConnections',
  'startLocalService',
  'stopLocalService',
  'copyId',
  'removeFromList',
  'showLog',
] as const;

export type CommandName = (typeof COMMANDS)[number];

/** The ID of a command in the editor. */
export function commandId(name: CommandName): string {
  return `browserSessions.${name}`;
}

/** The section of our settings. */
export const SECTION = 'browserSessions';

/** The settings with their defaults, without the prefix `browserSessions.`; core reads `connections`. */
export const DEFAULTS = {
  sourceMaps: false,
  reloadPages: true,
  'timeouts.answer': 60,
  'timeouts.upload': 240,
  'limits.zipSize': 50,
  'limits.extensionsPerUpload': 20,
  'localService.port': 0,
  chromium: '',
} as const;

export type SettingName = keyof typeof DEFAULTS;

export type NumberSetting = {
  [Name in SettingName]: (typeof DEFAULTS)[Name] extends number ? Name : never;
}[SettingName];
