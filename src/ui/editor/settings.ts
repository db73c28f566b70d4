import * as vscode from 'vscode';
import type { InspectOptions, ServiceTimeouts, UploadLimits } from '../../app';
import { MEGABYTE } from '../../core/format';
import { DEFAULTS, SECTION, type NumberSetting, type SettingName } from './contributed';

const SOURCE_MAPS = 'sourceMaps' satisfies SettingName;
const CHROMIUM = 'chromium' satisfies SettingName;
/** The settings of times are in seconds. */
const SECOND = 1000;

function number(name: NumberSetting): number {
  return vscode.workspace.getConfiguration(SECTION).get<number>(name, DEFAULTS[name]);
}

/** The browser that the person has named; undefined where one that is installed will do. */
export function chosenChromium(): string | undefined {
  return vscode.workspace.getConfiguration(SECTION).get<string>(CHROMIUM)?.trim() || undefined;
}

/** Where the service on this machine listens; 0: any free port. */
export function localServicePort(): number {
  return number('localService.port');
}

/** The times that the person is ready to wait; read again for each request. */
export const timeouts: Partial<ServiceTimeouts> = {
  get answer() {
    return number('timeouts.answer') * SECOND;
  },
  get slowAnswer() {
    return number('timeouts.upload') * SECOND;
  },
};

export function uploadLimits(): UploadLimits {
  return { zipBytes: number('limits.zipSize') * MEGABYTE, extensions: number('limits.extensionsPerUpload') };
}

/** What the settings say of the choice of files in a folder. */
export function inspectOptions(folder: vscode.Uri): InspectOptions {
  return {
    sourceMaps: vscode.workspace.getConfiguration(SECTION, folder).get<boolean>(SOURCE_MAPS, DEFAULTS[SOURCE_MAPS]),
  };
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
