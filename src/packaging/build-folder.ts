/**
 * Where tools write what they build, also with what it is for behind it: `dist-chrome`, `build_mv3`. `.output` is
 * WXT's, `.plasmo` Plasmo's.
 */
const BUILD_FOLDER =
  /^(\.output|\.plasmo|(dist|build|out|output)([-_.](chrom\w*|edge|brave|opera|firefox|safari|mv\d|dev\w*|prod\w*|release|debug|ext\w*|crx))*)$/i;

/** Whether tools write what they build into folders of this name. */
export function isBuildFolder(name: string): boolean {
  return BUILD_FOLDER.test(name);
}
