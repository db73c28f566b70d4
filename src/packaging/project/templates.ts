import path from 'node:path';
import type { ExtensionFolder } from './extension-folder';
import { projectOf } from './project';

/**
 * Marks the sources that a build of the same project was made from. A manifest with a matching build is its template,
 * even if it could be loaded as it is.
 */
export async function markTemplates(found: readonly ExtensionFolder[]): Promise<ExtensionFolder[]> {
  const builds = found.filter(({ kind, forChromium }) => kind === 'build' && forChromium);
  return Promise.all(
    found.map(async (extension) => {
      if (extension.kind === 'build' || builds.length === 0) return extension;
      const project = (await projectOf(extension.folder))?.folder ?? extension.folder;
      const hasBuild = builds.some(
        (build) => build.folder.startsWith(project + path.sep) && isNamedAlike(build, extension),
      );
      return { ...extension, hasBuild, needsBuild: extension.needsBuild || hasBuild };
    }),
  );
}

/** Tools add text to the name, such as `DEV | Name`, and fill it in if the template has none. */
function isNamedAlike(build: ExtensionFolder, { name, needsBuild }: ExtensionFolder): boolean {
  return name === undefined ? needsBuild : build.name?.includes(name) === true;
}
