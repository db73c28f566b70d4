import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  asReviewed,
  checkListing,
  MANIFEST,
  packExtension,
  type Inspection,
  type ListingCheck,
  type Package,
  type Problem,
} from '../../packaging';

export interface StorePackage extends Pick<ListingCheck, 'locales' | 'removed'> {
  /** What the store or its reviewers would reject is an error. */
  readonly problems: readonly Problem[];
  /** Undefined if there is an error. */
  readonly packed?: Package;
}

/**
 * Packs an extension as the Chrome Web Store takes it, if it does.
 * @param inspection without errors.
 * @throws UserError as `packExtension` does.
 */
export async function packForStore(inspection: Inspection, signal: AbortSignal): Promise<StorePackage> {
  const { problems: listed, manifest, ...listing } = await checkListing(inspection.files, signal);
  const problems = [...asReviewed(inspection.problems), ...listed];
  if (problems.some(({ severity }) => severity === 'error')) return { ...listing, problems };
  if (manifest === undefined) return { ...listing, problems, packed: await packExtension(inspection, signal) };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'browser-sessions-'));
  try {
    const source = path.join(folder, MANIFEST);
    await writeFile(source, manifest);
    const { size: bytes } = await stat(source);
    const files = inspection.files.map((file) => (file.path === MANIFEST ? { path: MANIFEST, source, bytes } : file));
    return { ...listing, problems, packed: await packExtension({ files }, signal) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
