import type { Versions } from '../versions';

// Asked of Chromium for Linux, one by one.

/** Permissions that an extension of manifest version 3 gets; `webRequestBlocking` only when policy installs it. */
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

/** Those of them that just some versions know. */
export const PARTLY_KNOWN: ReadonlyMap<string, Versions> = new Map([
  ['idltest', { to: 150 }],
  ['publicSuffix', { from: 156 }],
]);

/** Chromium leaves these out of `optional_permissions`. */
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
 * Granted only on ChromeOS. Of `fileSystemProvider` Chromium 156 for Linux does not know the very name any more: what
 * is said of it, that it is granted only there and does nothing here, is as true of that version.
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
 * Granted only to Chromium's former apps, to manifest version 2, by policy, or to extensions of its maker. Of these
 * Chromium 156 for Linux does not know `inputMethodPrivate` and `speechRecognitionPrivate` by name, and does not grant
 * them either.
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

/** Of Chromium's former apps: with one of these it refuses the extension. */
export const REFUSED: ReadonlySet<string> = new Set(['socket', 'usbDevices']);
