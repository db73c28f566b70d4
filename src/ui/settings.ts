import * as vscode from 'vscode';
import type { InspectOptions, ServiceTimeouts, UploadLimits } from '../app';
import { parseAddress } from '../core/address';
import { UserError } from '../core/errors';
import { message } from '../core/message';

const SECTION = 'browserSessions';
const ADDRESS = 'address';
const SOURCE_MAPS = 'sourceMaps';
const CHROMIUM = 'chromium';

/** The service address of the settings. Throws UserError where it is none, so that no token goes anywhere else. */
export function serviceAddress(): string {
  const parsed = parseAddress(addressAsTyped());
  if ('problem' in parsed) throw new UserError(message('The service address in the settings is wrong. {0}', parsed.problem), 'changeAddress');
  return parsed.address;
}

export function addressAsTyped(): string {
  return vscode.workspace.getConfiguration(SECTION).get<string>(ADDRESS, '');
}

export async function setServiceAddress(address: string): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update(ADDRESS, address, vscode.ConfigurationTarget.Global);
}

/** The browser that the person has named for checks; undefined where one that is installed will do. */
export function chosenChromium(): string | undefined {
  return vscode.workspace.getConfiguration(SECTION).get<string>(CHROMIUM)?.trim() || undefined;
}

export function onAddressChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${ADDRESS}`)) listener();
  });
}

/** The times that the person is ready to wait; read again for each request. */
export const timeouts: Partial<ServiceTimeouts> = {
  get answer() {
    return seconds('timeouts.answer', 60);
  },
  get slowAnswer() {
    return seconds('timeouts.upload', 240);
  },
};

/** A setting in seconds, as milliseconds. */
function seconds(setting: string, usual: number): number {
  return vscode.workspace.getConfiguration(SECTION).get<number>(setting, usual) * 1000;
}

const MIB = 1024 * 1024;

export function uploadLimits(): UploadLimits {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return { zipBytes: settings.get<number>('limits.zipSize', 50) * MIB, extensions: settings.get<number>('limits.extensionsPerUpload', 20) };
}

/** What the settings say of the choice of files in a folder. */
export function inspectOptions(folder: vscode.Uri): InspectOptions {
  return { sourceMaps: vscode.workspace.getConfiguration(SECTION, folder).get<boolean>(SOURCE_MAPS, false) };
}

/** Writes the choice beside the folder where there is a workspace, and else for the person. */
export async function setSourceMaps(folder: vscode.Uri, included: boolean): Promise<void> {
  const workspace = vscode.workspace.getWorkspaceFolder(folder);
  const target = workspace ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(SECTION, folder).update(SOURCE_MAPS, included, target);
}

export function onInspectOptionsChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${SOURCE_MAPS}`)) listener();
  });
}
