/**
 * Where the verdict has the versions from: written by `npm run verdicts`, as the records are no part of what is
 * packaged.
 */
export const VERSIONS_FILE = 'src/packaging/verdict/asked-versions.ts';

export function versionsModule(versions: readonly string[]): string {
  return `// Written by \`npm run verdicts\`: the versions of test/verdicts/recorded.

/** Every Chromium that was asked, the oldest first. */
export const ASKED_VERSIONS: readonly string[] = [${versions.map((version) => `'${version}'`).join(', ')}];
`;
}
