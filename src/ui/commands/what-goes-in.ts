import path from 'node:path';
import * as vscode from 'vscode';
import { explain, findExtensionAbove, setIncluded, type Inspection, type LeftOutFile } from '../../app';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { pathWithin, type Inspections } from '../inspections';
import { say } from '../say';
import type { Services } from '../services';
import { setSourceMaps } from '../settings';
import type { Command } from './command';

export const putIn: Command = async (services, { resources = [] }) => writeRules(services, resources, true);

export const leaveOut: Command = async (services, { resources = [] }) => writeRules(services, resources, false);

/** Writes the rules that put files and folders in or leave them out, and looks at their folder again. */
async function writeRules({ inspections, preview }: Services, resources: readonly vscode.Uri[], included: boolean): Promise<void> {
  try {
    for (const resource of resources) await inspections.inTurn(() => writeRule(inspections, resource, included));
  } catch (error) {
    // The boxes were clicked already: they go back to what the rules say.
    preview.refresh();
    throw error;
  }
}

async function writeRule(inspections: Inspections, resource: vscode.Uri, included: boolean): Promise<void> {
  const { folder, inspection } = await extensionOf(inspections, resource);
  await setIncluded(folder.fsPath, inspection, pathWithin(folder, resource), included);
  await inspections.inspect(folder, new AbortController().signal);
}

export const putInSourceMaps: Command = async ({ preview }) => {
  if (preview.shown) await setSourceMaps(preview.shown, true);
};

export const leaveOutSourceMaps: Command = async ({ preview }) => {
  if (preview.shown) await setSourceMaps(preview.shown, false);
};

/** Says why a file goes into the zip or stays out, and offers the other. */
export const explainFile: Command = async ({ inspections }, { resources: [resource] = [] }) => {
  if (!resource) throw new UserError(message('Choose a file in the Explorer first.'));
  const { folder, inspection } = await extensionOf(inspections, resource);
  const inside = pathWithin(folder, resource);
  const left = inspection.leftOut.find((each) => inside === each.path || inside.startsWith(`${each.path}/`));
  const buttons = buttonsFor(resource, left);
  const pressed = await vscode.window.showInformationMessage(say(explain(inspection, inside)), ...Object.keys(buttons));
  if (pressed) await buttons[pressed]?.();
};

function buttonsFor(resource: vscode.Uri, left: LeftOutFile | undefined): Record<string, () => Thenable<unknown>> {
  const change = (name: string, command: string): Record<string, () => Thenable<unknown>> => ({ [name]: () => vscode.commands.executeCommand(command, resource) });
  if (!left) return change(vscode.l10n.t('Leave It Out'), 'browserSessions.leaveOut');
  return { ...(left.rule.kind !== 'none' && change(vscode.l10n.t('Put It In'), 'browserSessions.putIn')), ...showRule(left) };
}

function showRule({ rule }: LeftOutFile): Record<string, () => Thenable<unknown>> {
  if (rule.kind !== 'ignore-file') return {};
  const at = new vscode.Position(rule.line - 1, 0);
  return { [vscode.l10n.t('Show Rule')]: () => vscode.window.showTextDocument(vscode.Uri.file(rule.file), { selection: new vscode.Range(at, at) }) };
}

/** The extension folder that a file belongs to: one that was looked at, or the nearest above with a manifest. */
async function extensionOf(inspections: Inspections, resource: vscode.Uri): Promise<{ folder: vscode.Uri; inspection: Inspection }> {
  const held = inspections.holding(resource);
  if (held) return held;
  const above = await findExtensionAbove(resource.fsPath, vscode.workspace.getWorkspaceFolder(resource)?.uri.fsPath ?? path.dirname(resource.fsPath));
  if (above === undefined) throw new UserError(message('{0} is in no extension folder: no folder above it has a manifest.json.', path.basename(resource.fsPath)));
  const folder = vscode.Uri.file(above);
  return { folder, inspection: await inspections.inspect(folder, new AbortController().signal) };
}
