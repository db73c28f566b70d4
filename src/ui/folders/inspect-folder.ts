import path from 'node:path';
import * as vscode from 'vscode';
import type { Inspection, Problem } from '../../app';
import { message, type Message } from '../../core/message';
import type { Inspections } from './inspections';
import { withProgressIfSlow } from '../editor/progress';
import { OfferError } from '../editor/offer-error';
import { showLine } from './show-line';

export interface InspectedFolder {
  readonly folder: vscode.Uri;
  readonly inspection: Inspection;
}

/**
 * Checks a folder before anything is sent.
 * @throws an error that names file, line and remedy where Chromium would refuse the extension; it stands in the
 * Problems panel too.
 */
export async function inspectFolder(inspections: Inspections, folder: vscode.Uri): Promise<InspectedFolder> {
  const inspection = await withProgressIfSlow(message('Checking {0}', path.basename(folder.fsPath)), (signal) =>
    inspections.inspect(folder, signal),
  );
  const [first, ...others] = inspection.problems.filter(({ severity }) => severity === 'error');
  if (first) throw new OfferError(refusal(folder, first, others.length), showLine(folder, first));
  return { folder, inspection };
}

function refusal(folder: vscode.Uri, { message: words, file, line }: Problem, others: number): Message {
  const place = message('{0}, line {1}', `${path.basename(folder.fsPath)}/${file}`, line ?? 1);
  const more = others === 0 ? message('') : message(' {0} more in the Problems panel.', others);
  return message('{0}: {1}{2} Nothing was sent.', place, words, more);
}
