export interface Viewport {
  width: number;
  height: number;
}

/** Features that a session does not need. */
const OFF = [
  'DisableLoadExtensionCommandLineSwitch',
  'Translate',
  'MediaRouter',
  'OptimizationHints',
  'DialMediaRouteProvider',
  // As an administrator of Windows, it would start itself anew without those rights, and without our pipe.
  'AutoDeElevate',
  // Two pages below the address bar, which a session does not show: loading them takes Chromium 156 longer than all the
  // rest of its start, 1.1 of 1.9 seconds of processor time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/**
 * The command line of a headless Chromium that is controlled over a pipe. `--kiosk` with `--screen-info` gives page,
 * screen and screenshot the same size; without them an invisible bar takes 87 pixels.
 */
export function chromiumFlags(profile: string, { width, height }: Viewport): string[] {
  return [
    '--headless=new',
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    '--enable-unsafe-extension-debugging',
    '--kiosk',
    `--screen-info={${width}x${height}}`,
    `--window-size=${width},${height}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-search-engine-choice-screen',
    '--password-store=basic',
    '--use-mock-keychain',
    '--mute-audio',
    '--disable-gpu',
    '--disable-breakpad',
    '--hide-crash-restore-bubble',
    '--test-type',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    // Chromium uses only the last --disable-features of a command line.
    `--disable-features=${OFF.join(',')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    'about:blank',
  ];
}
