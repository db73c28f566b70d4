// Written by `npm run verdicts`: the versions of test/verdicts/recorded.

/** Every Chromium that was asked, the oldest first. */
export const ASKED_VERSIONS: readonly string[] = ['150.0.7871.100', '156.0.8078.114'];
