import * as vscode from 'vscode';
import { ExtensionRefused, FolderError, VerdictError, ZipTooLarge, type Problem } from '../../app';
import { message } from '../../core/message';
import { commandId } from '../editor/contributed';
import { t } from '../editor/localize';
import { OfferError } from '../editor/offer-error';
import type { Inspections } from '../folders/inspections';
import { showLine } from '../folders/show-line';

/**
 * The error to throw for a failed upload: if the error has a place, one that offers to show it. A rejection by the
 * service or the browser is also shown in the Problems panel.
 */
export function withOffer(error: unknown, inspections: Inspections): unknown {
  if (error instanceof ZipTooLarge) return new OfferError(error.text, offerPreview(error.folder));
  if (!(error instanceof FolderError)) return error;
  publish(error, inspections);
  return new OfferError(error.text, showLine(vscode.Uri.file(error.folder), error.place));
}

/**
 * Shows a rejection by the service or the browser in the Problems panel, where our own verdict is already.
 * @returns whether the panel shows the error.
 */
export function publish(error: FolderError, inspections: Inspections): boolean {
  if (error instanceof ExtensionRefused) inspections.add(vscode.Uri.file(error.folder), withSource(error.problem));
  return error instanceof ExtensionRefused || error instanceof VerdictError;
}

/** Chromium is a name, and stays as it is. */
function withSource(problem: Problem): Problem {
  return problem.code === 'refused' ? { ...problem, source: t('Service') } : problem;
}

function offerPreview(folder: string): OfferError['offer'] {
  return {
    label: message('Preview Package'),
    run: async () => void (await vscode.commands.executeCommand(commandId('preview'), vscode.Uri.file(folder))),
  };
}
