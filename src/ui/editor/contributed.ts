/** What package.json contributes, by its names. A test holds that both are the same. */

/** The commands, without the `browserSessions.` before them. */
export const COMMANDS = [
  'uploadWorkspaceFolder',
  'uploadFolder',
  'uploadAgain',
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

/** The ID of a command, as the editor knows it. */
export function commandId(name: CommandName): string {
  return `browserSessions.${name}`;
}

/** The section of the settings that is ours. */
export const SECTION = 'browserSessions';

/** The settings with their defaults, without the `browserSessions.` before them; core reads `connections`. */
export const DEFAULTS = {
  sourceMaps: false,
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
