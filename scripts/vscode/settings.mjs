/** Quiet and deterministic, with nothing that needs the network. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'security.workspace.trust.enabled': false,
  'git.enabled': false,
  'window.confirmBeforeClose': 'never',
  // Of each port that any program opens, the editor tells in a notification; of many in a moment, it shows only three.
  'remote.autoForwardPorts': false,
  'remote.restoreForwardedPorts': false,
};
