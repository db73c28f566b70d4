import * as vscode from 'vscode';
import { FolderError, VerdictError } from '../../app/upload/inspect-folders';
import { ZipTooLarge } from '../../app/upload/pack-folders';
import { ExtensionRefused, NameTaken, NotLoaded } from '../../app/upload/refusals';
import { proposeExtensionName } from '../../core/extension-name';
import { message } from '../../core/message';
import type { Problem } from '../../packaging';
import type { ConnectionKey } from '../../state';
import { t } from '../editor/localize';
import { type Button, OfferError } from '../editor/show';
import type { Inspections } from '../folders/inspections';
import { showLine } from '../folders/problems-panel';
import { commandButton } from '../editor/show';

/** An upload that failed. */
interface FailedUpload {
  readonly connection: ConnectionKey;
  readonly folders: readonly string[];
}

/**
 * The error to throw for a failed upload: if the error has a place, one that offers to show it; if something else
 * helps, one that offers that. A rejection by the service or the browser is also shown in the Problems panel.
 */
export function withOffer(error: unknown, inspections: Inspections, upload: FailedUpload): unknown {
  if (error instanceof ZipTooLarge) return new OfferError(error.text, offerPreview(error.folder));
  if (error instanceof NotLoaded) return new OfferError(error.text, offerCheck(error.folder));
  if (error instanceof NameTaken) return new OfferError(error.text, offerName(error, upload));
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

/** The Chromium of this machine tells why. */
function offerCheck(folder: string): Button {
  return commandButton(message('Check with Chromium'), 'checkWithChromium', vscode.Uri.file(folder));
}

/** The next free name; for one of several extensions, each name is asked for again. */
function offerName({ taken, session }: NameTaken, { connection, folders }: FailedUpload): Button {
  const name = proposeExtensionName(taken, [taken, ...(session.uploads ?? []).map((each) => each.name)]);
  const { name: at, address } = connection;
  const target = { folders, session: session.id, connection: at, address, ...(folders.length === 1 && { name }) };
  return commandButton(
    folders.length === 1 ? message('Upload as “{0}”', name) : message('Choose Other Names'),
    'uploadFolder',
    target,
  );
}

function offerPreview(folder: string): Button {
  return commandButton(message('Preview Package'), 'preview', vscode.Uri.file(folder));
}
