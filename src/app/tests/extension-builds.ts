import { message } from '../../core/message';
import type { SessionRecord } from '../../state';
import { inspectAndGuard } from '../upload/guard-secrets';
import type { UploadDependencies } from '../upload/dependencies';
import { namePackages } from '../upload/names';
import { packFolders, type PackedFolder } from '../upload/pack-folders';
import type { RunStep } from '../upload/ports';
import { UNATTENDED } from '../upload/unattended';
import { sendAndProve } from '../upload/upload-folders';

/** The extensions of tests: each is checked and packed once, and uploaded into as many browsers as there are tests. */
export class ExtensionBuilds {
  private readonly packed = new Map<string, Promise<PackedFolder>>();

  constructor(private readonly deps: UploadDependencies) {}

  /**
   * Uploads a folder into a browser that no one else uses.
   * @throws UserError, also for an error or a possible secret in the folder; the client's errors.
   */
  async upload(folder: string, session: SessionRecord, signal: AbortSignal): Promise<void> {
    const packed = await this.pack(folder, signal);
    const packages = await namePackages([packed], session, UNATTENDED, () => false, undefined);
    await sendAndProve(await this.deps.connect(), packages, session, unseen(signal));
  }

  /** Checks and packs a folder. What fails fails for all that need it, and is not tried again. @throws as `upload`. */
  pack(folder: string, signal: AbortSignal): Promise<PackedFolder> {
    const known = this.packed.get(folder) ?? this.packNow(folder, unseen(signal));
    this.packed.set(folder, known);
    return known;
  }

  private async packNow(folder: string, run: RunStep): Promise<PackedFolder> {
    const ready = await inspectAndGuard(this.deps, [folder], UNATTENDED, run);
    const titles = message('“{0}”', ready[0]?.inspection.manifest?.name ?? '');
    const [packed] = await run({ kind: 'zipping', titles }, (signal, onProgress) =>
      packFolders(ready, this.deps.limits, signal, (progress) => onProgress({ phase: 'zipping', ...progress })),
    );
    if (!packed) throw new Error('one folder has one package');
    return packed;
  }
}

/** Runs steps that nobody watches. */
function unseen(signal: AbortSignal): RunStep {
  return (_step, work) => work(signal, () => {});
}
