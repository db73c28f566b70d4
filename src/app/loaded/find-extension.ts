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
 * Whether an extension is meant by a name: its own, that of its upload, or its ID.
 * @param folder the path that it may be instead.
 */
export function isNamed({ extension, upload }: FoundExtension, wanted: string, folder: string): boolean {
  return (
    [extension.id, extension.name, upload?.name].includes(wanted) ||
    upload?.folder === folder ||
    loadedAs([extension], wanted) !== undefined
  );
}
