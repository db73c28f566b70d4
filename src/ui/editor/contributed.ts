/** The names of what package.json contributes. A test checks that they match. */

/** The commands, without the prefix `browserSessions.`. */
export const COMMANDS = [
  'uploadWorkspaceFolder',
  'uploadFolder',
  'uploadFolderToSession',
  'uploadAgain',
  'watchFolder',
  'stopWatching',
  'followLog',
  'stopFollowing',
  'debugExtension',
  'chooseDebuggedPages',
  'openPopup',
  'openPage',
  'openInSession',
  'showErrors',
  'openStorage',
  'clearStorage',
  'saveStorageSnapshot',
  'restoreStorageSnapshot',
  'compareStorage',
  'stopWorker',
  'startWorker',
  'reloadExtension',
  'removeFromBrowser',
  'disableExtension',
  'enableExtension',
  'preview',
  'uploadPreviewed',
  'closePreview',
  'include',
  'exclude',
  'excludeUnused',
  'includeSourceMaps',
  'excludeSourceMaps',
  'explainInclusion',
  'resetAllowedSecrets',
  'checkWithChromium',
  'compareWithVersion',
  'click',
  'repeatLastClick',
  'openScreen',
  'activateSession',
  'clickByName',
  'namePoint',
  'runSequence',
  'recordSequence',
  'stopRecording',
  'addExpectation',
  'exportToPlaywright',
  'takeStoreScreenshots',
  'saveReport',
  'openReport',
  'openSequenceOfReport',
  'takeScreenshot',
  'recordVideo',
  'stopRecordingVideo',
  'saveVideo',
  'recordCoverage',
  'stopRecordingCoverage',
  'sharePort',
  'stopSharingPorts',
  'trySharedPortsAgain',
  'releaseSession',
  'acquireSession',
  'startSession',
  'startSessionWithExtension',
  'startSessionWithOptions',
  'renameSession',
  'saveProfile',
  'deleteProfile',
  'endSession',
  'flushPool',
  'uploadToCatalog',
  'addFromChromeStore',
  'downloadExtension',
  'openLiveView',
  'copyLiveView',
  'saveScreenshot',
  'keepScreenshot',
  'deleteExtension',
  'findSession',
  'showSession',
  'showPool',
  'showExtension',
  'refreshSessions',
  'refreshPools',
  'refreshExtensions',
  'loadMore',
  'setToken',
  'clearToken',
  'changeAddress',
  'stop',
  'stopAgent',
  'manageConnection',
  'addConnection',
  'switchConnection',
  'removeConnection',
  'editConnections',
  'startLocalService',
  'stopLocalService',
  'connectAgent',
  'copyId',
  'removeFromList',
  'revealFolder',
  'openWalkthrough',
  'openSample',
  'openManual',
  'showLog',
] as const;

export type CommandName = (typeof COMMANDS)[number];

/** The type of the tabs that show a session's display. */
export const SCREEN_VIEW = 'browserSessions.screen';

/** The type of the tabs that show the viewer of a service. */
export const VIEWER_VIEW = 'browserSessions.viewer';

/** The type of the tabs that show reports. */
export const REPORT_VIEW = 'browserSessions.report';

/** The ID of a command in the editor. */
export function commandId(name: CommandName): string {
  return `browserSessions.${name}`;
}

/** The ID of the extension in the editor. */
export const EXTENSION = 'browser-sessions.browser-sessions';

/** The ID of our walkthrough in the editor. */
export const WALKTHROUGH = `${EXTENSION}#start`;

/** The pages of the manual that links lead to, by the names of their files in `docs`. */
export const MANUAL_PAGES = ['connect', 'package', 'upload'] as const;

/** The type of our tasks. */
export const TASK_TYPE = 'browserSessions';

/** The type of our debug sessions. */
export const DEBUG_TYPE = 'browserSessions';

/** The problem matchers of a task that uploads once, and of one that uploads at each change. */
export const MATCHERS = { once: '$browserSessions', watch: '$browserSessions-watch' } as const;

/** The section of our settings. */
export const SECTION = 'browserSessions';

/** The settings with their defaults, without the prefix `browserSessions.`; core reads `connections`. */
export const DEFAULTS = {
  sourceMaps: false,
  reloadPages: true,
  recordVideos: false,
  'timeouts.answer': 60,
  'timeouts.upload': 240,
  'limits.zipSize': 50,
  'limits.extensionsPerUpload': 20,
  'tests.workers': 0,
  'tests.pool': '',
  'tests.reuse': false,
  'localService.port': 0,
  chromium: '',
} as const;

export type SettingName = keyof typeof DEFAULTS;

export type NumberSetting = {
  [Name in SettingName]: (typeof DEFAULTS)[Name] extends number ? Name : never;
}[SettingName];
