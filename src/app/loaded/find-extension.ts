import type { LoadedExtension } from '../../devtools';
import type { UploadRecord } from '../../state';
import { loadedAs } from './loaded-extensions';

/** An extension that a session has loaded, and the upload that it is from. */
export interface FoundExtension {
  readonly extension: LoadedExtension;
  readonly upload: UploadRecord | undefined;
}

/** What a session has loaded, each with its upload. */
export function withUploads(
  loaded: readonly LoadedExtension[],
  uploads: readonly UploadRecord[] = [],
): readonly FoundExtension[] {
  return loaded.map((extension) => ({
    extension,
    upload: uploads.find(({ name }) => loadedAs([extension], name) !== undefined),
  }));
}

/**
 * Those that are meant by a name, if there is one; else those that were uploaded from here, or all if none was.
 * @param folder the path that the name may be instead.
 */
export function extensionsMeant(
  all: readonly FoundExtension[],
  wanted: string | undefined,
  folder = wanted,
): readonly FoundExtension[] {
  if (wanted !== undefined) return all.filter((each) => isNamed(each, wanted, folder));
  const uploaded = all.filter(({ upload }) => upload !== undefined);
  return uploaded.length > 0 ? uploaded : all;
}

/** Whether it is the name of an extension, that of its upload, its ID, or its folder. */
function isNamed({ extension, upload }: FoundExtension, wanted: string, folder: string | undefined): boolean {
  return (
    [extension.id, extension.name, upload?.name].includes(wanted) ||
    (upload !== undefined && upload.folder === folder) ||
    loadedAs([extension], wanted) !== undefined
  );
}
