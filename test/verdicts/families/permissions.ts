import { type Case, change } from '../case';

const NAMES = [
  'activeTab', 'alarms', 'background', 'bookmarks', 'browsingData', 'certificateProvider', 'clipboardRead', 'clipboardWrite', 'contentSettings',
  'contextMenus', 'cookies', 'debugger', 'declarativeContent', 'declarativeNetRequest', 'declarativeNetRequestFeedback',
  'declarativeNetRequestWithHostAccess', 'declarativeWebRequest', 'desktopCapture', 'dns', 'documentScan', 'downloads', 'downloads.open',
  'downloads.ui', 'downloads.shelf', 'enterprise.deviceAttributes', 'enterprise.hardwarePlatform', 'enterprise.networkingAttributes',
  'enterprise.platformKeys', 'experimental', 'favicon', 'fileBrowserHandler', 'fileSystemProvider', 'fontSettings', 'gcm', 'geolocation', 'history',
  'identity', 'identity.email', 'idle', 'input', 'loginState', 'management', 'mdns', 'nativeMessaging', 'networking.config', 'notifications',
  'offscreen', 'pageCapture', 'platformKeys', 'power', 'printerProvider', 'printing', 'printingMetrics', 'privacy', 'processes', 'proxy', 'readingList',
  'runtime', 'scripting', 'search', 'sessions', 'sidePanel', 'signedInDevices', 'storage', 'system.cpu', 'system.display', 'system.memory',
  'system.network', 'system.storage', 'tabCapture', 'tabGroups', 'tabs', 'topSites', 'tts', 'ttsEngine', 'unlimitedStorage', 'usb', 'hid', 'serial',
  'bluetooth', 'socket', 'fileSystem', 'syncFileSystem', 'userScripts', 'virtualKeyboard', 'vpnProvider', 'wallpaper', 'webAuthenticationProxy',
  'webNavigation', 'webRequest', 'webRequestAuthProvider', 'webRequestBlocking', 'webview', 'windows', 'action', 'commands', 'i18n',
  'accessibilityFeatures.read', 'accessibilityFeatures.modify', 'audio', 'videoCapture', 'audioCapture', 'fullscreen', 'pointerLock', 'browser',
  'app.window', 'app.window.fullscreen', 'mediaGalleries', 'metricsPrivate', 'developerPrivate', 'chromePrivate', 'webstorePrivate', 'tabs.x', 'menus',
  'webRequestFilterResponse', 'browserSettings', 'theme', 'contextualIdentities', 'dom', 'sockets', 'systemPrivate', 'appview', 'clipboard',
  'alwaysOnTopWindows', 'aiLanguageModelOriginTrial', 'languageModel', 'unsafeWindow', 'devtools', 'omnibox', 'permissions', 'extension',
  'extensionTypes', 'chrome://favicon/', 'types', 'system.powerSource', 'instanceID', 'identityPrivate', 'kioskEnabled',
  'declarativeNetRequestFeedback ', 'Tabs', 'enterprise.login', 'enterprise.reportingPrivate', 'enterprise.kioskInput', 'inputMethodPrivate',
  'experimentalAiData', 'controlledFrame', 'publicSuffix', 'odfsConfigPrivate', 'smartCardProviderPrivate', 'tabCaptureX',
  'lockWindowFullscreenPrivate', 'networking.onc', 'firstRunPrivate', 'feedbackPrivate', 'file.read', 'transientBackground', 'plugin',
  'nativeMessagingOptional', 'screenCapture', 'speechRecognitionPrivate', 'terminalPrivate', 'resourcesPrivate', 'safeBrowsingPrivate',
  'settingsPrivate', 'passwordsPrivate', 'preferencesPrivate', 'cloudPrintPrivate', 'activityLogPrivate', 'autofillPrivate', 'tabStrip', 'diagnostics',
  'crashReportPrivate', 'echoPrivate', 'imageWriterPrivate', 'mediaPlayerPrivate', 'usersPrivate', 'externally_connectable', 'file', 'files', 'host',
  'http', 'networking', 'cast', 'castStreaming', 'cast.streaming', 'pdfViewerPrivate', 'rtcPrivate', 'wmDesksPrivate', 'bookmarkManagerPrivate',
  'webrtcAudioPrivate', 'webrtcDesktopCapturePrivate', 'webrtcLoggingPrivate', 'dashboardPrivate', 'guestMode', 'errorReporting',
  'brailleDisplayPrivate', 'browserPrivate', 'systemIndicator', 'launcherPage', 'interceptAllKeys', 'externallyConnectable', 'musicManagerPrivate',
  'audioModem', 'overrideEscFullscreen', 'app.window.alpha', 'app.window.alwaysOnTop', 'app.window.shape', 'newTabPageOverride', 'idltest',
  'mojoPrivate', 'login', 'loginScreenUi', 'loginScreenStorage', 'u2fDevices', 'virtualKeyboardPrivate', 'quickUnlockPrivate', 'arcAppsPrivate',
  'accessibilityPrivate',
];
const ODD: readonly (readonly unknown[])[] = [[{ a: 1 }], [{ usbDevices: [] }], [{ fileSystem: ['write'] }], [['tabs']], ['tabs', 'tabs'], [{ socket: ['x'] }], [{ tabs: 1 }], [{ nope: 1 }], [null], [true], [{ storage: {} }]];

export const permissions: readonly Case[] = [
  ...NAMES.map((name) => change(`required ${name}`, { permissions: [name] })),
  ...NAMES.map((name) => change(`optional ${name}`, { optional_permissions: [name] })),
  ...ODD.map((list) => change(`required ${JSON.stringify(list)}`, { permissions: list })),
  change('required and optional', { permissions: ['tabs'], optional_permissions: ['tabs'] }),
];
