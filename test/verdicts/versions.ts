/**
 * The file from which the verdict reads the versions. `npm run verdicts` writes it, because the records are not part of
 * the package.
 */
export const VERSIONS_FILE = 'src/packaging/verdict/asked-versions.ts';

export function versionsModule(versions: readonly string[]): string {
  return `// Written by \`npm run verdicts\`: the versions of test/verdicts/recorded.

/** Every Chromium that was asked, the oldest first. */
export const ASKED_VERSIONS: readonly string[] = [${versions.map((version) => `'${version}'`).join(', ')}];
`;
}
