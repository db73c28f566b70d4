import type { Versions } from '../versions';

// Each name was tested with Chromium for Linux.

/** Permissions that an extension of manifest version 3 gets; `webRequestBlocking` only if it is installed by policy. */
export const PERMISSIONS: ReadonlySet<string> = new Set([
  'accessibilityFeatures.modify',
  'accessibilityFeatures.read',
  'activeTab',
  'alarms',
  'app.window',
  'background',
  'bookmarks',
  'browsingData',
  'clipboardRead',
  'clipboardWrite',
  'commands',
  'contentSettings',
  'contextMenus',
  'cookies',
  'debugger',
  'declarativeContent',
  'declarativeNetRequest',
  'declarativeNetRequestFeedback',
  'declarativeNetRequestWithHostAccess',
  'desktopCapture',
  'dns',
  'downloads',
  'downloads.open',
  'downloads.shelf',
  'downloads.ui',
  'externally_connectable',
  'favicon',
  'fontSettings',
  'gcm',
  'geolocation',
  'history',
  'identity',
  'identity.email',
  'idle',
  'idltest',
  'management',
  'nativeMessaging',
  'networking',
  'notifications',
  'offscreen',
  'omnibox',
  'pageCapture',
  'power',
  'printerProvider',
  'privacy',
  'processes',
  'proxy',
  'publicSuffix',
  'readingList',
  'scripting',
  'search',
  'sessions',
  'sidePanel',
  'storage',
  'system.cpu',
  'system.display',
  'system.memory',
  'system.network',
  'system.storage',
  'tabCapture',
  'tabGroups',
  'tabs',
  'topSites',
  'tts',
  'ttsEngine',
  'unlimitedStorage',
  'userScripts',
  'webAuthenticationProxy',
  'webNavigation',
  'webRequest',
  'webRequestAuthProvider',
  'webRequestBlocking',
  'windows',
]);

/** Permissions that only some versions know. */
export const PARTLY_KNOWN: ReadonlyMap<string, Versions> = new Map([
  ['idltest', { to: 150 }],
  ['publicSuffix', { from: 156 }],
]);

/** Chromium ignores these in `optional_permissions`. */
export const NEVER_OPTIONAL: ReadonlySet<string> = new Set([
  'debugger',
  'declarativeNetRequest',
  'fontSettings',
  'geolocation',
  'proxy',
  'tts',
  'ttsEngine',
  'unlimitedStorage',
  'webAuthenticationProxy',
]);

/**
 * Granted only on ChromeOS. Chromium 156 for Linux no longer knows the name `fileSystemProvider`, but the message
 * (granted only on ChromeOS, no effect here) is true for that version too.
 */
export const ONLY_CHROME_OS: ReadonlySet<string> = new Set([
  'audio',
  'certificateProvider',
  'clipboard',
  'documentScan',
  'enterprise.deviceAttributes',
  'enterprise.networkingAttributes',
  'enterprise.platformKeys',
  'fileBrowserHandler',
  'fileSystemProvider',
  'input',
  'loginState',
  'platformKeys',
  'printing',
  'printingMetrics',
  'virtualKeyboard',
  'vpnProvider',
  'wallpaper',
]);

/**
 * Granted only to Chromium's former apps, to manifest version 2, by policy, or to Google's own extensions. Chromium 156
 * for Linux no longer knows the names `inputMethodPrivate` and `speechRecognitionPrivate`, and does not grant them
 * either.
 */
export const NOT_GRANTED: ReadonlySet<string> = new Set([
  'activityLogPrivate',
  'app.window.fullscreen',
  'app.window.shape',
  'appview',
  'audioCapture',
  'autofillPrivate',
  'browser',
  'declarativeWebRequest',
  'developerPrivate',
  'diagnostics',
  'enterprise.hardwarePlatform',
  'enterprise.reportingPrivate',
  'experimental',
  'feedbackPrivate',
  'fileSystem',
  'hid',
  'inputMethodPrivate',
  'mdns',
  'metricsPrivate',
  'passwordsPrivate',
  'pointerLock',
  'serial',
  'settingsPrivate',
  'speechRecognitionPrivate',
  'syncFileSystem',
  'systemPrivate',
  'transientBackground',
  'usb',
  'videoCapture',
  'webview',
]);

/** Permissions of Chromium's former apps: Chromium rejects an extension with one of these. */
export const REFUSED: ReadonlySet<string> = new Set(['socket', 'usbDevices']);
