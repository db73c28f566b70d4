import path from 'node:path';
import * as vscode from 'vscode';
import { placeRefusal, refusedExtension, type NamedPackage } from '../../app';
import { message } from '../../core/message';
import type { Inspections } from './inspections';
import { t } from '../editor/localize';
import { OfferError } from '../editor/offer-error';
import { showLine } from './show-line';

/**
 * The error to throw for an upload that failed. Where the service says what is wrong with one of the extensions, as the
 * local one does in Chromium's words, these stand in the Problems panel at their line, and the error offers to show it.
 * Else the error itself.
 */
export async function refusedByChromium(
  error: unknown,
  uploads: readonly NamedPackage[],
  inspections: Inspections,
): Promise<unknown> {
  const refused = refusedExtension(error);
  const upload = uploads.find(({ name }) => name === refused?.name);
  if (!refused || !upload) return error;
  const folder = vscode.Uri.file(upload.folder);
  const problem = await placeRefusal(
    { words: refused.words, code: 'refused', source: t('Service') },
    upload.folder,
    upload.inspection.files,
  );
  inspections.add(folder, problem);
  const words = message(
    'The service refuses {0}, line {1}: “{2}” Nothing was loaded.',
    `${path.basename(upload.folder)}/${problem.file}`,
    problem.line ?? 1,
    problem.message,
  );
  return new OfferError(words, showLine(folder, problem));
}
