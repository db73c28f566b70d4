import { UserError } from '../../core/errors';
import { formatBytes, formatOver, inMegabytes } from '../../core/format';
import { message } from '../../core/message';
import { packExtension, type Inspection, type Package, type PackProgress } from '../../packaging';

export interface FolderToPack {
  readonly folder: string;
  /** Without errors: the caller has already shown those to the user. */
  readonly inspection: Inspection;
}

export interface PackedFolder extends FolderToPack, Package {}

export interface NamedPackage extends PackedFolder {
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
}

/** The limits of the service. Source: docs/service.md, "Upload". */
export interface UploadLimits {
  /** Bytes per zip. */
  readonly zipBytes: number;
  /** Extensions per request. */
  readonly extensions: number;
}

/**
 * Zips folders for one upload.
 * @throws UserError, with nothing sent, if the service would not accept them.
 */
export async function packFolders(
  folders: readonly FolderToPack[],
  limits: UploadLimits,
  signal: AbortSignal,
  onProgress: (progress: PackProgress) => void,
): Promise<PackedFolder[]> {
  if (folders.length > limits.extensions) throw new TooManyExtensions(folders.length, limits.extensions);
  const packed: PackedFolder[] = [];
  for (const each of folders) {
    const content = await packExtension(each.inspection, signal, onProgress);
    requireSmallEnough(each, content, limits.zipBytes);
    packed.push({ ...each, ...content });
  }
  return packed;
}

/** Nothing was sent. */
export class TooManyExtensions extends UserError {
  override readonly name = 'TooManyExtensions';

  constructor(extensions: number, limit: number) {
    super(
      message(
        'Too many extensions ({0}; limit {1} per upload). Nothing was sent. Upload them in parts.',
        extensions,
        limit,
      ),
    );
  }
}

/** Nothing was sent. */
export class ZipTooLarge extends UserError {
  override readonly name = 'ZipTooLarge';

  constructor(
    readonly folder: string,
    { manifest, files, totalBytes }: Inspection,
    zipBytes: number,
    limit: number,
  ) {
    const largest = files
      .toSorted((one, other) => other.bytes - one.bytes)
      .filter(({ bytes }, index) => index === 0 || bytes > totalBytes / 100)
      .slice(0, 3);
    super(
      message(
        '“{0}” is too large ({1}; limit {2}). Exclude unneeded files. Largest: {3}.',
        manifest?.name ?? '',
        formatOver(zipBytes, limit),
        inMegabytes(limit),
        largest.map(({ path, bytes }) => `${path} (${formatBytes(bytes)})`).join(', '),
      ),
    );
  }
}

function requireSmallEnough({ folder, inspection }: FolderToPack, { zip }: Package, limit: number): void {
  if (zip.length > limit) throw new ZipTooLarge(folder, inspection, zip.length, limit);
}
