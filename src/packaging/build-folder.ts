/**
 * Names of folders that build tools write to, also with the target added: `dist-chrome`, `build_mv3`. `.output` is from
 * WXT, `.plasmo` from Plasmo.
 */
const BUILD_FOLDER =
  /^(\.output|\.plasmo|(dist|build|out|output)([-_.](chrom\w*|edge|brave|opera|firefox|safari|mv\d|dev\w*|prod\w*|release|debug|ext\w*|crx))*)$/i;

/** Whether build tools write to folders with this name. */
export function isBuildFolder(name: string): boolean {
  return BUILD_FOLDER.test(name);
}
