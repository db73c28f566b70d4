import { Cancelled } from '../../core/errors';
import { quotedListOf } from '../../core/message';
import type { Client } from '../../api';
import type { ConnectionRecords, SessionRecord } from '../../state';
import { changesSince, type Changes } from '../changes';
import { uploadPackages, type NamedPackage, type UploadProgress } from '../upload-packages';
import { withPlace } from './extension-refused';
import type { RunStep } from './steps';

/** An extension that was loaded in a session. */
export interface UploadedExtension {
  /** The folder on this machine. */
  readonly folder: string;
  /** Folder name in the browser: `extensions/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** How many files it has. */
  readonly files: number;
  /** Size of its zip. */
  readonly bytes: number;
  /** What has changed since its folder was last uploaded into the session; that copy stays loaded beside this one. */
  readonly changes: Changes | undefined;
}

/**
 * The upload was cancelled while it was being sent. If its last byte was not sent yet, nothing is loaded; in the phase
 * `restarting` the session may still load the extension.
 */
export class UploadCancelled extends Cancelled {
  constructor(
    readonly phase: UploadProgress['phase'],
    readonly session: SessionRecord,
  ) {
    super();
  }
}

/**
 * Sends packages in one request.
 * @throws UploadCancelled; ExtensionRefused if the service says what is wrong with one of the extensions.
 */
export async function send(
  parts: { readonly client: Client; readonly sessions: ConnectionRecords['sessions'] },
  packages: readonly NamedPackage[],
  session: SessionRecord,
  run: RunStep,
): Promise<UploadedExtension[]> {
  const titles = quotedListOf(packages.map(({ name, inspection: { manifest } }) => manifest?.name ?? name));
  let phase: UploadProgress['phase'] = 'sending';
  try {
    await run({ kind: 'sending', titles, session }, (signal, onProgress) =>
      uploadPackages(parts, { sessionId: session.id, packages }, signal, (progress) => {
        phase = progress.phase;
        onProgress(progress);
      }),
    );
  } catch (error) {
    if (error instanceof Cancelled) throw new UploadCancelled(error.nothingDone ? 'sending' : phase, session);
    throw await withPlace(error, packages, session);
  }
  return packages.map((each) => ({ ...describe(each), changes: changesSince(session, each) }));
}

function describe({
  folder,
  name,
  zip,
  inspection: { manifest, files },
}: NamedPackage): Omit<UploadedExtension, 'changes'> {
  return {
    folder,
    name,
    title: manifest?.name ?? name,
    version: manifest?.version ?? '',
    files: files.length,
    bytes: zip.length,
  };
}
