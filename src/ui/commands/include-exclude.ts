import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { explain, findExtensionAbove, setIncluded, type Inspection, type ExcludedFile } from '../../packaging';
import { commandId } from '../editor/contributed';
import { setSourceMaps } from '../editor/settings';
import { showInformation, type Button } from '../editor/show';
import { isSame, pathWithin } from '../editor/uris';
import { requireReadable } from '../folders/choose-folder';
import type { Inspections } from '../folders/inspections';
import type { Services } from '../services';
import type { Target } from '../target';
import type { Command } from './command';

export const include: Command = async (services, target) => writeRules(services, target, true);

export const exclude: Command = async (services, target) => writeRules(services, target, false);

/** Excludes what the preview marks as not used. */
export const excludeUnused: Command = async (services, target) => {
  const { shown, shownUnused } = services.preview;
  if (shown) await writeRules(services, { ...target, resources: shownUnused, extensionFolder: shown }, false);
};

/** Writes the rules that include or exclude files and folders, and inspects their folder again. */
async function writeRules(
  { inspections, preview }: Services,
  { resources = [], extensionFolder }: Target,
  included: boolean,
): Promise<void> {
  try {
    for (const resource of resources)
      await inspections.serialize(() => writeRule(inspections, resource, extensionFolder, included));
  } catch (error) {
    // The checkboxes already show the user's click: reset them to what the rules say.
    preview.refresh();
    throw error;
  }
}

async function writeRule(
  inspections: Inspections,
  resource: vscode.Uri,
  extensionFolder: vscode.Uri | undefined,
  included: boolean,
): Promise<void> {
  const { folder, inspection } = await extensionOf(inspections, resource, extensionFolder);
  requireSaved(inspection.ignoreFile);
  await setIncluded(folder.fsPath, inspection, pathWithin(folder, resource), included);
  await inspections.inspect(folder, new AbortController().signal);
}

/** Clears the list of secrets that the user allowed. */
export const resetAllowedSecrets: Command = async ({ allowedSecrets, statusMessages }) => {
  await allowedSecrets.forget();
  statusMessages.show(message('$(key) Allowed secrets were reset'));
};

export const includeSourceMaps: Command = async ({ preview }) => {
  if (preview.shown) await setSourceMaps(preview.shown, true);
};

export const excludeSourceMaps: Command = async ({ preview }) => {
  if (preview.shown) await setSourceMaps(preview.shown, false);
};

/** Explains why a file is included or excluded, and offers to change it. */
export const explainInclusion: Command = async ({ inspections }, { resources: [resource] = [], extensionFolder }) => {
  if (!resource) throw new UserError(message('Select a file in the Explorer first.'));
  const { folder, inspection } = await extensionOf(inspections, resource, extensionFolder);
  const inside = pathWithin(folder, resource);
  const left = inspection.excluded.find((each) => inside === each.path || inside.startsWith(`${each.path}/`));
  const buttons = buttonsFor(resource, left);
  await showInformation(explain(inspection, inside), ...buttons);
};

function buttonsFor(resource: vscode.Uri, left: ExcludedFile | undefined): Button[] {
  const change = (label: Message, command: string): Button => ({
    label,
    run: () => vscode.commands.executeCommand(command, resource),
  });
  if (!left) return [change(message('Exclude'), commandId('exclude'))];
  return [...(left.rule.kind === 'none' ? [] : [change(message('Include'), commandId('include'))]), ...showRule(left)];
}

function showRule({ rule }: ExcludedFile): Button[] {
  if (rule.kind !== 'ignore-file') return [];
  const at = new vscode.Position(rule.line - 1, 0);
  return [
    {
      label: message('Show Rule'),
      run: () => vscode.window.showTextDocument(vscode.Uri.file(rule.file), { selection: new vscode.Range(at, at) }),
    },
  ];
}

/** Unsaved changes in an editor would be lost, or would overwrite the rule when saved. */
function requireSaved(ignoreFile: string): void {
  const open = vscode.workspace.textDocuments.find(
    ({ uri, isDirty }) => isDirty && isSame(uri, vscode.Uri.file(ignoreFile)),
  );
  if (open)
    throw new UserError(
      message(
        '{0} has unsaved changes. Save it first, because the rule is added to that file.',
        path.basename(ignoreFile),
      ),
    );
}

/**
 * The extension folder that a file belongs to: the given one, one that was inspected, or the nearest one above with a
 * manifest.
 */
async function extensionOf(
  inspections: Inspections,
  resource: vscode.Uri,
  given?: vscode.Uri,
): Promise<{ folder: vscode.Uri; inspection: Inspection }> {
  requireReadable(resource, message('Trust this workspace to check its folders.'));
  if (given) return { folder: given, inspection: await inspections.inspect(given, new AbortController().signal) };
  const held = inspections.holding(resource);
  if (held) return held;
  const above = await findExtensionAbove(
    resource.fsPath,
    vscode.workspace.getWorkspaceFolder(resource)?.uri.fsPath ?? path.dirname(resource.fsPath),
  );
  if (above === undefined)
    throw new UserError(
      message(
        '“{0}” isn’t in an extension folder: no folder above it has a manifest.json.',
        path.basename(resource.fsPath),
      ),
    );
  const folder = vscode.Uri.file(above);
  return { folder, inspection: await inspections.inspect(folder, new AbortController().signal) };
}
