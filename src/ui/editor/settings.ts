import * as vscode from 'vscode';
import type { InspectOptions, ServiceTimeouts, UploadLimits } from '../../app';
import { MEGABYTE } from '../../core/format';

const SECTION = 'browserSessions';
const SOURCE_MAPS = 'sourceMaps';
const CHROMIUM = 'chromium';

/** The browser that the person has named; undefined where one that is installed will do. */
export function chosenChromium(): string | undefined {
  return vscode.workspace.getConfiguration(SECTION).get<string>(CHROMIUM)?.trim() || undefined;
}

/** Where the service on this machine listens; 0: any free port. */
export function localServicePort(): number {
  return vscode.workspace.getConfiguration(SECTION).get<number>('localService.port', 0);
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

export function uploadLimits(): UploadLimits {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return {
    zipBytes: settings.get<number>('limits.zipSize', 50) * MEGABYTE,
    extensions: settings.get<number>('limits.extensionsPerUpload', 20),
  };
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
